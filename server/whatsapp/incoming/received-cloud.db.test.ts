import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekdays } from '../../../contract/stores/stores.ts'
import { enableConversational } from '../../../contract/whatsapp/whatsapp.ts'
import { readConversation } from '../../../contract/whatsapp/conversations.ts'
import { withStoreScope } from '../../db/scope.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  metaChange,
  whatsappApp,
  type WhatsappProvider,
  type WhatsappShop,
} from '../../testing/whatsapp/shop.ts'

const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const bia = '5511922340001'
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person
let phoneId: string
let accountId: string
let now = new Date('2026-11-24T15:00:00Z')

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  pass(0)
  ;({ store, manager } = await standardShop(app, { openingHours: always }))
  await putMenu(app, store)
  ;({ phoneId, accountId } = await shop.connectCloud(manager, store))
  await app.call(
    manager,
    enableConversational,
    { body: { enabled: true, hours: 'always' } },
    { storeId: store },
  )
})

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
  app.setClock(now)
}
async function arrives(sent: object, names: { from?: string; user_id?: string } = {}): Promise<string> {
  const id = `wamid.${randomUUID()}`
  const message = { id, from: bia, timestamp: String(now.getTime() / 1_000), ...sent, ...names }
  const { statusCode } = await shop.meta([metaChange(phoneId, { messages: [message] })])
  expect(statusCode).toBe(200)
  return id
}
async function settle(): Promise<void> {
  pass(15)
  await shop.run(store)
}
const text = (body: string) => ({ type: 'text', text: { body } })
const said = () => provider.sent.map(({ to }) => to)
async function conversation() {
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('whatsapp_conversations').selectAll().where('store_id', '=', store).execute(),
  )
  return rows[0]
}
async function thread() {
  const params = { conversationId: (await conversation())?.id ?? '' }
  return (await app.call(manager, readConversation, { params }, { storeId: store })).data
}

describe('what is no question', () => {
  test.each([
    ['reaction', { type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '👍' } }],
    ['unsupported', { type: 'unsupported', errors: [{ code: 131_051, title: 'Message type unknown' }] }],
    ['an unknown type', { type: 'hologram' }],
    ['edit', { type: 'edit', edit: { original_message_id: 'wamid.X', message: text('quero 2') } }],
    ['revoke', { type: 'revoke', revoke: { original_message_id: 'wamid.X' } }],
  ])('%s gets no answer, no miss and no person', async (_kind, sent) => {
    await arrives(text('oi'))
    await settle()
    const before = (await conversation())?.state
    for (let count = 0; count < 3; count += 1) {
      await arrives(sent)
      await settle()
    }
    expect(said()).toHaveLength(1)
    expect((await conversation())?.state).toEqual(before)
  })

  test('an edit gives the waiting message its text, and a deletion takes the waiting message away', async () => {
    const first = await arrives(text('xyzzy'))
    await arrives({ type: 'edit', edit: { original_message_id: first, message: text('oi') } })
    pass(1)
    const second = await arrives(text('nada'))
    await arrives({ type: 'revoke', revoke: { original_message_id: second } })
    await settle()
    expect(said()).toHaveLength(1)
    expect((await thread()).messages.map(({ text: words, change }) => [words, change])).toEqual([
      ['oi', 'edited'],
      ['nada', 'deleted'],
      [expect.stringContaining('Oi'), null],
    ])
  })

  test('a reaction does not open the window of 24 hours', async () => {
    await arrives({ type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '👍' } })
    const [contact] = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('whatsapp_contacts').select('last_in_at').where('store_id', '=', store).execute(),
    )
    expect(contact).toEqual({ last_in_at: null })
  })
})

describe('a cart of the catalogue', () => {
  const order = (codes: readonly string[]) => ({
    type: 'order',
    order: {
      catalog_id: '1',
      text: '',
      product_items: codes.map((code) => ({
        product_retailer_id: code,
        quantity: 2,
        item_price: 6,
        currency: 'BRL',
      })),
    },
  })
  beforeEach(() =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_items')
        .set({ external_code: 'BEB-1' })
        .where('store_id', '=', store)
        .where('name', 'like', 'Guaraná%')
        .execute(),
    ),
  )

  test('becomes the order in progress', async () => {
    await arrives(order(['BEB-1']))
    await settle()
    expect((await conversation())?.state).toMatchObject({
      place: 'cart',
      draft: { items: [{ quantity: 2 }] },
    })
    expect((await thread()).messages[0]?.text).toContain('2 × BEB-1, R$ 6,00 cada')
  })

  test('with a line that nobody knows is before a person, with the rest begun', async () => {
    await arrives(order(['BEB-1', 'XXX']))
    await settle()
    const { conversation: view, messages } = await thread()
    expect(view).toMatchObject({ reason: 'cart', draft: [expect.stringContaining('2 Guaraná')] })
    expect(messages[0]?.text).toContain('2 × XXX')
  })
})

