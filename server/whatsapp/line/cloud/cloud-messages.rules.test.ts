import { describe, expect, test } from 'vitest'
import { cloudEvents } from './cloud-events.rules.ts'
import { reasonOfCode } from './cloud-codes.rules.ts'

const now = new Date('2026-11-24T15:00:00Z')
const changed = (field: string, value: object) =>
  cloudEvents(
    { object: 'whatsapp_business_account', entry: [{ id: 'account', changes: [{ field, value }] }] },
    now,
  )
const only = (sent: object, contacts: readonly object[] = []) => {
  const message = { id: 'wamid.1', from: '5511922340001', timestamp: String(now.getTime() / 1_000), ...sent }
  const value = { metadata: { phone_number_id: '700100200' }, contacts, messages: [message] }
  const events = changed('messages', value)
  expect(events).toHaveLength(1)
  return events[0]
}
const contentOf = (sent: object) => {
  const event = only(sent)
  return event?.type === 'message' ? event.content : event
}

describe('what is no question', () => {
  test.each([
    ['👍', { message_id: 'wamid.X', emoji: '👍' }],
    ['', { message_id: 'wamid.X' }],
    ['😮', { message_id: 'wamid.X', emoji: '😮' }],
  ])('a reaction “%s”', (emoji, reaction) => {
    expect(contentOf({ type: 'reaction', reaction })).toEqual({ type: 'reaction', emoji })
  })

  test.each([
    ['unsupported', { type: 'unsupported', errors: [{ code: 131_051, title: 'Message type unknown' }] }],
    ['unsupported', { type: 'unknown' }],
    ['unsupported', { type: 'hologram', hologram: { id: '1' } }],
    ['system', { type: 'system', system: { type: 'user_changed_number', new_wa_id: '5511900000000' } }],
    ['sticker', { type: 'sticker', sticker: { id: '1' } }],
    ['poll', { type: 'poll', poll: { question: 'Qual?' } }],
  ])('a notice: %s', (what, sent) => {
    expect(contentOf(sent)).toEqual({ type: 'notice', what })
  })

  test('an edit names the message and its new content', () => {
    const message = { type: 'text', text: { body: 'quero 2' } }
    expect(only({ type: 'edit', edit: { original_message_id: 'wamid.X', message } })).toMatchObject({
      type: 'change',
      providerId: 'wamid.X',
      from: { phone: '5511922340001' },
      change: { type: 'edited', content: { type: 'text', body: 'quero 2' } },
    })
  })

  test('an edited caption is read', () => {
    const message = { type: 'image', image: { id: '1', caption: 'sem cebola' } }
    expect(only({ type: 'edit', edit: { original_message_id: 'wamid.X', message } })).toMatchObject({
      change: { content: { type: 'other', caption: 'sem cebola' } },
    })
  })

  test('a deletion names the message', () => {
    expect(only({ type: 'revoke', revoke: { original_message_id: 'wamid.X' } })).toMatchObject({
      type: 'change',
      providerId: 'wamid.X',
      change: { type: 'deleted' },
    })
  })

  test('an edit that names no message is shown as not understood', () => {
    expect(contentOf({ type: 'edit', edit: {} })).toEqual({ type: 'notice', what: 'unsupported' })
  })
})

describe('what is written', () => {
  test.each([['image'], ['video'], ['document']])('the caption of a %s is read', (type) => {
    expect(contentOf({ type, [type]: { id: '1', caption: 'quero esta' } })).toEqual({
      type: 'other',
      what: type,
      caption: 'quero esta',
    })
  })

  test('a place of another form loses no message', () => {
    expect(contentOf({ type: 'location', location: { latitude: 'x' } })).toMatchObject({ type: 'notice' })
  })

  test.each([
    [
      'a line',
      [{ product_retailer_id: 'BEB-1', quantity: 2, item_price: 6, currency: 'BRL' }],
      [{ code: 'BEB-1', quantity: 2, priceCents: 600 }],
    ],
    [
      'texts in place of numbers',
      [{ product_retailer_id: 77, quantity: '3', item_price: '12.345', currency: 'BRL' }],
      [{ code: '77', quantity: 3, priceCents: 1_235 }],
    ],
    [
      'another currency, and no price',
      [
        { product_retailer_id: 'A', quantity: 1, item_price: 6, currency: 'USD' },
        { product_retailer_id: 'B', quantity: 1 },
      ],
      [
        { code: 'A', quantity: 1, priceCents: null },
        { code: 'B', quantity: 1, priceCents: null },
      ],
    ],
  ])('a cart with %s', (_what, product_items, lines) => {
    expect(contentOf({ type: 'order', order: { catalog_id: '1', text: 'sem gelo', product_items } })).toEqual(
      {
        type: 'cart',
        lines,
        text: 'sem gelo',
      },
    )
  })

  test('a cart of another form is still a cart', () => {
    expect(contentOf({ type: 'order', order: { product_items: 'two' } })).toEqual({
      type: 'cart',
      lines: [],
      text: '',
    })
  })
})

