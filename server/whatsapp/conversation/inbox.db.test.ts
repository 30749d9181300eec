import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import * as contract from '../../../contract/whatsapp/conversations.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { enableConversational } from '../../../contract/whatsapp/whatsapp.ts'
import { withStoreScope } from '../../db/scope.ts'
import { takeOrders } from '../../orders/taking/order-intake.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { whatsappApp, type WhatsappProvider, type WhatsappShop } from '../../testing/whatsapp/shop.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { ensureConversation, saveState } from './conversation-rows.ts'
import { newChat } from './chat/chat-state.ts'
import { handedToPerson } from './chat/replies.rules.ts'
import { recordCustomerMessages } from './record-messages.ts'

let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
let conversationId: string
let contactId: string
const now = new Date('2026-11-20T22:00:00Z')
const dayBefore = new Date(now.getTime() - 24 * 3_600_000)

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  app.setClock(now)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
  contactId = uuidv7()
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('whatsapp_contacts')
      .values({ store_id: store, id: contactId, phone: '5511987654321', name: 'Ana', last_in_at: now })
      .execute()
    await tx
      .insertInto('incoming_messages')
      .values({
        store_id: store,
        provider_id: 'wamid.1',
        contact_id: contactId,
        at: now,
        received_at: now,
        echo: false,
        content: JSON.stringify({ type: 'text', body: 'Cadê meu pedido?' }),
      })
      .execute()
    const row = await ensureConversation(tx, store, contactId, now)
    conversationId = row.id
    await saveState(tx, row, handedToPerson(newChat, 'order'), now)
  })
})

const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const came = (id: string, at: Date, body: string, echo = false) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('incoming_messages')
      .values({
        store_id: store,
        provider_id: id,
        contact_id: contactId,
        at,
        received_at: at,
        echo,
        content: JSON.stringify({ type: 'text', body }),
      })
      .execute(),
  )
const toCentro = {
  detail: {
    ...simpleOrder('', '', '').detail,
    delivery: {
      deliveredBy: 'MERCHANT' as const,
      pickupCode: null,
      notes: null,
      address: {
        street: 'Rua das Flores',
        number: '10',
        complement: null,
        reference: null,
        district: 'Centro',
        city: 'Cidade',
        state: 'SP',
        zipCode: null,
        lat: null,
        lng: null,
      },
    },
  },
}
const wroteLast = (at: Date) =>
  withStoreScope(app.db, [store], (tx) =>
    tx.updateTable('whatsapp_contacts').set({ last_in_at: at }).where('store_id', '=', store).execute(),
  )
const here = () => ({ storeId: store })
const params = () => ({ conversationId })
const waiting = async () =>
  (await app.call(basic, contract.readConversations, { query: { selection: store } })).data.conversations
const take = (person: Person, storeId = store) =>
  app.call(person, contract.takeConversation, { params: params() }, { storeId })
const handBack = (person: Person) =>
  app.call(person, contract.handBackConversation, { params: params() }, here())
const say = (person: Person, text: string, key?: string) =>
  app.call(
    person,
    contract.answerConversation,
    { params: params(), body: { text } },
    { ...here(), ...(key ? { key } : {}) },
  )
const line = async () => {
  const { stores } = (await app.call(basic, readStoresNow, { query: { selection: store } })).data
  return stores[0] ?? { whatsapp: null }
}
const hold = (person: Person, on: boolean, storeId = store) =>
  app.call(person, contract.holdConversation, { params: params(), body: { hold: on } }, { storeId })
const queued = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outgoing_messages').select(['kind', 'body']).where('store_id', '=', store).execute(),
  )

