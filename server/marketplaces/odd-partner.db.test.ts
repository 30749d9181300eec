import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as orders from '../../contract/orders/orders.ts'
import { readFailedRows, replayFailedRow } from '../../contract/failed-work/failed-work.ts'
import { readReviews } from '../../contract/reviews/reviews.ts'
import { withStoreScope } from '../db/scope.ts'
import { hostileDocument } from '../testing/hostile/documents.ts'
import { startOddIfood, type OddIfood } from '../testing/odd-ifood.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { ledgerImport } from '../reports/reports.ts'
import { reviewsImport } from '../reviews/reviews.ts'

const secret = 'webhook-secret'
const [oddMerchant, innocentMerchant] = ['odd-merchant', 'innocent-merchant']
let partner: OddIfood
let app: TestApp
let store: string
let other: string
let manager: Person
let neighbour: Person

beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({
    IFOOD_BASE_URL: partner.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: secret,
    IFOOD_POLL_SECONDS: '1',
  })
  store = await app.addStore({ name: 'Brasa', merchantId: oddMerchant })
  other = await app.addStore({ name: 'De outro', merchantId: innocentMerchant })
  manager = await app.addPerson('manager', { [store]: 'manager' })
  neighbour = await app.addPerson('neighbour', { [other]: 'manager' })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})

const event = (over: Readonly<Record<string, unknown>> = {}) => ({
  id: randomUUID(),
  code: 'PLC',
  fullCode: 'PLACED',
  orderId: randomUUID(),
  merchantId: oddMerchant,
  createdAt: new Date().toISOString(),
  ...over,
})
const send = (one: ReturnType<typeof event>, asked = oddMerchant): void => {
  partner.addEvent(one.id, asked, JSON.stringify(one))
}
const documentOf = (id: string, over: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ ...hostilePlain(id), ...over })
const hostilePlain = (id: string) => ({
  id,
  displayId: '4821',
  orderType: 'TAKEOUT',
  createdAt: new Date().toISOString(),
  merchant: { id: innocentMerchant },
  customer: { name: 'Cliente de Teste' },
  items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9 }],
  total: { orderAmount: 9 },
})
const board = async (person: Person) => (await app.call(person, orders.readBoard, { query: {} })).data.orders
const onBoard = async (person: Person, externalId: string) =>
  (await board(person)).find((order) => order.externalId === externalId)
const failed = async () =>
  (await app.call(manager, readFailedRows, { query: { selection: store } })).data.rows

/** An order of another tenant, which is polled in the same call. */
async function innocentOrderArrives(): Promise<void> {
  const placed = event({ merchantId: innocentMerchant })
  partner.setOrder(placed.orderId, documentOf(placed.orderId))
  send(placed, innocentMerchant)
  await vi.waitUntil(() => onBoard(neighbour, placed.orderId), { timeout: 10_000 })
  await vi.waitUntil(() => partner.acknowledged.has(placed.id), { timeout: 10_000 })
}

describe('an event that PostgreSQL cannot store', () => {
  const poisons: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'NUL in its message': { metadata: { message: 'a\0b' } },
    'half a letter in its message': { metadata: { message: 'oi \ud83d' } },
    'NUL in the order’s id': { orderId: 'a\0b' },
    'NUL in the merchant’s id': { merchantId: `${oddMerchant}\0` },
    'NUL in an event of no store': { merchantId: 'nobody', metadata: { message: '\0' } },
    'an instant of the year 275760': { createdAt: '+275760-09-12T00:00:00Z' },
    'an instant before all years': { createdAt: '-100000-01-01T00:00:00Z' },
    'a code of 5,000 letters': { code: 'X'.repeat(5_000), fullCode: 'X'.repeat(5_000) },
    'a name that JavaScript knows': { metadata: JSON.parse('{"__proto__":{"a":1}}') as object },
    'a path as the order’s id': { orderId: '../../merchant/v1.0' },
    'NUL in its own id': { id: `x\0${randomUUID()}` },
    'an id of 9,000 letters': { id: randomUUID().repeat(250) },
  }
  for (const [name, over] of Object.entries(poisons)) {
    test(`${name} does not stop another tenant’s order, and is acknowledged`, async () => {
      const poison = event(over)
      send(poison)
      await innocentOrderArrives()
      await vi.waitUntil(() => partner.acknowledged.has(poison.id), { timeout: 10_000 })
    })
  }

  test('its bytes wait among the failed rows, once, and can be replayed', async () => {
    const impossible = event({ orderId: `a\0${randomUUID()}`, metadata: { message: 'fica inteiro \ud83d' } })
    send(impossible)
    await vi.waitUntil(() => partner.acknowledged.has(impossible.id), { timeout: 10_000 })
    send(impossible)
    const rows = await vi.waitUntil(async () => {
      const found = await kept(impossible.id)
      return found.length > 0 && found
    })
    expect(rows).toHaveLength(1)
    const [row] = (await failed()).filter((one) => one.id === rows[0]?.event_id)
    expect(row).toMatchObject({ queue: 'inbox', kind: 'PLACED' })
    expect(row?.error).toContain('código de pedido impossível')
    const body = { queue: 'inbox' as const, id: row?.id ?? '' }
    expect((await app.call(manager, replayFailedRow, { body }, { storeId: store })).status).toBe(200)
    // Still impossible: after its tries it is back.
    await vi.waitUntil(async () => (await failedReason(body.id))?.includes('ilegível'), { timeout: 10_000 })
  })

  const kept = (eventId: string) =>
    withStoreScope(app.db, [store], async (tx) => {
      const rows = await tx
        .selectFrom('inbox')
        .select(['event_id', 'original'])
        .where('store_id', '=', store)
        .where('original', 'is not', null)
        .execute()
      return rows.filter(({ original }) => String(original).includes(eventId))
    })
  const failedReason = async (id: string) => {
    const { rows } = await withStoreScope(app.db, [store], (tx) =>
      sql<{ last_error: string | null }>`
        select last_error from inbox where store_id = ${store} and event_id = ${id}`.execute(tx),
    )
    return rows[0]?.last_error
  }
})

