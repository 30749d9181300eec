import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConversations, settleMessage } from '../../../contract/whatsapp/conversations.ts'
import * as contract from '../../../contract/whatsapp/whatsapp.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { atOnceOver } from '../../testing/held-row.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { whatsappApp, type WhatsappProvider, type WhatsappShop } from '../../testing/whatsapp/shop.ts'
import { ensureContact } from '../messaging/contacts.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { receiveMessages } from '../incoming/receive-messages.ts'
import { expireMessages, watchLine } from '../whatsapp.ts'
import { notifyCustomer } from './notify-customer.ts'

const customer = '5511987654321'
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person
let basic: Person
let stranger: Person
let phoneId: string
let now = new Date('2026-11-24T15:00:00Z')

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  pass(0)
  ;({ store, manager, basic, stranger } = await standardShop(app))
  ;({ phoneId } = await shop.connectCloud(manager, store))
  await says('Oi', customer)
  await save({ kinds: ['accepted', 'ready', 'dispatched', 'cancelled'] })
})

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000)
  app.setClock(now)
}

const here = () => ({ storeId: store })
const view = () => shop.view(manager, store)
const save = (body: object, person = manager) => shop.save(person, store, body)
const says = (body: string, from = customer, id?: string) => shop.receive(phoneId, from, body, id)
const status = (id: string, state: string, more: object = {}) => shop.report(phoneId, id, state, more)
const messages = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outgoing_messages').selectAll().where('store_id', '=', store).orderBy('id').execute(),
  )
const states = async () => (await messages()).map(({ kind, state, cause }) => [kind, state, cause])

async function order(phone: string | null = `+${customer}`, type = 'DELIVERY'): Promise<string> {
  const id = randomUUID()
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('orders')
      .values({
        store_id: store,
        id,
        display_id: '1042',
        platform: 'balcao',
        external_id: id,
        type,
        timing: 'INSTANT',
        status: 'placed',
        open: true,
        business_day: '2026-11-24',
        hour: 12,
        created_at: now,
        status_since: now,
        gross_cents: 1_000,
        order_cents: 1_000,
        detail: JSON.stringify({ customer: { name: 'Ana Souza', phone } }),
      })
      .execute(),
  )
  return id
}
const moves = (orderId: string, to: Parameters<typeof notifyCustomer>[2]) =>
  withStoreScope(app.db, [store], (tx) => notifyCustomer(tx, { storeId: store, orderId }, to, now))
const queue = (body: string, { phone = customer, livesSeconds = 3_600, kind = 'answer' } = {}) =>
  withStoreScope(app.db, [store], async (tx) => {
    const contact = await ensureContact(tx, store, { phone, userId: null }, { name: null, now, at: now })
    return enqueueMessage(
      tx,
      store,
      {
        contactId: contact.id,
        orderId: null,
        kind,
        key: randomUUID(),
        content: { type: 'text', body },
        dueAt: now,
        expiresAt: new Date(now.getTime() + livesSeconds * 1_000),
      },
      now,
    )
  })
async function everyMinute(): Promise<void> {
  await expireMessages(app.deps, store)
  await watchLine(app.deps, store)
}
/** Lets time pass in steps of the shortest gap between two messages to one contact, with the worker running. */
async function minutes(count: number): Promise<void> {
  for (let step = 0; step < count * 10; step += 1) {
    pass(6)
    await shop.run(store)
    if (step % 5 === 0) await everyMinute()
  }
}