describe('a conversation stored by another version of the product', () => {
  const keep = (state: unknown) =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('whatsapp_conversations')
        .set({ state: JSON.stringify(state) })
        .where('store_id', '=', store)
        .execute(),
    )
  const lost = { reason: 'not-understood', draft: [], draftCents: 0 }
  const begun = [{ menuItemId: uuidv7(), name: 'Calabresa', quantity: 2, unitPriceCents: 3_000, options: [] }]

  test.for<readonly [string, unknown, object]>([
    ['nothing', {}, lost],
    ['a list', [], lost],
    ['a word', 'person', lost],
    ['an unknown place', { ...newChat, place: 'voice' }, lost],
    ['items that are no list', { ...newChat, draft: { ...newChat.draft, items: { length: 3 } } }, lost],
    ['an item without a price', { ...newChat, draft: { ...newChat.draft, items: [{ name: 'x' }] } }, lost],
    [
      'an unknown reason',
      { ...newChat, place: 'person', why: 'toString', draft: { ...newChat.draft, items: begun } },
      { reason: 'not-understood', draftCents: 6_000 },
    ],
  ])(
    'a conversation of %s is handed to a person, says so, and affects no other store',
    async ([, state, shown]) => {
      await keep(state)
      const owner = await app.addPerson('Dona', { [store]: 'owner', [other]: 'owner' })
      const listed = await app.call(owner, contract.readConversations, {
        query: { selection: `${store},${other}` },
      })
      expect([listed.status, listed.data.conversations.length]).toEqual([200, 1])
      expect(listed.data.conversations[0]).toMatchObject(shown)
      const stores = await app.call(owner, readStoresNow, { query: { selection: `${store},${other}` } })
      expect(stores.status).toBe(200)
      const thread = await app.call(basic, contract.readConversation, { params: params() }, here())
      expect(thread.data.messages).toMatchObject([{ by: 'customer', text: 'Cadê meu pedido?' }])
    },
  )

  test('a conversation in an unknown format is answered and handed back, and its next order number is new', async () => {
    await keep({ place: 'person', draft: { number: 1 } })
    expect((await say(basic, 'Já vejo, Ana.')).status).toBe(200)
    expect((await handBack(basic)).status).toBe(200)
    const row = await withStoreScope(app.db, [store], (tx) => ensureConversation(tx, store, contactId, now))
    expect(row.state).toMatchObject({ place: 'greeting', draft: { items: [] } })
    expect((row.state as unknown as typeof newChat).draft.number).toBeGreaterThan(1)
  })

  test('a message in an unknown format is shown as visible on the phone only', async () => {
    for (const content of [{ type: 'poll' }, { type: 'text' }, { type: 'toString' }, 7]) {
      await withStoreScope(app.db, [store], (tx) =>
        tx
          .updateTable('incoming_messages')
          .set({ content: JSON.stringify(content) })
          .where('store_id', '=', store)
          .execute(),
      )
      expect(await waiting()).toMatchObject([{ lastText: 'Enviou algo que só o telefone mostra.' }])
      const thread = await app.call(basic, contract.readConversation, { params: params() }, here())
      expect(thread.data.messages).toMatchObject([{ text: 'Enviou algo que só o telefone mostra.' }])
    }
  })
})

