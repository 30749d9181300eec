import { expect, test } from 'vitest'
import { decideSend, type SendFacts } from './decide-send.rules.ts'
import { orderContent } from '../messaging/message-texts.rules.ts'

const now = new Date('2026-11-24T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const content = orderContent('accepted', { customer: 'Ana', displayId: '1', store: 'Brasa' })

const given = (change: Partial<SendFacts> = {}, contact: Partial<SendFacts['contact']> = {}): SendFacts => ({
  now,
  kind: 'accepted',
  day: '2026-11-24',
  content,
  expiresAt: new Date(now.getTime() + 60_000),
  line: { state: 'open', driver: 'cloud' },
  contact: {
    phone: '5511987654321',
    userId: null,
    lastInAt: before(60),
    lastOutAt: null,
    optedOutAt: null,
    ...contact,
  },
  approved: new Map(),
  spentMicros: 0,
  capCents: null,
  ...change,
})

test('a template within the service window is sent as text', () => {
  expect(decideSend(given())).toEqual({
    do: 'send',
    content: { type: 'text', body: content.body },
    micros: 18_700,
  })
})

test('outside the service window only an approved template is sent', () => {
  const outside = { lastInAt: before(25 * 3_600) }
  expect(decideSend(given({}, outside))).toEqual({ do: 'end', state: 'failed', cause: 'no-template' })
  expect(decideSend(given({ approved: new Map([[content.name, 'utility']]) }, outside))).toMatchObject({
    do: 'send',
    content,
  })
  expect(
    decideSend(given({ approved: new Map([[content.name, 'utility']]) }, { lastInAt: null })),
  ).toMatchObject({ do: 'send' })
})

test('a template costs what Meta’s category of it costs', () => {
  const outside = { lastInAt: before(25 * 3_600) }
  const costOf = (category: 'utility' | 'marketing' | 'authentication') =>
    decideSend(given({ approved: new Map([[content.name, category]]) }, outside))
  expect(costOf('utility')).toMatchObject({ micros: 18_700 })
  expect(costOf('marketing')).toMatchObject({ micros: 343_750 })
  expect(costOf('authentication')).toMatchObject({ micros: 18_700 })
})

test('a linked phone sends text, for free, to phone numbers and hidden names only', () => {
  const line = { state: 'degraded', driver: 'evolution' } as const
  expect(decideSend(given({ line }, { lastInAt: null }))).toMatchObject({ do: 'send', micros: 0 })
  expect(decideSend(given({ line }, { phone: null }))).toMatchObject({ cause: 'no-phone' })
  expect(decideSend(given({ line }, { phone: null, userId: 'BR.1' }))).toMatchObject({ cause: 'no-phone' })
  expect(decideSend(given({ line }, { phone: null, userId: '199@lid' }))).toMatchObject({ do: 'send' })
})

test('the Cloud API cannot write to the hidden name of a linked phone', () => {
  expect(decideSend(given({}, { phone: null, userId: '199@lid' }))).toMatchObject({ cause: 'no-phone' })
  expect(decideSend(given({}, { phone: null, userId: 'BR.1' }))).toMatchObject({ do: 'send' })
})

test('an expired message is not sent, even when the line recovers', () => {
  expect(decideSend(given({ expiresAt: now }))).toEqual({ do: 'end', state: 'expired' })
  expect(decideSend(given({ expiresAt: now, line: null }))).toEqual({ do: 'end', state: 'expired' })
})

test('a line that is down holds its messages', () => {
  for (const state of ['closed', 'pairing', 'syncing', 'banned'] as const)
    expect(decideSend(given({ line: { state, driver: 'cloud' } }))).toEqual({ do: 'hold' })
  expect(decideSend(given({ line: null }))).toEqual({ do: 'hold' })
})

test('a contact gets one message every six seconds', () => {
  expect(decideSend(given({}, { lastOutAt: before(2) }))).toEqual({ do: 'wait', until: before(-4) })
  expect(decideSend(given({}, { lastOutAt: before(6) })).do).toBe('send')
})

test('a contact who wrote PARAR gets no messages', () => {
  expect(decideSend(given({}, { optedOutAt: before(9) }))).toMatchObject({
    state: 'cancelled',
    cause: 'opted-out',
  })
})

test('the monthly cap is not exceeded', () => {
  expect(decideSend(given({ capCents: 2, spentMicros: 1_300 })).do).toBe('send')
  expect(decideSend(given({ capCents: 2, spentMicros: 1_301 }))).toMatchObject({
    state: 'cancelled',
    cause: 'cap',
  })
  expect(decideSend(given({ capCents: 0 }))).toMatchObject({ cause: 'cap' })
})

test('a reply to what the customer just wrote does not wait', () => {
  const just = { lastOutAt: before(1) }
  expect(decideSend(given({}, just))).toMatchObject({ do: 'wait' })
  expect(decideSend(given({ kind: 'answer' }, just))).toMatchObject({ do: 'send' })
})

test('after PARAR only the farewell is sent', () => {
  const out = { optedOutAt: before(1) }
  expect(decideSend(given({ kind: 'answer' }, out))).toMatchObject({ cause: 'opted-out' })
  expect(decideSend(given({ kind: 'farewell' }, out))).toMatchObject({ do: 'send' })
})
