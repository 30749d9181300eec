import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readHome } from '../../contract/home/home.ts'
import { readStoresNow, weekdays } from '../../contract/stores/stores.ts'
import type { LineCause, LineStateName } from '../../contract/whatsapp/line-states.ts'
import { takeConversation } from '../../contract/whatsapp/conversations.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'

const now = new Date('2026-11-20T23:14:00Z')
const always = weekdays.map((weekday) => ({ weekday, start: '10:00', end: '23:30' }))
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  shop = await standardShop(app, { openingHours: always, slug: `brasa-${uuidv7()}` })
})

const needs = async (person: Person) => (await app.call(person, readHome, { query: {} })).data.needs
const whatsapp = async (person: Person) =>
  (await app.call(person, readStoresNow, { query: {} })).data.stores.map((one) => one.whatsapp)

const line = (state: LineStateName, cause: LineCause | null, openedAt: Date | null = inMinutes(-600)) =>
  withStoreScope(app.db, [shop.store], async (tx) => {
    await tx.deleteFrom('whatsapp_lines').where('store_id', '=', shop.store).execute()
    await tx
      .insertInto('whatsapp_lines')
      .values({
        store_id: shop.store,
        id: uuidv7(),
        driver: 'evolution',
        method: 'qr',
        number: '5511988887777',
        line_key: uuidv7(),
        state,
        state_since: inMinutes(-22),
        cause,
        tries: 1,
        opened_at: openedAt,
        connected_by: 'owner',
        created_at: inMinutes(-600),
      })
      .execute()
  })

/** A customer whom a person has since then; answers the conversation's id. */
const chat = (name: string, phone: string, personSince: Date) =>
  withStoreScope(app.db, [shop.store], async (tx) => {
    const [contactId, id] = [uuidv7(), uuidv7()]
    await tx
      .insertInto('whatsapp_contacts')
      .values({ store_id: shop.store, id: contactId, phone, name, last_in_at: personSince })
      .execute()
    await tx
      .insertInto('whatsapp_conversations')
      .values({
        store_id: shop.store,
        contact_id: contactId,
        id,
        place: 'person',
        state: JSON.stringify({ place: 'person', draft: { number: 1, items: [] } }),
        person_since: personSince,
        updated_at: personSince,
      })
      .execute()
    return { id, contactId }
  })

const queued = (contactId: string, dueAt: Date) =>
  withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .insertInto('outgoing_messages')
      .values({
        store_id: shop.store,
        id: uuidv7(),
        contact_id: contactId,
        kind: 'accepted',
        key: uuidv7(),
        content: '{}',
        body: 'Seu pedido foi aceito.',
        state: 'queued',
        created_at: dueAt,
        due_at: dueAt,
        expires_at: inMinutes(60),
      })
      .execute(),
  )

describe('customers who wait for a person on WhatsApp', () => {
  test('are one thing of their store for each person at work there, due like an order of its own', async () => {
    await line('open', null)
    await chat('Bia', '5511911112222', inMinutes(-1))
    const { id } = await chat('Ana', '5511987654321', inMinutes(-2))
    for (const person of [shop.basic, shop.manager])
      expect(await needs(person)).toMatchObject([
        {
          kind: 'chats',
          storeId: shop.store,
          count: 2,
          since: inMinutes(-2).toISOString(),
          deadline: inMinutes(1).toISOString(),
          chat: { conversationId: id, name: 'Ana', ordering: false },
        },
      ])
    expect(await whatsapp(shop.basic)).toMatchObject([
      { state: 'open', trouble: null, waiting: 2, waitsSince: inMinutes(-2).toISOString() },
    ])
  })

  test('wait for the one who took them, and for nobody else', async () => {
    await line('open', null)
    const { id } = await chat('Ana', '5511987654321', inMinutes(-4))
    await app.call(shop.basic, takeConversation, { params: { conversationId: id } }, { storeId: shop.store })
    expect((await needs(shop.basic)).map(({ kind }) => kind)).toEqual(['chats'])
    expect(await needs(shop.manager)).toEqual([])
    expect(await whatsapp(shop.manager)).toMatchObject([{ waiting: 0, waitsSince: null }])
  })

  test('of another tenant are never seen', async () => {
    await line('open', null)
    await chat('Ana', '5511987654321', inMinutes(-4))
    expect(await needs(shop.stranger)).toEqual([])
    expect(await whatsapp(shop.stranger)).toEqual([null])
  })
})

describe('messages that were handed over and never confirmed', () => {
  const unsure = (contactId: string, claimedAt: Date, expiresAt: Date) =>
    withStoreScope(app.db, [shop.store], (tx) =>
      tx
        .insertInto('outgoing_messages')
        .values({
          store_id: shop.store,
          id: uuidv7(),
          contact_id: contactId,
          kind: 'ready',
          key: uuidv7(),
          content: '{}',
          body: 'Seu pedido está pronto.',
          state: 'unsure',
          created_at: claimedAt,
          due_at: claimedAt,
          claimed_at: claimedAt,
          expires_at: expiresAt,
        })
        .execute(),
    )

  test('wait for anybody of the store until the first is out of place, and for no other tenant', async () => {
    await line('open', null)
    const { contactId } = await chat('Ana', '5511987654321', inMinutes(-60 * 25))
    await unsure(contactId, inMinutes(-6), inMinutes(24))
    await unsure(contactId, inMinutes(-4), inMinutes(20))
    await unsure(contactId, inMinutes(-90), inMinutes(-60))
    for (const person of [shop.basic, shop.manager])
      expect(await needs(person)).toMatchObject([
        {
          kind: 'unsure',
          storeId: shop.store,
          count: 2,
          since: inMinutes(-6).toISOString(),
          deadline: inMinutes(20).toISOString(),
          to: { name: 'Ana' },
        },
      ])
    expect(await needs(shop.stranger)).toEqual([])
    app.setClock(inMinutes(25))
    expect(await needs(shop.manager)).toEqual([])
  })
})

describe('a line of WhatsApp', () => {
  test('that only a person brings back waits for managers, and everybody sees it', async () => {
    await line('closed', 'unlinked')
    const { contactId } = await chat('Ana', '5511987654321', inMinutes(-60 * 25))
    await queued(contactId, inMinutes(-3))
    await queued(contactId, inMinutes(10))
    const [need] = await needs(shop.manager)
    expect(need).toMatchObject({
      kind: 'line',
      since: inMinutes(-22).toISOString(),
      line: { state: 'closed', cause: 'unlinked', trouble: 'down', stuck: 1 },
    })
    expect(await needs(shop.basic)).toEqual([])
    expect(await whatsapp(shop.basic)).toMatchObject([{ trouble: 'down', stuck: 1, waiting: 0 }])
  })

  test('that is slow waits for nobody until its messages are stuck', async () => {
    await line('degraded', 'slow')
    expect(await needs(shop.manager)).toEqual([])
    const { contactId } = await chat('Ana', '5511987654321', inMinutes(-60 * 25))
    await queued(contactId, inMinutes(-3))
    expect(await needs(shop.manager)).toMatchObject([{ kind: 'line', line: { trouble: 'slow', stuck: 1 } }])
  })

  test('that a person ended or never finished is no trouble', async () => {
    await line('closed', 'disconnected')
    expect(await needs(shop.manager)).toEqual([])
    await line('expired', null, null)
    expect(await needs(shop.manager)).toEqual([])
    await line('closed', 'removed')
    expect(await whatsapp(shop.manager)).toEqual([null])
  })
})