describe('an event that PostgreSQL refuses for a reason that nobody foresaw', () => {
  test('leaves the 60 others of its batch, and is taken by a replay once the reason is gone', async () => {
    const client = new pg.Client({ connectionString: app.ownerUrl })
    await client.connect()
    await client.query(`
      create function refuse_for_test() returns trigger language plpgsql as $$
        begin raise exception 'refused by the test' using errcode = '22023'; end $$;
      create trigger refuse_for_test before insert on inbox for each row
        when (new.code = 'UNFORESEEN' and new.original is null) execute function refuse_for_test();`)
    const odd = event({ code: 'UNFORESEEN', fullCode: 'UNFORESEEN' })
    const others = Array.from({ length: 60 }, () =>
      event({ code: 'OTHER', fullCode: 'OTHER', orderId: odd.orderId }),
    )
    partner.setOrder(odd.orderId, documentOf(odd.orderId, { merchant: { id: oddMerchant } }))
    for (const one of [...others.slice(0, 30), odd, ...others.slice(30)]) send(one)
    await vi.waitUntil(() => [odd, ...others].every(({ id }) => partner.acknowledged.has(id)), {
      timeout: 10_000,
    })
    const order = await vi.waitUntil(() => onBoard(manager, odd.orderId), { timeout: 10_000 })
    const timeline = async () =>
      (await app.call(manager, orders.readOrder, { params: { orderId: order.id } }, { storeId: store })).data
        .timeline
    const applied = async () => (await timeline()).filter(({ type }) => type === 'OTHER')
    await vi.waitUntil(async () => (await applied()).length === 60, { timeout: 10_000 })
    const row = (await failed()).find((one) => one.kind === 'UNFORESEEN')
    expect(row?.error).toContain('refused by the test')
    await client.query('drop function refuse_for_test cascade')
    await client.end()
    const body = { queue: 'inbox' as const, id: row?.id ?? '' }
    expect((await app.call(manager, replayFailedRow, { body }, { storeId: store })).status).toBe(200)
    await vi.waitUntil(async () => (await timeline()).some(({ type }) => type === 'UNFORESEEN'), {
      timeout: 10_000,
    })
    expect((await failed()).some((one) => one.kind === 'UNFORESEEN')).toBe(false)
  })
})