describe('order messages', () => {
  test('the customer is notified half a minute after each step of the order', async () => {
    const id = await order()
    await moves(id, 'confirmed')
    await shop.run(store)
    expect(provider.sent).toEqual([])
    pass(30)
    await shop.run(store)
    pass(60)
    await moves(id, 'dispatched')
    pass(30)
    await shop.run(store)
    expect(provider.sent.map(({ to, text }) => [to, text])).toEqual([
      [customer, 'Oi, Ana! Seu pedido #1042 foi aceito e já vai para o preparo. Brasa agradece.'],
      [customer, 'Oi, Ana! Seu pedido #1042 saiu para entrega. Brasa agradece.'],
    ])
  })

  test('steps within the same half minute become one message, about the last one', async () => {
    const id = await order()
    await moves(id, 'confirmed')
    pass(10)
    await moves(id, 'dispatched')
    pass(20)
    await shop.run(store)
    expect(provider.sent.map(({ text }) => text)).toEqual([expect.stringContaining('saiu para entrega')])
    expect(await states()).toEqual([
      ['accepted', 'cancelled', 'replaced'],
      ['dispatched', 'sent', null],
    ])
  })

  test('an undone step is not announced, and a repeated step is announced once', async () => {
    const id = await order()
    await moves(id, 'dispatched')
    await moves(id, 'ready')
    pass(30)
    await shop.run(store)
    expect(provider.sent).toEqual([])
    await moves(id, 'dispatched')
    pass(30)
    await shop.run(store)
    await moves(id, 'ready')
    await moves(id, 'dispatched')
    pass(60)
    await shop.run(store)
    expect(provider.sent).toHaveLength(1)
  })

  test('order messages are sent only if the store turned them on, and only to the customer’s own number', async () => {
    await moves(await order('0800 123 4567'), 'confirmed')
    await moves(await order(null), 'confirmed')
    await moves(await order('+14155550123'), 'confirmed')
    await save({ kinds: ['dispatched'] })
    await moves(await order(), 'confirmed')
    expect(await messages()).toEqual([])
  })

  test.each(['7', '{}', '{"customer": 7}', '{"customer": {"name": 7, "phone": 7}}'])(
    'an order whose customer %s cannot be parsed moves without a message',
    async (detail) => {
      const id = await order()
      await withStoreScope(app.db, [store], (tx) =>
        tx.updateTable('orders').set({ detail }).where('store_id', '=', store).where('id', '=', id).execute(),
      )
      await moves(id, 'confirmed')
      expect(await messages()).toEqual([])
    },
  )

  test('moving a real order queues its message in the same transaction', async () => {
    const { confirmOrder } = await import('../../../contract/orders/orders.ts')
    const id = await order()
    const answer = await app.call(
      manager,
      confirmOrder,
      { params: { orderId: id }, body: {} } as never,
      here(),
    )
    expect(answer.status).toBe(200)
    expect(await states()).toEqual([['accepted', 'queued', null]])
  })
})

describe('a message', () => {
  test('a message’s state never goes backwards, however often and in any order its statuses arrive', async () => {
    await queue('Um')
    await shop.run(store)
    const [id] = provider.sent.map((one) => one.id)
    for (const state of ['read', 'delivered', 'sent', 'failed', 'delivered', 'read'])
      await status(id ?? '', state)
    expect((await messages())[0]).toMatchObject({ state: 'read', cause: null })
  })

  test('a message that failed after it was sent shows why, and costs nothing', async () => {
    await queue('Um')
    await shop.run(store)
    await status(provider.sent[0]?.id ?? '', 'failed', { errors: [{ code: 131026 }] })
    expect((await messages())[0]).toMatchObject({ state: 'failed', cause: 'no-account', cost_micros: 0 })
    expect((await view()).health).toMatchObject({ failed: 1 })
  })

  test.each([
    '7',
    '{"type": "poll", "body": "Gostou?"}',
    '{"type": "text"}',
    '{"type": "list", "body": "Menu", "rows": 7}',
  ])(
    'a message whose stored content %s cannot be parsed fails, and the next ones are sent',
    async (content) => {
      await queue('Um')
      const [odd] = await messages()
      await withStoreScope(app.db, [store], (tx) =>
        tx
          .updateTable('outgoing_messages')
          .set({ content })
          .where('store_id', '=', store)
          .where('id', '=', odd?.id ?? '')
          .execute(),
      )
      await queue('Dois')
      await minutes(1)
      expect(provider.sent.map(({ text }) => text)).toEqual(['Dois'])
      expect(await states()).toEqual([
        ['answer', 'failed', 'not-understood'],
        ['answer', 'sent', null],
      ])
      expect((await messages())[0]?.content).toEqual(JSON.parse(content))
    },
  )

  test('one contact’s messages are sent in order every six seconds, independently of other contacts', async () => {
    for (const body of ['a', 'b', 'c']) await queue(body, { kind: 'ready' })
    await queue('para outra', { phone: '5521999990000' })
    await says('Oi', '5521999990000')
    await shop.run(store)
    expect(provider.sent.map(({ text }) => text).toSorted()).toEqual(['a', 'para outra'])
    await minutes(1)
    expect(provider.sent.filter(({ to }) => to === customer).map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  })

  test('a customer who wrote PARAR gets no messages until they opt in again', async () => {
    await says('Parar')
    await queue('promessa')
    await shop.run(store)
    expect(await states()).toEqual([['answer', 'cancelled', 'opted-out']])
    await says('Voltar')
    await queue('de novo')
    await shop.run(store)
    expect(provider.sent.map(({ text }) => text)).toEqual(['de novo'])
  })

  test('a repeated webhook with an old PARAR does not opt out a customer who came back', async () => {
    await says('Parar', customer, 'parar')
    await says('Voltar')
    await says('Parar', customer, 'parar')
    await queue('de novo')
    await shop.run(store)
    expect(provider.sent.map(({ text }) => text)).toEqual(['de novo'])
  })

  test('a message outside the service window is sent as an approved template, or fails for lack of one', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('whatsapp_contacts')
        .set({ last_in_at: new Date(now.getTime() - 25 * 3_600_000) })
        .where('store_id', '=', store)
        .execute(),
    )
    await moves(await order(), 'dispatched')
    pass(30)
    await shop.run(store)
    expect(await states()).toEqual([['dispatched', 'failed', 'no-template']])
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('whatsapp_templates').set({ state: 'approved' }).where('store_id', '=', store).execute(),
    )
    await moves(await order(), 'dispatched')
    pass(30)
    await shop.run(store)
    expect(provider.sent.map(({ text }) => text)).toEqual(['balcao_pedido_saiu'])
    expect((await view()).health.spentCents).toBe(2)
  })

  test.each(['FLAGGED', 'LIMIT_EXCEEDED'])(
    'a notice leaves as its approved template after Meta warned of it with %s',
    async (event) => {
      for (const said of ['APPROVED', event]) {
        const value = { event: said, message_template_name: 'balcao_pedido_saiu' }
        const changes = [{ field: 'message_template_status_update', value }]
        await shop.meta([{ id: `9${phoneId}`, changes }])
      }
      // The free window of the customer's last message is over.
      pass(25 * 3_600)
      await moves(await order(), 'dispatched')
      pass(30)
      await shop.run(store)
      expect(provider.sent.map(({ text }) => text)).toEqual(['balcao_pedido_saiu'])
      expect(await states()).toEqual([['dispatched', 'sent', null]])
    },
  )

  test('messages do not exceed the monthly cap', async () => {
    await save({ kinds: [], capCents: 2 })
    await queue('um')
    await queue('dois')
    await minutes(1)
    expect(await states()).toEqual([
      ['answer', 'sent', null],
      ['answer', 'cancelled', 'cap'],
    ])
  })
})