describe('a replay', () => {
  const written = (minutesAgo: number) => ({
    ...text('quero 1 marmita'),
    timestamp: String(now.getTime() / 1_000 - minutesAgo * 60),
  })

  test('of more than fifteen minutes ago is kept, and gets no answer', async () => {
    await arrives(written(16))
    await settle()
    expect(said()).toEqual([])
    expect(await conversation()).toBeUndefined()
    const kept = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('incoming_messages').select('silent').where('store_id', '=', store).execute(),
    )
    expect(kept).toEqual([{ silent: 'old' }])
  })

  test('of fourteen minutes ago is answered', async () => {
    await arrives(written(14))
    await settle()
    expect(said()).toHaveLength(1)
  })
})

test.each([131_049, 130_472])('the thread says that Meta withholds an answer (%i)', async (code) => {
  await arrives(text('oi'))
  await settle()
  expect((await thread()).messages.at(-1)).toMatchObject({ by: 'store', state: 'sent' })
  await shop.report(phoneId, provider.sent[0]?.id ?? '', 'failed', { errors: [{ code }] })
  expect((await thread()).messages.at(-1)).toMatchObject({ state: 'failed', lostBecause: 'withheld' })
})

describe('a person’s addresses', () => {
  test('the platform’s id and the number that are named together are one person', async () => {
    await arrives(text('oi'), { from: 'BR.99887766' })
    await arrives(text('oi'))
    await settle()
    await arrives(text('cardápio'), { user_id: 'BR.99887766' })
    await settle()
    const contacts = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('whatsapp_contacts').selectAll().where('store_id', '=', store).execute(),
    )
    expect(contacts).toMatchObject([{ phone: bia, user_id: 'BR.99887766' }])
    expect((await thread()).messages.filter(({ by }) => by === 'customer')).toHaveLength(3)
    expect(said().at(-1)).toBe(bia)
  })
})

describe('news of a template', () => {
  const name = 'balcao_pedido_saiu'
  const news = async (field: string, value: object) => {
    pass(60)
    const change = { message_template_name: name, message_template_language: 'pt_BR', ...value }
    expect((await shop.meta([{ id: accountId, changes: [{ field, value: change }] }])).statusCode).toBe(200)
    return (await shop.view(manager, store)).kinds.find(({ kind }) => kind === 'dispatched')
  }
  const status = (event: string) => news('message_template_status_update', { event, reason: 'NONE' })

  test.each([
    ['FLAGGED', { template: 'approved', warning: 'flagged' }],
    ['LIMIT_EXCEEDED', { template: 'approved', warning: 'limit' }],
    ['LOCKED', { template: 'approved', warning: null }],
    ['PAUSED', { template: 'paused', warning: null }],
    ['DISABLED', { template: 'paused', warning: null }],
    ['PENDING_DELETION', { template: 'missing', warning: null }],
  ])('an approved template after %s', async (event, expected) => {
    await status('APPROVED')
    expect(await status(event)).toMatchObject(expected)
  })

  test('an appeal leaves the refusal, and the template that comes back is approved', async () => {
    await status('REJECTED')
    expect(await status('IN_APPEAL')).toMatchObject({ template: 'rejected', warning: 'appeal' })
    expect(await status('REINSTATED')).toMatchObject({ template: 'approved', warning: null })
  })

  test('a category of another price is shown, also one that is announced', async () => {
    const before = await status('APPROVED')
    expect(before).toMatchObject({ category: null })
    const marketing = { previous_category: 'UTILITY', new_category: 'MARKETING' }
    expect(await news('template_category_update', marketing)).toMatchObject({
      template: 'approved',
      category: 'marketing',
    })
    expect(
      await news('template_category_update', { new_category: 'UTILITY', correct_category: 'MARKETING' }),
    ).toMatchObject({ category: 'marketing' })
    expect(await news('template_category_update', { new_category: 'UTILITY' })).toMatchObject({
      category: null,
    })
  })
})