describe('an order with odd texts', () => {
  test('is cleaned and taken, with its document kept whole', async () => {
    const placed = event()
    const text = documentOf(placed.orderId, {
      merchant: { id: oddMerchant },
      customer: { name: 'Ana\0 \ud83d', phone: { number: '0800 000 0000'.repeat(100) } },
      extraInfo: 'x'.repeat(200_000),
    })
    partner.setOrder(placed.orderId, text)
    send(placed)
    const order = await vi.waitUntil(() => onBoard(manager, placed.orderId), { timeout: 10_000 })
    expect(order.customer.name).toBe('Ana \ufffd')
    expect(order.notes).toHaveLength(1_000)
    const { rows } = await withStoreScope(app.db, [store], (tx) =>
      sql<{ original: string }>`
        select detail -> 'partner' ->> '$original' as original from orders
        where store_id = ${store} and id = ${order.id}`.execute(tx),
    )
    expect(JSON.parse(rows[0]?.original ?? '')).toEqual(JSON.parse(text))
  })

  test('150 spoilt orders take no board down, and each is shown', async () => {
    const ids = Array.from({ length: 150 }, (_, seed) => {
      const placed = event({ orderId: `hostile-${seed}` })
      partner.setOrder(placed.orderId, JSON.stringify(hostileDocument(seed)))
      send(placed)
      return placed.orderId
    })
    const shown = await vi.waitUntil(
      async () => {
        const found = new Set((await board(manager)).map((order) => order.externalId))
        return ids.every((id) => found.has(id)) && found
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(shown.size).toBeGreaterThanOrEqual(150)
    await innocentOrderArrives()
  })
})

test('a signed webhook with NUL is answered with 202, and its event is kept', async () => {
  const body = JSON.stringify(event({ metadata: { message: 'a\0b' } }))
  expect((await signedWebhook(body)).statusCode).toBe(202)
})

const signedWebhook = (body: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/webhooks/ifood',
    headers: {
      'content-type': 'application/json',
      'x-ifood-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    payload: body,
  })

describe('an event without its id', () => {
  const nameless = (over: Readonly<Record<string, unknown>>) => ({ ...event(over), id: undefined })

  test('waits among the failed rows when it is polled, and its neighbours are taken', async () => {
    const code = `NAMELESS_${randomUUID()}`
    partner.addEvent(code, oddMerchant, JSON.stringify(nameless({ code, fullCode: code })))
    await innocentOrderArrives()
    const row = await vi.waitUntil(async () => (await failed()).find(({ kind }) => kind === code))
    expect(row.error).toBe('O evento veio sem o seu código.')
  })

  test.each([
    ['of a store waits among the failed rows', () => nameless({ code: 'NO_ID', fullCode: 'NO_ID' }), 'NO_ID'],
    ['of no store is kept with the strays', () => nameless({ merchantId: 'nobody' }), null],
    ['that is no JSON is kept with the strays', () => `{"id":"${randomUUID()}"`, null],
  ])('%s when a signed webhook brings it', async (_case, made, code) => {
    const sent = made()
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const strays = await strayCount()
    expect((await signedWebhook(body)).statusCode).toBe(202)
    if (code === null) expect(await strayCount()).toBe(strays + 1)
    else expect((await failed()).map(({ kind }) => kind)).toContain(code)
  })

  const strayCount = async () =>
    (await app.deps.directory.selectFrom('stray_events').select('event_id').execute()).length
})

describe('an import with odd documents', () => {
  const review = (over: Readonly<Record<string, unknown>> = {}) => ({
    id: randomUUID(),
    score: 4,
    comment: 'Muito bom',
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    status: 'PUBLISHED',
    ...over,
  })
  test('keeps the reviews that can be kept, cleaned, and sets the others aside', async () => {
    const sound = review({ comment: 'Bom\0 \ud83d' })
    const odd = [review({ createdAt: 'ontem' }), review({ score: 'ótimo' }), review({ id: 'a\0b' }), 7]
    partner.setReviews(JSON.stringify({ reviews: [...odd, sound] }))
    await reviewsImport.run(app.deps, {
      platform: 'ifood',
      storeId: store,
      merchantId: oddMerchant,
      readTo: null,
    })
    const { reviews } = (await app.call(manager, readReviews, { query: { selection: store, show: 'all' } }))
      .data
    expect(reviews.map(({ comment, score }) => [comment, score])).toEqual([['Bom \ufffd', 4]])
    expect((await failed()).filter(({ kind }) => kind === 'REVIEW')).toHaveLength(4)
  })

  test('keeps the ledger’s lines that can be kept, and guesses no money', async () => {
    const line = (over: Readonly<Record<string, unknown>> = {}) => ({
      name: 'SALE',
      period: { beginDate: '2026-11-16', endDate: '2026-11-22' },
      amount: { value: 10 },
      ...over,
    })
    partner.setLedger(
      JSON.stringify({
        financialEvents: [
          line({ description: 'a\0b \ud83d' }),
          line({ amount: { value: 1e15 } }),
          line({ period: { beginDate: '2026-99-99', endDate: '2026-11-22' } }),
          line({ amount: 'dez' }),
          null,
        ],
      }),
    )
    await ledgerImport.run(app.deps, {
      platform: 'ifood',
      storeId: store,
      merchantId: oddMerchant,
      readTo: null,
    })
    const { rows } = await withStoreScope(app.db, [store], (tx) =>
      sql<{ description: string; cents: number }>`
        select description, cents from settlement_entries where store_id = ${store}`.execute(tx),
    )
    expect(rows).toEqual([{ description: 'ab \ufffd', cents: 1_000 }])
    expect((await failed()).filter(({ kind }) => kind === 'LEDGER')).toHaveLength(4)
  })
})