describe('failures', () => {
  test('after an hour without a line, expired messages are dropped and the rest is sent in order, once', async () => {
    await app.call(manager, contract.disconnectWhatsapp, {}, here())
    for (let index = 0; index < 5; index += 1) await queue(`vive ${String(index)}`, { livesSeconds: 7_200 })
    await queue('morre', { livesSeconds: 600 })
    for (let step = 0; step < 12; step += 1) {
      pass(300)
      await shop.run(store)
      await everyMinute()
    }
    expect(provider.sent).toEqual([])
    expect((await view()).queue).toMatchObject({ waiting: 5 })
    await shop.connectCloud(manager, store, { meta: { phoneId, accountId: `9${phoneId}`, token: 'again' } })
    await minutes(1)
    expect(provider.sent.map(({ text }) => text)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `vive ${String(index)}`),
    )
    expect((await messages()).at(-1)).toMatchObject({ state: 'expired' })
  })

  test.each([
    ['a customer whose answer expires without a line gets a person', 'answer', 'cart', 'person'],
    ['a customer who wants no messages stays alone', 'answer', 'stopped', 'stopped'],
    ['a customer whose order notice expires keeps the chat', 'order-confirmed', 'cart', 'cart'],
  ])('%s', async (_case, kind, place, after) => {
    await app.call(manager, contract.disconnectWhatsapp, {}, here())
    await queue('oi', { livesSeconds: 600, kind })
    const conversations = <T>(work: (tx: Transaction<Cell>) => Promise<T>) =>
      withStoreScope(app.db, [store], work)
    await conversations(async (tx) => {
      const contact = await ensureContact(
        tx,
        store,
        { phone: customer, userId: null },
        { name: null, now, at: now },
      )
      const row = {
        store_id: store,
        contact_id: contact.id,
        id: randomUUID(),
        place,
        state: '{}',
        updated_at: now,
      }
      await tx
        .insertInto('whatsapp_conversations')
        .values(row)
        .onConflict((conflict) => conflict.constraint('whatsapp_conversations_pkey').doUpdateSet({ place }))
        .execute()
    })
    pass(601)
    await everyMinute()
    const [row] = await conversations((tx) =>
      tx.selectFrom('whatsapp_conversations').select('place').where('store_id', '=', store).execute(),
    )
    expect(row?.place).toBe(after)
  })

  test('a throttled message is sent later, and a refused one shows why', async () => {
    provider.state.graphFault = { status: 429, code: 130429 }
    await queue('calma')
    await shop.run(store)
    expect(await states()).toEqual([['answer', 'queued', null]])
    provider.state.graphFault = null
    await minutes(1)
    expect(provider.sent).toHaveLength(1)
    provider.state.graphFault = { status: 400, code: 131026 }
    await queue('ninguém')
    await shop.run(store)
    expect((await states()).at(-1)).toEqual(['answer', 'failed', 'no-account'])
  })

  test('an expired token closes the line and keeps the message', async () => {
    provider.state.graphFault = { status: 401, code: 190 }
    await queue('espera')
    await shop.run(store)
    expect((await view()).line).toMatchObject({ state: 'closed', cause: 'unauthorized' })
    expect(await states()).toEqual([['answer', 'queued', null]])
  })

  test('a message whose reply was lost is confirmed by Meta’s webhook and not sent again', async () => {
    provider.state.hangsUp = true
    await queue('em dúvida')
    await shop.run(store)
    provider.state.hangsUp = false
    expect(await states()).toEqual([['answer', 'sending', null]])
    const [taken] = provider.sent
    await status(taken?.id ?? '', 'delivered', { biz_opaque_callback_data: taken?.key })
    await minutes(4)
    expect(provider.sent).toHaveLength(1)
    expect((await messages())[0]).toMatchObject({ state: 'delivered', provider_id: taken?.id })
  })

  test('a server that was down for two minutes waits for the provider’s retry at the fourth', async () => {
    const id = await queue('talvez')
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'sending', claimed_at: now, attempts: 1 })
        .where('store_id', '=', store)
        .where('id', '=', id)
        .execute(),
    )
    pass(120)
    // Another process of the same server, started now.
    const again = { ...app.deps }
    const { sendNext } = await import('../whatsapp.ts')
    const contactId = (await messages())[0]?.contact_id ?? ''
    const look = () => sendNext(again, store, contactId)
    await look()
    pass(200)
    await look()
    expect(provider.sent).toEqual([])
    await status('wamid.late', 'delivered', { biz_opaque_callback_data: id })
    pass(300)
    await look()
    expect(provider.sent).toEqual([])
    expect((await messages())[0]).toMatchObject({ state: 'delivered', provider_id: 'wamid.late' })
  })

  test('an echo that arrives while its message is being recorded does not count as the owner’s', async () => {
    await queue('Seu pedido: 1 Guaraná')
    const id = (await messages()).at(-1)?.id ?? ''
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'sending', claimed_at: now })
        .where('id', '=', id)
        .execute(),
    )
    const echo = {
      type: 'message',
      lineKey: phoneId,
      providerId: `own-${id}`,
      from: { phone: customer, userId: null },
      name: null,
      echo: true,
      at: now,
      content: { type: 'text', body: 'Seu pedido: 1 Guaraná' },
    } as const
    const becomes = `state = 'sent', claimed_at = null, provider_id = 'own-${id}'`
    await atOnceOver(app.ownerUrl, { table: 'outgoing_messages', id, becomes }, [
      () => withStoreScope(app.db, [store], (tx) => receiveMessages(tx, store, [echo], now)),
    ])
    const contact = await withStoreScope(app.db, [store], (tx) =>
      ensureContact(tx, store, echo.from, { name: null, now, at: now }),
    )
    expect(contact.silent_until).toBeNull()
  })

  test('two concurrent workers send each message once', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `55119${String(80_000_000 + index)}`)
    for (const phone of people) await says('Oi', phone)
    for (const phone of people) await queue(`para ${phone}`, { phone })
    const { sendNext } = await import('../whatsapp.ts')
    const contacts = [...new Set((await messages()).map((row) => row.contact_id))]
    await Promise.all([...contacts, ...contacts, ...contacts].map((id) => sendNext(app.deps, store, id)))
    expect(provider.sent.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
  })

  test('a number sends 80 messages in a second and the rest in the next', async () => {
    const people = Array.from({ length: 90 }, (_, index) => `55119${String(70_000_000 + index)}`)
    for (const phone of people) await says('Oi', phone)
    for (const phone of people) await queue('já', { phone })
    await shop.run(store)
    expect(provider.sent).toHaveLength(80)
    pass(1)
    await shop.run(store)
    expect(provider.sent).toHaveLength(90)
  })
})