describe('who wrote', () => {
  test('the platform’s id is never another contact’s', () => {
    const stranger = { wa_id: '5521999990000', user_id: 'BR.1', profile: { name: 'Bia' } }
    expect(only({ type: 'text', text: { body: 'oi' } }, [stranger])).toMatchObject({
      name: null,
      from: { phone: '5511922340001', userId: null },
    })
  })

  test.each([
    ['the number', { wa_id: '5511987654321' }],
    ['the number without its ninth digit', { wa_id: '551187654321' }],
    ['no number', {}],
  ])('a contact with %s gives the platform’s id', (_what, names) => {
    const event = only({ type: 'text', text: { body: 'oi' }, from: '5511987654321' }, [
      { ...names, user_id: 'BR.1' },
    ])
    expect(event).toMatchObject({ from: { phone: '5511987654321', userId: 'BR.1' } })
  })

  test('a user name stands for a name that is missing', () => {
    const contact = { user_id: 'BR.1', profile: { username: 'ana.souza' } }
    expect(only({ type: 'text', text: { body: 'oi' }, from: 'BR.1' }, [contact])).toMatchObject({
      name: '@ana.souza',
    })
  })
})

describe('news of a template', () => {
  const status = (event: string) =>
    changed('message_template_status_update', {
      event,
      message_template_name: 'balcao_pedido_saiu',
      message_template_language: 'pt_BR',
    })[0]
  test.each([
    ['APPROVED', 'approved'],
    ['REINSTATED', 'approved'],
    ['PENDING', 'pending'],
    ['REJECTED', 'rejected'],
    ['PAUSED', 'paused'],
    ['DISABLED', 'paused'],
    ['PENDING_DELETION', 'deleted'],
    ['DELETED', 'deleted'],
    ['ARCHIVED', 'deleted'],
  ])('%s makes it %s', (event, state) => {
    expect(status(event)).toMatchObject({ type: 'template', state, warning: null })
  })

  test.each([
    ['FLAGGED', 'flagged'],
    ['LIMIT_EXCEEDED', 'limit'],
    ['IN_APPEAL', 'appeal'],
  ])('%s warns, and the state stays as it was', (event, warning) => {
    expect(status(event)).toMatchObject({ type: 'template', state: null, warning })
  })

  test.each([['LOCKED'], ['SOMETHING_NEW'], ['']])('“%s” is unknown and changes nothing', (event) => {
    expect(status(event)).toMatchObject({ type: 'unread', accountId: 'account', isRefused: false })
  })

  const category = (value: object) =>
    changed('template_category_update', {
      message_template_name: 'balcao_pedido_saiu',
      message_template_language: 'pt_BR',
      ...value,
    })[0]
  test('a change of its category is known, and one that is announced', () => {
    expect(category({ previous_category: 'UTILITY', new_category: 'MARKETING' })).toMatchObject({
      state: null,
      category: 'marketing',
      nextCategory: null,
    })
    expect(category({ new_category: 'UTILITY', correct_category: 'MARKETING' })).toMatchObject({
      category: 'utility',
      nextCategory: 'marketing',
    })
    expect(category({ new_category: 'POETRY' })).toMatchObject({ type: 'unread' })
  })
})

test.each([[131_049], [130_472], [131_050]])(
  'code %i is a message that Meta withholds from one person',
  (code) => {
    expect(reasonOfCode(code)).toBe('withheld')
  },
)

test('news of an account that is no ban changes nothing', () => {
  expect(changed('account_update', { event: 'PARTNER_ADDED' })).toMatchObject([
    { type: 'unread', isRefused: false },
  ])
  expect(changed('account_update', { event: 'DISABLED_UPDATE' })).toMatchObject([{ state: 'banned' }])
})

test('an unknown state of a message changes nothing', () => {
  const value = { metadata: { phone_number_id: '7' }, statuses: [{ id: 'wamid.1', status: 'warning' }] }
  expect(changed('messages', value)).toMatchObject([{ type: 'unread', isRefused: false }])
})
