import { describe, expect, test } from 'vitest'
import { cloudEvents } from './cloud-events.rules.ts'

const now = new Date('2026-11-24T15:00:00Z')
const line = '100200300'
const messagesOf = (messages: readonly unknown[], more: object = {}) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: 'account',
      changes: [{ field: 'messages', value: { metadata: { phone_number_id: line }, messages, ...more } }],
    },
  ],
})
const message = (more: object = {}) => ({
  id: 'wamid.1',
  from: '5511987654321',
  timestamp: String(now.getTime() / 1_000),
  type: 'text',
  text: { body: 'Oi' },
  ...more,
})
const only = (more: object, rest: object = {}) => cloudEvents(messagesOf([message(more)], rest), now)[0]

describe('the sender', () => {
  test.each([
    ['a mobile without its ninth digit', '551187654321', { phone: '5511987654321', userId: null }],
    ['a landline', '551133334444', { phone: '551133334444', userId: null }],
    ['a number from abroad', '14155550123', { phone: '14155550123', userId: null }],
    ['somebody who hides the number', 'BR.99887766', { phone: null, userId: 'BR.99887766' }],
  ])('%s identifies the sender', (_who, from, expected) => {
    expect(only({ from })).toMatchObject({ from: expected })
  })

  test.each([['123'], ['status@broadcast'], [''], ['1'.repeat(40)], [undefined], [null], [7]])(
    'a message from %s is counted as refused, and the one beside it applies',
    (from) => {
      const events = cloudEvents(messagesOf([message({ from, id: 'odd' }), message()]), now)
      expect(events).toMatchObject([{ type: 'unread', isRefused: true }, { providerId: 'wamid.1' }])
    },
  )

  test('a sender’s name never comes from another contact in the same call', () => {
    const contacts = [
      { wa_id: '5521999990000', profile: { name: 'Bia' } },
      { wa_id: '5511987654321', profile: { name: 'Ana' } },
    ]
    expect(only({}, { contacts })).toMatchObject({ name: 'Ana' })
    expect(only({ from: '5531999990000' }, { contacts })).toMatchObject({ name: null })
  })

  test('“fromMe” and the store’s name in a customer’s message do not make it the store’s', () => {
    expect(only({ fromMe: true, echo: true, key: { fromMe: true } })).toMatchObject({ echo: false })
  })
})

describe('the content', () => {
  test.each([
    ['as long as a message may be', { text: { body: 'a'.repeat(9_000) } }, { body: 'a'.repeat(4_096) }],
    [
      'with a sign at the very end',
      { text: { body: `${'a'.repeat(4_095)}🍕` } },
      { body: 'a'.repeat(4_095) },
    ],
    ['from right to left', { text: { body: '\u202Eabc' } }, { body: '\u202Eabc' }],
    ['empty', { text: { body: '' } }, { body: '' }],
    [
      'a tap',
      {
        text: undefined,
        type: 'interactive',
        interactive: { list_reply: { id: 'x'.repeat(900), title: 'T' } },
      },
      { type: 'choice', id: 'x'.repeat(200), title: 'T' },
    ],
    [
      'the zero point',
      { text: undefined, type: 'location', location: { latitude: 0, longitude: 0 } },
      { type: 'location', latitude: 0, longitude: 0, address: null },
    ],
    [
      'a film of nine gigabytes',
      { text: undefined, type: 'video', video: { id: '1', file_size: 9e9 } },
      { type: 'other', what: 'video' },
    ],
    [
      'a list of a thousand buttons',
      { text: undefined, type: 'interactive', interactive: { buttons: Array.from({ length: 1_000 }) } },
      { type: 'other', what: 'interactive' },
    ],
  ])('%s', (_what, more, expected) => {
    expect(only(more)).toMatchObject({ content: expected })
  })

  test.each([
    ['', now],
    ['-5', now],
    ['1e30', now],
    ['morgen', now],
    ['4102444800', now],
  ])('a timestamp of “%s” becomes now', (timestamp, expected) => {
    expect(only({ timestamp })).toMatchObject({ at: expected })
  })
})

const changes = (...sent: readonly unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: 'account', changes: sent }],
})

describe('a webhook', () => {
  test.each([
    ['nothing', null],
    ['a text', 'text'],
    ['an empty object', {}],
    ['another product', { object: 'page', entry: [] }],
    ['entries that are no list', { object: 'whatsapp_business_account', entry: 'none' }],
    ['an entry of another form', { object: 'whatsapp_business_account', entry: [7] }],
  ])('%s is counted as refused, for no line', (_what, body) => {
    expect(cloudEvents(body, now)).toMatchObject([
      { type: 'unread', lineKey: null, accountId: null, isRefused: true },
    ])
  })

  test.each([
    ['messages without a number', messagesOf([message()], { metadata: undefined })],
    ['a change of another form', changes(7)],
    ['a field that nobody knows', changes({ field: 'hologram_update', value: {} })],
    ['a field with a value of another form', changes({ field: 'account_update', value: 'none' })],
    ['news of a template without a name', changes({ field: 'message_template_status_update', value: {} })],
    ['a category without a template', changes({ field: 'template_category_update', value: {} })],
  ])('%s is counted as refused, for the account', (_what, body) => {
    expect(cloudEvents(body, now)).toMatchObject([
      { type: 'unread', lineKey: null, accountId: 'account', isRefused: true },
    ])
  })

  test.each([
    ['an error of the number', { errors: [{ code: 131_053 }] }, 'error 131053'],
    ['nothing beside the number', {}, 'messages without content'],
  ])('%s is counted as refused, for the line', (_what, value, what) => {
    const sent = { field: 'messages', value: { metadata: { phone_number_id: line }, ...value } }
    expect(cloudEvents(changes(sent), now)).toEqual([
      { type: 'unread', lineKey: line, accountId: null, what, isRefused: true },
    ])
  })

  test('a part that cannot be read leaves the others in force', () => {
    const { entry } = messagesOf([message()])
    const body = { object: 'whatsapp_business_account', entry: [null, ...entry] }
    expect(cloudEvents(body, now)).toMatchObject([{ type: 'unread' }, { type: 'message' }])
  })

  test('messages of another form are counted as refused', () => {
    const events = cloudEvents(messagesOf([{ id: 'x' }, 7, null, { id: '', type: 'text' }]), now)
    expect(events.map((one) => one.type === 'unread' && one.isRefused)).toEqual([true, true, true, true])
  })

  test('a call about several stores’ numbers names the line of each message', () => {
    const change = (id: string) => ({
      field: 'messages',
      value: { metadata: { phone_number_id: id }, messages: [message({ id: `of-${id}` })] },
    })
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: 'account', changes: [change('1'), change('2')] }],
    }
    expect(cloudEvents(body, now).map(({ lineKey }) => lineKey)).toEqual(['1', '2'])
  })
})