describe('an unconfirmed message', () => {
  /** The message as left by a process that crashes after the claim. */
  const leftAt = async (id: string | null) => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'sending', claimed_at: now, attempts: 1 })
        .where('store_id', '=', store)
        .where('id', '=', id ?? '')
        .execute(),
    )
    return id ?? ''
  }
  const doubt = async (body: string, more: Parameters<typeof queue>[1] = {}) => {
    const id = await leftAt(await queue(body, more))
    await minutes(3)
    return id
  }
  const asked = async (person = basic) =>
    (await app.call(person, readConversations, { query: { selection: store } })).data.unsure.map(
      ({ text }) => text,
    )
  const settle = (messageId: string, went: boolean, person = basic, storeId = store) =>
    app.call(person, settleMessage, { params: { messageId }, body: { went } }, { storeId })

  test('an unconfirmed message holds the next ones for two minutes, and is then left to a person while they are sent', async () => {
    const id = await leftAt(await queue('perdida'))
    await queue('a seguinte')
    await minutes(1)
    expect([provider.sent, await asked()]).toEqual([[], []])
    await minutes(3)
    expect(provider.sent.map(({ text }) => text)).toEqual(['a seguinte'])
    expect(await asked()).toEqual(['perdida'])
    expect((await view()).queue).toMatchObject({ waiting: 0, unsure: 1 })
    expect((await settle(id, false)).data).toEqual({ state: 'queued' })
    await minutes(1)
    expect(provider.sent.map(({ text }) => text)).toEqual(['a seguinte', 'perdida'])
    expect(await asked()).toEqual([])
  })

  test('an unconfirmed message that a person confirms is not sent again, and late statuses still count', async () => {
    const id = await doubt('foi')
    expect((await settle(id, true)).data).toEqual({ state: 'sent' })
    await minutes(1)
    expect(provider.sent).toEqual([])
    await status('wamid.late', 'delivered', { biz_opaque_callback_data: id })
    expect((await messages()).at(-1)).toMatchObject({ state: 'delivered', provider_id: 'wamid.late' })
  })

  test('a late status confirms a message, and no person is asked', async () => {
    const id = await doubt('talvez')
    await status('wamid.later', 'sent', { biz_opaque_callback_data: id })
    expect(await asked()).toEqual([])
    const late = await settle(id, false)
    expect([late.status, late.body.error]).toEqual([409, 'whatsapp/message-settled'])
    await minutes(1)
    expect(provider.sent).toEqual([])
  })

  test('the first of two people decides about an unconfirmed message', async () => {
    const id = await doubt('uma só')
    const both = await atOnceOver(app.ownerUrl, { table: 'outgoing_messages', id }, [
      () => settle(id, false),
      () => settle(id, true, manager),
    ])
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await minutes(1)
    const again = both[0]?.status === 200
    expect(provider.sent).toHaveLength(again ? 1 : 0)
  })

  test('nobody outside the store decides about an unconfirmed message', async () => {
    const id = await doubt('segredo')
    const { store: theirs, basic: neighbour } = await standardShop(app)
    expect((await settle(id, false, neighbour, theirs)).status).toBe(404)
    expect((await settle(id, false, stranger)).status).toBe(404)
    expect((await settle(randomUUID(), true)).body.error).toBe('whatsapp/message-not-found')
    expect((await messages()).at(-1)).toMatchObject({ state: 'unsure' })
  })

  test('an unconfirmed message that is out of date needs no decision', async () => {
    await doubt('resposta do Balcão')
    expect(await asked()).toEqual(['resposta do Balcão'])
    await says('E aí?')
    expect(await asked()).toEqual([])
    await doubt('vive pouco', { kind: 'person', livesSeconds: 240 })
    expect(await asked()).toEqual(['vive pouco'])
    await minutes(2)
    expect(await asked()).toEqual([])
    const orderId = await order()
    await moves(orderId, 'confirmed')
    pass(30)
    await leftAt((await messages()).at(-1)?.id ?? null)
    await minutes(3)
    expect(await asked()).toEqual([expect.stringContaining('foi aceito')])
    await moves(orderId, 'dispatched')
    expect(await asked()).toEqual([])
    await minutes(2)
    expect(provider.sent.map(({ text }) => text)).toEqual([expect.stringContaining('saiu para entrega')])
  })

  test('only an unconfirmed notice to staff is resent automatically, and a farewell is dropped', async () => {
    await doubt('aviso da equipe', { kind: 'notice' })
    await doubt('até logo', { kind: 'farewell' })
    await minutes(1)
    expect(provider.sent.map(({ text }) => text)).toEqual(['aviso da equipe'])
    expect(await asked()).toEqual([])
  })

  test('an Evolution server that stores messages is asked first; what it does not find is left to a person', async () => {
    await app.call(manager, contract.disconnectWhatsapp, {}, here())
    await shop.connectEvolution(manager, store)
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('whatsapp_lines').set({ state: 'open' }).where('store_id', '=', store).execute(),
    )
    provider.state.evolutionState = 'open'
    provider.state.clock = () => now.getTime()
    provider.state.hangsUp = true
    await queue('chegou lá')
    await shop.run(store)
    provider.state.hangsUp = false
    expect((await messages()).at(-1)).toMatchObject({ state: 'sending' })
    await minutes(3)
    expect((await messages()).at(-1)).toMatchObject({ state: 'sent', provider_id: provider.sent[0]?.id })
    expect(await asked()).toEqual([])
    // The same text again: the first copy belongs to the first message.
    await doubt('chegou lá')
    expect(await asked()).toEqual(['chegou lá'])
    expect(provider.sent).toHaveLength(1)
  })
})

