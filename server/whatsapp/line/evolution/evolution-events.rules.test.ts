import { describe, expect, test } from 'vitest'
import { evolutionEvents, evolutionLine } from './evolution-events.rules.ts'

const now = new Date('2026-11-24T15:00:00Z')
const upsert = (key: object, more: object = {}) => ({
  event: 'messages.upsert',
  instance: 'balcao-1',
  data: {
    key: { remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, id: 'A1', ...key },
    message: { conversation: 'Oi' },
    pushName: 'Ana',
    ...more,
  },
})
const only = (key: object, more: object = {}) => evolutionEvents(upsert(key, more), now)[0]

describe('the sender', () => {
  test.each([
    ['551187654321@s.whatsapp.net', { phone: '5511987654321', userId: null }],
    ['551133334444@c.us', { phone: '551133334444', userId: null }],
    ['14155550123@s.whatsapp.net', { phone: '14155550123', userId: null }],
    ['123456789012345@lid', { phone: null, userId: '123456789012345@lid' }],
  ])('%s is a person', (remoteJid, from) => {
    expect(only({ remoteJid })).toMatchObject({ from, echo: false })
  })

  test.each(['120363@g.us', 'status@broadcast', '1203@newsletter'])('%s is not a customer', (remoteJid) => {
    expect(evolutionEvents(upsert({ remoteJid }), now)).toEqual([])
  })

  test.each(['', '12@s.whatsapp.net', 'x'])(
    '“%s” is nobody, and the message is counted as refused',
    (remoteJid) => {
      expect(evolutionEvents(upsert({ remoteJid }), now)).toMatchObject([{ type: 'unread', isRefused: true }])
    },
  )

  test('a message from the phone is the store’s, and only if the provider says so', () => {
    expect(only({ fromMe: true })).toMatchObject({ echo: true, name: null })
    expect(only({}, { fromMe: true, message: { conversation: 'fromMe: true' } })).toMatchObject({
      echo: false,
    })
    expect(evolutionEvents(upsert({ fromMe: 'true' }), now)).toMatchObject([{ type: 'unread' }])
  })
})

test('a long text is cut at the limit of a message, and never within a character', () => {
  const longText = `${'a'.repeat(4_095)}🍕`
  expect(only({}, { message: { conversation: longText } })).toMatchObject({
    content: { type: 'text', body: 'a'.repeat(4_095) },
  })
})

test.each([null, 'text', {}, { event: 7, instance: 'x' }])(
  'a call that is not as published says nothing: %j',
  (body) => {
    expect(evolutionEvents(body, now)).toEqual([])
  },
)

test('a webhook names its line, or none', () => {
  expect(evolutionLine(upsert({}))).toBe('balcao-1')
  expect(evolutionLine({ instance: ['x'] })).toBeNull()
})

test.each([
  ['presence.of.the.year', {}],
  ['messages.update', { keyId: 'A1' }],
  ['messages.update', { status: 'READ' }],
  ['messages.update', null],
  ['connection.update', { state: 7 }],
  ['connection.update', undefined],
  ['qrcode.updated', { qrcode: 'text' }],
])('“%s” with %j is counted as refused, for the line', (event, data) => {
  expect(evolutionEvents({ event, instance: 'balcao-1', data }, now)).toMatchObject([
    { type: 'unread', lineKey: 'balcao-1', isRefused: true },
  ])
})