describe('a conversation that waits for a person', () => {
  test('a conversation is listed with the customer’s last message, and its thread opens', async () => {
    expect(await waiting()).toMatchObject([
      { conversationId, name: 'Ana', lastText: 'Cadê meu pedido?', personName: null, mine: false },
    ])
    const thread = await app.call(basic, contract.readConversation, { params: params() }, here())
    expect(thread.data.messages).toMatchObject([{ by: 'customer', text: 'Cadê meu pedido?' }])
  })

  test('a customer waits until a person answers, and waits again after writing again', async () => {
    const since = async () => (await waiting()).map(({ waitsSince }) => waitsSince)
    expect(await since()).toEqual([now.toISOString()])
    app.setClock(inMinutes(1))
    await say(basic, 'Já vejo, Ana.')
    expect(await since()).toEqual([null])
    await came('wamid.2', inMinutes(3), 'E aí?')
    await came('wamid.3', inMinutes(4), 'Oi?')
    app.setClock(inMinutes(5))
    expect(await since()).toEqual([inMinutes(3).toISOString()])
    await say(basic, 'Saiu agora.')
    expect(await since()).toEqual([null])
    // A failed message does not count as an answer.
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'failed', sent_at: inMinutes(5) })
        .where('store_id', '=', store)
        .where('body', '=', 'Saiu agora.')
        .execute(),
    )
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'delivered', sent_at: inMinutes(1) })
        .where('store_id', '=', store)
        .where('state', '=', 'queued')
        .execute(),
    )
    expect(await since()).toEqual([inMinutes(3).toISOString()])
  })

  test('a message by the owner on the phone also counts as an answer', async () => {
    await came('wamid.4', inMinutes(1), 'Já respondo por aqui.', true)
    expect(await waiting()).toMatchObject([{ waitsSince: null, lastText: 'Cadê meu pedido?' }])
  })

  test('a customer no longer waits once the service window has closed', async () => {
    await wroteLast(dayBefore)
    expect(await waiting()).toMatchObject([{ waitsSince: null }])
  })

  test('a thread shows the customer’s earlier orders and the open one', async () => {
    const known = async () =>
      (await app.call(basic, contract.readConversation, { params: params() }, here())).data.customer
    expect(await known()).toEqual({ orders: 0, district: null, openOrder: null })
    const open = uuidv7()
    const customer = { id: uuidv7(), name: 'Ana', phone: '+5511987654321' }
    await takeOrders(app.db, [
      simpleOrder(store, uuidv7(), 'o-1', { status: 'concluded', customer, ...toCentro }),
      simpleOrder(store, uuidv7(), 'o-2', { status: 'cancelled', customer }),
      simpleOrder(store, open, 'o-3', { status: 'dispatched', customer }),
    ])
    expect(await known()).toMatchObject({
      orders: 2,
      district: 'Centro',
      openOrder: { id: open, status: 'dispatched' },
    })
  })

  test('a conversation that somebody took cannot be taken again; the error names the person', async () => {
    expect((await take(basic)).data.conversation).toMatchObject({ personName: 'basic', mine: true })
    expect((await take(basic)).status).toBe(200)
    const refused = await take(manager)
    expect([refused.status, refused.body.error]).toEqual([409, 'whatsapp/conversation-taken'])
    expect(refused.body.message).toBe('basic já está nesta conversa.')
    expect((await say(manager, 'Oi')).status).toBe(409)
  })

  test('of two people who take a conversation at once, one wins', async () => {
    const answers = await Promise.all([take(basic), take(manager)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('of two people who answer a conversation at once, one answer is sent', async () => {
    const answers = await Promise.all([say(basic, 'Já saiu, Ana!'), say(manager, 'Oi, Ana')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await queued()).toHaveLength(1)
  })

  test('an answer with the same idempotency key is sent once', async () => {
    const key = randomUUID()
    await say(basic, 'Já saiu, Ana!', key)
    expect((await say(basic, 'Já saiu, Ana!', key)).status).toBe(200)
    expect(await queued()).toEqual([{ kind: 'person', body: 'Já saiu, Ana!' }])
    expect(await waiting()).toMatchObject([{ personName: 'basic' }])
  })

  test('an answer is rejected a day after the customer’s last message', async () => {
    await wroteLast(dayBefore)
    const refused = await say(basic, 'Oi')
    expect([refused.status, refused.body.error]).toEqual([409, 'whatsapp/window-closed'])
    expect(await queued()).toEqual([])
  })

  describe('once the 24 hours are over, the text that Meta approved for the open order', () => {
    const openOrder = (status: OrderStatus) =>
      takeOrders(app.db, [
        simpleOrder(store, uuidv7(), 'o-1', {
          status,
          customer: { id: uuidv7(), name: 'Ana', phone: '+5511987654321' },
        }),
      ])
    const approved = async () => {
      await shop.connectCloud(manager, store)
      await withStoreScope(app.db, [store], (tx) =>
        tx
          .updateTable('whatsapp_templates')
          .set({ state: 'approved' })
          .where('store_id', '=', store)
          .execute(),
      )
    }
    const offered = async () =>
      (await app.call(basic, contract.readConversation, { params: params() }, here())).data.orderNotice
    const notify = (person: Person, storeId = store, key?: string) =>
      app.call(person, contract.sendOrderNotice, { params: params() }, { storeId, ...(key ? { key } : {}) })
    const sent = () => queued().then((all) => all.filter(({ kind }) => kind === 'dispatched'))

    beforeEach(async () => {
      await approved()
      await openOrder('dispatched')
      await wroteLast(dayBefore)
    })

    test('is offered with its words and its price, and leaves', async () => {
      expect(await offered()).toEqual({
        text: expect.stringMatching(/^Oi, Ana! Seu pedido #\S+ saiu para entrega\./) as string,
        priceCents: 2,
      })
      expect((await notify(basic)).status).toBe(200)
      expect(await sent()).toHaveLength(1)
      expect(await waiting()).toMatchObject([{ personName: 'basic' }])
      await shop.run(store)
      expect(provider.sent.at(-1)).toMatchObject({
        to: '5511987654321',
        text: 'balcao_pedido_saiu',
      })
    })

    test('is not offered while the store may still write freely, nor after the customer asked for no messages', async () => {
      await wroteLast(now)
      expect(await offered()).toBeNull()
      await wroteLast(dayBefore)
      await withStoreScope(app.db, [store], (tx) =>
        tx
          .updateTable('whatsapp_contacts')
          .set({ opted_out_at: now })
          .where('store_id', '=', store)
          .execute(),
      )
      expect(await offered()).toBeNull()
      expect((await notify(basic)).body.error).toBe('whatsapp/no-notice')
    })

    test('costs nothing through a linked phone, which needs no approval', async () => {
      await withStoreScope(app.db, [store], (tx) =>
        tx.updateTable('whatsapp_lines').set({ driver: 'evolution' }).where('store_id', '=', store).execute(),
      )
      expect(await offered()).toMatchObject({ priceCents: 0 })
    })

    test('does not exist for a step that has no such text', async () => {
      await withStoreScope(app.db, [store], (tx) =>
        tx.updateTable('orders').set({ status: 'preparing' }).where('store_id', '=', store).execute(),
      )
      expect(await offered()).toBeNull()
    })

    test('does not exist before Meta approves it', async () => {
      await withStoreScope(app.db, [store], (tx) =>
        tx.updateTable('whatsapp_templates').set({ state: 'paused' }).where('store_id', '=', store).execute(),
      )
      expect(await offered()).toBeNull()
      const refused = await notify(basic)
      expect([refused.status, refused.body.error]).toEqual([409, 'whatsapp/no-notice'])
      expect(await sent()).toEqual([])
    })

    test('leaves once for one press, and of two people at once one sends it', async () => {
      const key = randomUUID()
      await notify(basic, store, key)
      expect((await notify(basic, store, key)).status).toBe(200)
      expect(await sent()).toHaveLength(1)
      await handBack(basic)
      await take(basic)
      await handBack(basic)
      const answers = await Promise.all([notify(basic), notify(manager)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    test('of another store is not found', async () => {
      expect((await notify(stranger, other)).body.error).toBe('whatsapp/conversation-not-found')
      expect((await notify(stranger)).status).toBe(404)
      expect(await sent()).toEqual([])
    })
  })

  test('anyone at the store can hand a conversation back, once', async () => {
    await take(basic)
    expect((await handBack(manager)).data.conversation.personSince).toBeNull()
    expect(await waiting()).toEqual([])
    const refused = await handBack(manager)
    expect([refused.status, refused.body.error]).toEqual([409, 'whatsapp/conversation-not-taken'])
    const audits = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('audit_entries').select('action').where('store_id', '=', store).orderBy('id').execute(),
    )
    expect(audits.map(({ action }) => action)).toEqual([
      'whatsapp/conversation-taken',
      'whatsapp/conversation-returned',
    ])
  })

  test('a handed-back conversation leaves recent messages to the person, except an opt-out', async () => {
    await shop.connectCloud(manager, store)
    await app.call(manager, enableConversational, { body: { enabled: true, hours: 'always' } }, here())
    const writes = (body: string) =>
      withStoreScope(app.db, [store], (tx) =>
        recordCustomerMessages(tx, store, contactId, {
          messages: [{ providerId: body, content: { type: 'text', body } }],
          now,
        }),
      )
    const later = async () => {
      app.setClock(inMinutes(1))
      await shop.run(store)
      return (await queued()).map(({ kind }) => kind)
    }
    await writes('Obrigada!')
    await handBack(basic)
    expect(await later()).toEqual([])
    await take(basic)
    await writes('PARAR')
    await handBack(basic)
    expect(await later()).toEqual(['farewell'])
  })

  test('a conversation shows why a person should answer', async () => {
    expect(await waiting()).toMatchObject([{ reason: 'order' }])
    await handBack(manager)
    expect((await take(basic)).data.conversation).toMatchObject({ reason: 'taken' })
  })

  test('a conversation of another store is not found', async () => {
    const [stolen, denied] = await Promise.all([take(stranger, other), take(stranger)])
    expect([stolen.status, stolen.body.error]).toEqual([404, 'whatsapp/conversation-not-found'])
    expect(denied.status).toBeGreaterThanOrEqual(403)
    expect(await waiting()).toMatchObject([{ personName: null }])
  })
})

describe('a customer’s queue', () => {
  const left = () =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('outgoing_messages')
        .select('body')
        .where('store_id', '=', store)
        .where('state', '=', 'sent')
        .orderBy('sent_at')
        .execute(),
    ).then((rows) => rows.map(({ body }) => body))
  const waits = (body: string) =>
    withStoreScope(app.db, [store], (tx) =>
      enqueueMessage(
        tx,
        store,
        {
          contactId,
          orderId: null,
          kind: 'answer',
          key: randomUUID(),
          content: { type: 'text', body },
          dueAt: now,
          expiresAt: inMinutes(600),
        },
        now,
      ),
    )
  beforeEach(async () => {
    provider.reset()
    await shop.connectCloud(manager, store)
  })

  test('anyone at the store can hold a customer’s queue; a person’s messages are still sent, and the rest follows in order', async () => {
    const { conversation } = (await hold(basic, true)).data
    expect(conversation.held).toEqual({ until: inMinutes(120).toISOString(), by: 'basic' })
    for (const body of ['um', 'dois']) await waits(body)
    expect((await say(basic, 'Um momento, Ana.')).data.queued).toBe(2)
    await shop.run(store)
    expect(await left()).toEqual(['Um momento, Ana.'])
    app.setClock(inMinutes(5))
    expect((await line()).whatsapp).toMatchObject({ stuck: 0 })
    expect((await hold(manager, false)).data.conversation.held).toBeNull()
    for (const minutes of [6, 7]) {
      app.setClock(inMinutes(minutes))
      await shop.run(store)
    }
    expect(await left()).toEqual(['Um momento, Ana.', 'um', 'dois'])
  })

  test('a held queue is released when the conversation is handed back, or after two hours', async () => {
    await hold(basic, true)
    await waits('a primeira')
    await shop.run(store)
    expect(await left()).toEqual([])
    expect((await handBack(basic)).data.conversation.held).toBeNull()
    await shop.run(store)
    expect(await left()).toEqual(['a primeira'])
    await hold(basic, true)
    await waits('esquecida')
    app.setClock(inMinutes(119))
    await shop.run(store)
    expect(await left()).toEqual(['a primeira'])
    app.setClock(inMinutes(121))
    await shop.run(store)
    expect(await left()).toEqual(['a primeira', 'esquecida'])
  })

  test('nobody from another store can hold a customer’s queue', async () => {
    const [stolen, denied] = await Promise.all([hold(stranger, true, other), hold(stranger, true)])
    expect([stolen.status, denied.status]).toEqual([404, 404])
    expect(await waiting()).toMatchObject([{ held: null }])
  })
})

describe('a conversation changes hands', () => {
  const pass = (person: Person, uid: string, storeId = store) =>
    app.call(person, contract.passConversation, { params: params(), body: { uid } }, { storeId })
  const colleagues = async (person: Person) =>
    (await app.call(person, contract.readColleagues, { params: params() }, here())).data.colleagues

  test('to a colleague, named with the number of conversations, and both see whose it is', async () => {
    await take(basic)
    expect((await colleagues(basic)).find(({ uid }) => uid === manager.uid)).toMatchObject({
      conversations: 0,
    })
    expect((await colleagues(basic)).some(({ uid }) => uid === basic.uid)).toBe(false)
    const passed = await pass(basic, manager.uid)
    expect(passed.data.conversation).toMatchObject({ mine: false })
    const seen = await app.call(manager, contract.readConversation, { params: params() }, here())
    expect(seen.data.conversation).toMatchObject({ mine: true })
    expect((await colleagues(basic)).find(({ uid }) => uid === manager.uid)).toMatchObject({
      conversations: 1,
    })
    // It is the manager's to answer and to pass on now.
    expect((await say(basic, 'Já vai!')).body.error).toBe('whatsapp/conversation-taken')
    expect((await pass(basic, basic.uid)).body.error).toBe('whatsapp/conversation-taken')
    expect((await say(manager, 'Já vai!')).status).toBe(200)
  })

  test('while nobody has it, also from the automatic answers', async () => {
    await handBack(basic)
    const passed = await pass(basic, manager.uid)
    expect(passed.data.conversation.personSince).not.toBeNull()
  })

  test('never to a stranger, nor by one', async () => {
    expect((await pass(basic, stranger.uid)).body.error).toBe('whatsapp/colleague-not-found')
    expect((await pass(stranger, manager.uid)).body.error).toBe('store/not-found')
    expect((await pass(stranger, stranger.uid, other)).body.error).toBe('whatsapp/conversation-not-found')
    expect((await waiting())[0]).toMatchObject({ personName: null })
  })

  test('of two who pass it at once, one wins', async () => {
    const third = await app.addPerson('third', { [store]: 'basic' })
    const both = await Promise.all([pass(basic, third.uid), pass(manager, third.uid)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

test('what the Balcão answers alone is listed for a day, only to the people of its store', async () => {
  const listed = async (person = basic, selection = store) =>
    (await app.call(person, contract.readConversations, { query: { selection } })).data.recent?.some(
      (one) => one.conversationId === conversationId,
    )
  expect(await listed()).toBe(false)
  await handBack(basic)
  expect(await listed()).toBe(true)
  expect(await listed(stranger, other)).toBe(false)
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('whatsapp_conversations')
      .set({ updated_at: new Date(now.getTime() - 25 * 3_600_000) })
      .where('id', '=', conversationId)
      .execute(),
  )
  expect(await listed()).toBe(false)
})

describe('a search', () => {
  const find = async (search: string, person = basic, selection = store) =>
    (
      await app.call(person, contract.readConversations, { query: { selection, search } })
    ).data.conversations.map((one) => one.conversationId)

  test('finds by a part of the name and by digits of the phone, also what the Balcão answers', async () => {
    await handBack(basic)
    expect(await waiting()).toEqual([])
    expect(await find('an')).toEqual([conversationId])
    expect(await find('98765-4321')).toEqual([conversationId])
    expect(await find('bruno')).toEqual([])
    // Three digits are no phone.
    expect(await find('987')).toEqual([])
  })

  test.each([
    '011 98765-4321',
    '0xx11 98765-4321',
    '015 11 98765-4321',
    '+55 (011) 98765-4321',
    '11 8765-4321',
  ])('finds by a phone written as “%s”, and no other phone', async (written) => {
    expect(await find(written)).toEqual([conversationId])
    expect(await find(written.replace('4321', '4320'))).toEqual([])
  })

  test('finds by the number of an order, with or without the code of its store', async () => {
    const customer = { id: uuidv7(), name: 'Ana', phone: '+5511987654321' }
    await takeOrders(app.db, [simpleOrder(store, uuidv7(), 'o-search', { customer })])
    const { displayId } = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('orders')
        .select('display_id as displayId')
        .where('store_id', '=', store)
        .executeTakeFirstOrThrow(),
    )
    for (const words of [`#${displayId}`, `BC-${displayId}`])
      expect(await find(words)).toEqual([conversationId])
    expect(await find('BC-99999')).toEqual([])
  })

  test('finds nothing of another store', async () => {
    expect(await find('ana', stranger, other)).toEqual([])
  })
})