describe('the queue', () => {
  const clean = (confirm = 'limpar', person = manager, storeId = store) =>
    app.call(person, contract.cleanMessageQueue, { body: { confirm } }, { storeId })

  test('a manager cleans the queue of the messages that wait, once', async () => {
    await app.call(manager, contract.disconnectWhatsapp, {}, here())
    for (const body of ['a', 'b', 'c']) await queue(body)
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'sending', claimed_at: now })
        .where('store_id', '=', store)
        .where('body', '=', 'a')
        .execute(),
    )
    expect((await view()).queue).toEqual({
      waiting: 2,
      oldestAt: now.toISOString(),
      unsure: 0,
      kinds: [{ kind: 'answer', count: 2, oldestAt: now.toISOString() }],
    })
    expect((await clean('sim')).status).toBe(400)
    expect((await clean('LIMPAR', basic)).status).toBe(403)
    expect((await clean('LIMPAR', stranger)).status).toBe(404)
    const both = await Promise.all([clean(), clean()])
    expect(both.map(({ data }) => data.cancelled).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(both.map(({ data }) => data.alreadySent)).toEqual([1, 1])
    expect((await messages()).map(({ state }) => state)).toEqual(['sending', 'cancelled', 'cancelled'])
  })
})

describe('the settings', () => {
  test('the settings show what a month of messages would cost before they are turned on', async () => {
    await moves(await order(), 'confirmed')
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('orders').set({ status: 'delivered' }).where('store_id', '=', store).execute(),
    )
    const { kinds, prices } = await view()
    expect(kinds.map(({ kind, monthMessages, monthCents }) => [kind, monthMessages, monthCents])).toEqual([
      ['accepted', 1, 2],
      ['ready', 0, 0],
      ['dispatched', 1, 2],
      ['cancelled', 0, 0],
    ])
    expect(prices.since).toBe('2026-10-01')
  })

  test('a template that Meta charges as marketing raises what its month costs', async () => {
    await moves(await order(), 'confirmed')
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('orders').set({ status: 'delivered' }).where('store_id', '=', store).execute(),
    )
    const value = {
      message_template_name: 'balcao_pedido_aceito',
      message_template_language: 'pt_BR',
      previous_category: 'UTILITY',
      new_category: 'MARKETING',
    }
    pass(60)
    await shop.meta([{ id: `9${phoneId}`, changes: [{ field: 'template_category_update', value }] }])
    const [accepted] = (await view()).kinds
    expect(accepted).toMatchObject({
      kind: 'accepted',
      category: 'marketing',
      monthMessages: 1,
      monthCents: 35,
    })
  })

  test('of two people who save the settings at once, the second sees what the first saved', async () => {
    const { version } = (await view()).settings
    const put = (kinds: contract.MessageKind[]) =>
      app.call(manager, contract.saveWhatsapp, { body: { kinds, capCents: 5_000, version } }, here())
    const answers = await Promise.all([put(['ready']), put(['cancelled'])])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.current).toMatchObject({
      version: version + 1,
    })
    expect((await save({ kinds: [] }, basic)).status).toBe(403)
  })
})
