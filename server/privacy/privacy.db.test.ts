import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as orders from '../../contract/orders/orders.ts'
import { messageCustomer } from '../../contract/orders/messages.ts'
import { findKnownCustomer } from '../../contract/orders/known-customer.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import * as incidents from '../../contract/privacy/incidents.ts'
import * as person from '../../contract/privacy/person.ts'
import * as terms from '../../contract/privacy/terms.ts'
import { headers } from '../../contract/shared/headers.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ownOrder } from '../testing/orders.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { enqueueMessage } from '../whatsapp/messaging/enqueue-message.ts'

let app: TestApp
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
  ;({ store, other, owner, manager, basic, stranger } = await standardShop(app))
})
afterAll(() => app.close())

describe('terms', () => {
  const read = async () => (await app.call(null, terms.readTerms, {})).data
  const accept = (by: Person, sha256: string) => app.call(by, terms.acceptTerms, { body: { sha256 } })

  test('anybody reads the text in force, who receives data and its fingerprint', async () => {
    const text = await read()
    expect(text.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(text.sections.length).toBeGreaterThan(4)
    expect(text.processors.map(({ name }) => name).join()).toContain('Hospedagem')
  })

  test('a person accepts once, with date and fingerprint; again changes nothing', async () => {
    const { sha256, version } = await read()
    expect((await app.call(basic, terms.readMyTerms, {})).data.acceptedAt).toBeNull()
    const [first, second] = await Promise.all([accept(basic, sha256), accept(basic, sha256)])
    expect(first.data).toMatchObject({ sha256, version, before: null })
    expect(second.data.acceptedAt).toBe(first.data.acceptedAt)
    expect((await app.call(basic, terms.readMyTerms, {})).data.acceptedAt).toBe(first.data.acceptedAt)
    expect((await app.call(manager, terms.readMyTerms, {})).data.acceptedAt).toBeNull()
  })

  test('a text that is not in force any more cannot be accepted', async () => {
    const refused = await accept(manager, '0'.repeat(64))
    expect([refused.status, refused.body.error]).toEqual([409, 'terms/outdated'])
  })

  test('who accepted an older text is asked again, and sees what they accepted', async () => {
    await app.deps.directory.transaction().execute(async (tx) => {
      const { sql } = await import('kysely')
      await sql`select set_config('app.uid', ${owner.uid}, true)`.execute(tx)
      await tx
        .insertInto('terms_acceptances')
        .values({ uid: owner.uid, sha256: 'a'.repeat(64), version: '2025-01-01', accepted_at: new Date() })
        .execute()
    })
    expect((await app.call(owner, terms.readMyTerms, {})).data).toMatchObject({
      acceptedAt: null,
      before: { version: '2025-01-01' },
    })
  })
})

const secret = 'Alergia a camarão, interfone 12'

async function place(phone: string, name: string): Promise<orders.Order> {
  const whole = ownOrder({ customer: { name, phone, document: '123.456.789-09' }, notes: secret })
  const items = whole.items.map((item) => ({ ...item, notes: secret }))
  const placed = await app.call(
    basic,
    orders.placeOrder,
    { body: { ...whole, items } },
    { storeId: store, key: randomUUID() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  const params = { orderId: placed.data.id }
  await app.call(basic, messageCustomer, { params, body: { text: `Oi ${name}!` } }, { storeId: store })
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('reviews')
      .values({
        store_id: store,
        id: randomUUID(),
        source: 'balcao',
        source_review_id: randomUUID(),
        business_day: placed.data.businessDay,
        score: 5,
        comment: `${name} adorou`,
        created_at: new Date(),
        order_id: placed.data.id,
      })
      .execute(),
  )
  return placed.data
}

async function conclude(order: orders.Order): Promise<void> {
  for (const route of [
    orders.confirmOrder,
    orders.markReady,
    orders.dispatchOrder,
    orders.deliverOrder,
    orders.concludeOrder,
  ]) {
    const moved = await app.call(
      basic,
      route as typeof orders.confirmOrder,
      { params: { orderId: order.id }, body: {} },
      { storeId: store },
    )
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
  }
}

const reason = 'A pessoa pediu pelo telefone'
const find = (phone: string, by = manager, storeId = store) =>
  app.call(by, person.findPerson, { body: { phone } }, { storeId })
const erase = (phone: string, by = owner, storeId = store) =>
  app.call(by, person.erasePerson, { body: { phone, reason } }, { storeId })
const file = (phone: string, format: 'json' | 'pdf', by = manager, storeId = store) =>
  app.fastify.inject({
    method: 'POST',
    url: `/api${person.exportPerson.path}`,
    headers: {
      [headers.userToken]: by.token,
      [headers.userId]: by.uid,
      [headers.storeId]: storeId,
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ phone, reason, format }),
  })

/**
 * Every text of every table of the database, to look for a name that should be nowhere. `idempotency_keys`: technical copies
 * of replies, deleted automatically within a day and are named among what stays.
 */
async function everything(): Promise<string> {
  const server = new pg.Client({ connectionString: app.ownerUrl })
  await server.connect()
  const { rows: tables } = await server.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'idempotency_keys'`)
  const texts: string[] = []
  for (const { name } of tables) {
    // What bytes spell, too.
    const { rows } = await server.query<{ all: string | null }>(
      `select string_agg(to_jsonb(t)::text, ' ') as all from "${name}" t`,
    )
    if (rows[0]?.all) texts.push(`${name}: ${rows[0].all}`)
  }
  await server.end()
  expect(texts.length).toBeGreaterThan(10)
  return texts.join('\n')
}

/** The tables in whose text the word stands. */
const holding = (texts: string, word: string): string[] =>
  texts
    .split('\n')
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
    .map((line) => line.slice(0, line.indexOf(':')))

/** What the customer wrote on WhatsApp, as the provider told it, and what the store answered. */
async function chat(phone: string, name: string): Promise<void> {
  const digits = phone.slice(1)
  await withStoreScope(app.db, [store], async (tx) => {
    const contact = randomUUID()
    await tx
      .insertInto('whatsapp_contacts')
      .values({ store_id: store, id: contact, phone: digits, user_id: `BR.${digits}9`, name })
      .execute()
    await tx
      .insertInto('whatsapp_addresses')
      .values({ store_id: store, contact_id: contact, address: `77${digits.slice(-8)}@lid` })
      .execute()
    await tx
      .insertInto('incoming_messages')
      .values({
        store_id: store,
        contact_id: contact,
        provider_id: randomUUID(),
        at: new Date(),
        received_at: new Date(),
        echo: false,
        content: JSON.stringify({ type: 'text', body: `Aqui é ${name}` }),
      })
      .execute()
    await tx
      .insertInto('whatsapp_deliveries')
      .values([
        // The provider may leave the ninth digit out.
        {
          store_id: store,
          id: randomUUID(),
          driver: 'cloud',
          received_at: new Date(),
          body: `{"from":"${digits.slice(0, 4)}${digits.slice(5)}","text":"Aqui é ${name}"}`,
        },
        {
          store_id: store,
          id: randomUUID(),
          driver: 'cloud',
          received_at: new Date(),
          body: `{"from":"${digits}"}`,
        },
        // The platform may hide the number.
        {
          store_id: store,
          id: randomUUID(),
          driver: 'evolution',
          received_at: new Date(),
          body: `{"remoteJid":"77${digits.slice(-8)}@lid","text":"escondida ${name}"}`,
        },
      ])
      .execute()
    await enqueueMessage(
      tx,
      store,
      {
        contactId: contact,
        orderId: null,
        kind: 'answer',
        key: randomUUID(),
        content: { type: 'text', body: `Oi, ${name}!` },
        dueAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      },
      new Date(),
    )
  })
}

describe('the data of a customer', () => {
  const phone = '+5511911112222'

  test('is found by telephone and counted by part, and the look-up leaves a trace', async () => {
    const order = await place(phone, 'Zuleica Prado')
    await chat(phone, 'Zuleica Prado')
    const found = await find('(11) 91111-2222')
    expect(found.data.person).toMatchObject({ name: 'Zuleica Prado', openOrders: 1 })
    const parts = Object.fromEntries(found.data.person?.parts.map(({ part, count }) => [part, count]) ?? [])
    expect(parts).toMatchObject({
      orders: 1,
      addresses: 1,
      notes: 2,
      messages: 1,
      reviews: 1,
      conversations: 2,
      taxDocuments: 1,
    })
    expect((await find('(11) 90000-0000')).data.person).toBeNull()
    await conclude(order)
    const again = await find(phone)
    expect(again.data.person?.parts.find(({ part }) => part === 'audit')?.count).toBe(1)
  })

  test('leaves whole as JSON and as PDF, for a reason', async () => {
    const json = await file(phone, 'json')
    expect(json.statusCode).toBe(200)
    const read = JSON.parse(json.body) as {
      pessoa: { nome: string }
      conversas: { de: string; conteudo: { body: string } }[]
      pedidos: {
        endereco: { street: string }
        mensagens: { text: string }[]
        avaliacoes: { comment: string }[]
      }[]
    }
    expect(read.pessoa.nome).toBe('Zuleica Prado')
    expect(read.conversas.map(({ de, conteudo }) => [de, conteudo.body])).toEqual([
      ['cliente', 'Aqui é Zuleica Prado'],
      ['loja', 'Oi, Zuleica Prado!'],
    ])
    expect(read.pedidos[0]).toMatchObject({
      endereco: { street: 'Rua das Flores' },
      mensagens: [{ text: 'Oi Zuleica Prado!' }],
      avaliacoes: [{ comment: 'Zuleica Prado adorou' }],
    })
    const pdf = await file(phone, 'pdf')
    expect(pdf.headers['content-type']).toContain('pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await file('+5511900000000', 'json')).json()).toMatchObject({ error: 'rights/person-not-found' })
  })

  test('is closed to staff, to managers who would erase, and to other stores', async () => {
    expect((await find(phone, basic)).status).toBe(403)
    expect((await file(phone, 'json', basic)).statusCode).toBe(403)
    expect((await erase(phone, manager)).status).toBe(403)
    expect((await find(phone, stranger)).body.error).toBe('store/not-found')
    expect((await find(phone, stranger, other)).data.person).toBeNull()
    expect((await erase(phone, stranger, other)).body.error).toBe('rights/person-not-found')
  })

  test('waits while an order runs', async () => {
    await place('+5511933334444', 'Nair Alves')
    const refused = await erase('+5511933334444')
    expect([refused.status, refused.body.error]).toEqual([409, 'rights/open-orders'])
    expect((await find('+5511933334444')).data.person?.name).toBe('Nair Alves')
  })

  test('is gone everywhere after an erasure; orders and figures stay, and what stays says why', async () => {
    const day = async () =>
      (await app.call(manager, readDailyReport, { query: { selection: store } })).data.totals
    const before = await day()
    const texts = await everything()
    expect(holding(texts, 'Zuleica')).toEqual(
      expect.arrayContaining(['customers', 'orders', 'reviews', 'outgoing_messages', 'incoming_messages']),
    )
    expect(holding(texts, '1111112222')).toContain('whatsapp_deliveries')
    const [one, two] = await Promise.all([erase(phone), erase(phone)])
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 404])
    const done = one.status === 200 ? one.data : two.data
    expect(done.done.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['customer', 'addresses', 'notes', 'messages', 'reviews']),
    )
    expect(done.kept.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['orders', 'taxDocuments', 'audit', 'retries']),
    )
    const after = await everything()
    for (const word of ['Zuleica', '911112222', '551111112222'])
      expect(holding(after, word), word).toEqual([])
    expect(await day()).toEqual(before)
    expect((await find(phone)).data.person).toBeNull()
    const known = await app.call(basic, findKnownCustomer, { body: { phone } }, { storeId: store })
    expect(known.data.customer).toBeNull()
  })

  test('shows masked orders that can still be opened, and the next order is of somebody new', async () => {
    const next = await place(phone, 'Zuleica Prado')
    expect(next.customer.ordersCount).toBe(1)
    const masked = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('orders')
        .innerJoin('customers', (join) =>
          join
            .onRef('customers.id', '=', 'orders.customer_id')
            .onRef('customers.store_id', '=', 'orders.store_id'),
        )
        .select('orders.id')
        .where('orders.store_id', '=', store)
        .where('customers.name', '=', 'Cliente apagado')
        .executeTakeFirstOrThrow(),
    )
    const read = await app.call(
      manager,
      orders.readOrder,
      { params: { orderId: masked.id } },
      { storeId: store },
    )
    expect(read.data.order).toMatchObject({
      customer: { name: 'Cliente apagado', phone: null, document: '123.456.789-09' },
      delivery: { address: { street: '•••', district: 'Centro' } },
      notes: null,
    })
    expect(read.data.order.incomplete).toBeUndefined()
  })

  test('who only wrote on WhatsApp is found, gets a copy and is forgotten as well', async () => {
    const only = '+5511955556666'
    await chat(only, 'Ofélia Reis')
    const found = (await find(only)).data.person
    expect(found).toMatchObject({ name: 'Ofélia Reis', firstOrderAt: null, openOrders: 0 })
    expect(found?.parts).toEqual(
      expect.arrayContaining([
        { part: 'customer', count: 1 },
        { part: 'conversations', count: 2 },
      ]),
    )
    expect((await find(only, stranger, other)).data.person).toBeNull()
    expect((await file(only, 'pdf')).statusCode).toBe(200)
    const copy = (await file(only, 'json')).json<{ conversas: object[]; pedidos: object[] }>()
    expect([copy.conversas.length, copy.pedidos]).toEqual([2, []])
    const answers = await Promise.all([erase(only), erase(only)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const after = await everything()
    for (const word of ['Ofélia', '955556666', '551155556666']) expect(holding(after, word), word).toEqual([])
  })

  test('erasures are listed without a name', async () => {
    const listed = await app.call(manager, person.readErasures, {}, { storeId: store })
    expect(listed.data.erasures).toMatchObject([
      { actorName: 'owner', reason },
      { actorName: 'owner', reason },
    ])
    expect((await app.call(basic, person.readErasures, {}, { storeId: store })).status).toBe(403)
  })

  test('an erasure whose counts are not understood is listed as incomplete, with the others as they were', async () => {
    const before = (await app.call(manager, person.readErasures, {}, { storeId: store })).data.erasures
    const [odd, ...sound] = before
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('erasures')
        .set({ done: '[{"part": "hologram", "count": 1}, {"part": "addresses", "count": 2}]', kept: '7' })
        .where('store_id', '=', store)
        .where('id', '=', odd?.id ?? '')
        .execute(),
    )
    const listed = await app.call(manager, person.readErasures, {}, { storeId: store })
    expect([listed.status, listed.data.erasures]).toEqual([
      200,
      [{ ...odd, done: [{ part: 'addresses', count: 2 }], kept: [], incomplete: true }, ...sound],
    ])
  })

  test('a message whose content is not understood stops no copy', async () => {
    const only = '+5511944443333'
    await chat(only, 'Otília Prado')
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('incoming_messages').set({ content: 'null' }).where('store_id', '=', store).execute(),
    )
    const copy = await file(only, 'pdf')
    expect([copy.statusCode, copy.rawPayload.subarray(-6).toString().trim()]).toEqual([200, '%%EOF'])
    expect((await erase(only)).status).toBe(200)
  })

  test.each(["'; drop table customers; --", '+55 11', '９１１１１-2222', '\u0000'])(
    'a telephone like %j is refused, not searched',
    async (typed) => {
      expect((await find(typed)).status).toBe(400)
    },
  )
})

describe('incidents', () => {
  const incident = {
    title: 'Celular perdido',
    whatHappened: 'O celular da loja sumiu com a sessão aberta.',
    measures: 'A sessão foi encerrada.',
    peopleAffected: 40,
    risky: true,
    // A Friday in São Paulo.
    knownAt: '2026-01-02T20:00:00.000Z',
    anpdToldAt: null,
    peopleToldAt: null,
    closed: false,
  }
  const add = (by = owner, body = incident, storeId = store) =>
    app.call(by, incidents.addIncident, { body }, { storeId })
  const save = (id: string, version: number, by = owner, storeId = store) =>
    app.call(
      by,
      incidents.saveIncident,
      { params: { incidentId: id }, body: { ...incident, closed: true, version } },
      { storeId },
    )

  test('are recorded with the day until which the ANPD must know', async () => {
    const added = await add()
    expect(added.data).toMatchObject({ title: 'Celular perdido', tellUntil: '2026-01-07', closedAt: null })
    const listed = await app.call(owner, incidents.readIncidents, {}, { storeId: store })
    expect(listed.data.incidents).toEqual([added.data])
  })

  test('belong to owners of the store', async () => {
    expect((await add(manager)).status).toBe(403)
    expect((await add(stranger)).body.error).toBe('store/not-found')
    const { id } = (await add()).data
    expect((await save(id, 1, stranger, other)).body.error).toBe('rights/incident-not-found')
  })

  test('are changed by one of two at once, and never in the future', async () => {
    const { id } = (await add()).data
    const both = await Promise.all([save(id, 1), save(id, 1)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const future = await add(owner, { ...incident, knownAt: '2090-01-01T00:00:00.000Z' })
    expect(future.status).toBe(422)
  })
})
