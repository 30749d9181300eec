import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../../contract/shared/headers.ts'
import { searchOrders, type HistoryOrder } from '../../../contract/orders/history.ts'
import { placeOrder, type PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'

let app: TestApp
let store: string
let second: string
let foreign: string
let basic: Person
let manager: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore({ name: 'Brasa' })
  second = await app.addStore({ name: 'Brasa Norte', timezone: 'America/Manaus' })
  foreign = await app.addStore({ name: 'De outro' })
  basic = await app.addPerson('basic', { [store]: 'basic', [second]: 'basic' })
  manager = await app.addPerson('manager', { [store]: 'manager', [second]: 'manager' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
})
afterAll(() => app.close())

const item = (name: string, code: string | null = null): PlaceOrderBody['items'][number] => ({
  externalCode: code,
  name,
  quantity: 1,
  unitPriceCents: 7_050,
  totalCents: 7_050,
  notes: null,
  options: [],
})

/** Places an order of a customer with name, phone and items; the amounts add up. */
async function place(
  caller: Person,
  storeId: string,
  order: { name: string; phone?: string; items?: readonly string[]; changes?: Partial<PlaceOrderBody> },
): Promise<string> {
  const items = (order.items ?? ['Prato feito']).map((name) => item(name))
  const sum = items.length * 7_050
  const body = ownOrder({
    customer: { name: order.name, phone: order.phone ?? null },
    items,
    fees: [],
    discounts: [],
    payments: [{ method: 'CASH', brand: null, cents: sum, prepaid: false, changeForCents: null }],
    orderCents: sum,
    ...order.changes,
  })
  const answer = await app.call(caller, placeOrder, { body }, { storeId, key: randomUUID() })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data.id
}

type Query = Sent<typeof searchOrders>['query']
const find = (query: Query, caller = manager) => app.call(caller, searchOrders, { query })
const idsOf = (orders: readonly HistoryOrder[]) => orders.map((order) => order.id)
const found = async (search: string, query: Query = {}) =>
  idsOf((await find({ ...query, search })).data.orders)

describe('searching orders', () => {
  test('a search finds an order by its number', async () => {
    const id = await place(manager, store, { name: 'Zuleide' })
    const all = await find({ selection: store })
    const number = all.data.orders.find((order) => order.id === id)?.displayId ?? ''
    expect(await found(number, { selection: store })).toEqual([id])
    expect(await found(`#${number}`, { selection: store })).toEqual([id])
    expect(await found('999999')).toEqual([])
  })

  test('a search finds the customer’s first or last name without accents, with and without a known phone', async () => {
    const known = await place(manager, store, { name: 'José Antônio Conceição', phone: '+5511912340001' })
    const hidden = await place(manager, second, { name: 'Íris Conceição' })
    for (const typed of ['conceicao', 'CONCEIÇÃO', 'Conceiç']) {
      expect((await found(typed)).toSorted(), typed).toEqual([known, hidden].toSorted())
    }
    expect(await found('jose ant')).toEqual([known])
    expect(await found('iris')).toEqual([hidden])
    expect(await found('ninguém assim')).toEqual([])
  })

  test('a search finds the digits of a phone, with or without the area code', async () => {
    const id = await place(manager, store, { name: 'Telma', phone: '+5521934567890' })
    for (const typed of ['+55 21 93456-7890', '(21) 93456-7890', '934567890', '2193456']) {
      expect(await found(typed), typed).toEqual([id])
    }
    expect(await found('93456-7891')).toEqual([])
  })

  test('a search finds an item and returns a summary of the order’s items', async () => {
    const id = await place(manager, store, { name: 'Rita', items: ['Açaí da casa', 'Suco'] })
    expect(await found('acai')).toEqual([id])
    expect(await found('DA CASA')).toEqual([id])
    expect(await found('%')).toEqual([])
    const [order] = (await find({ search: 'acai' })).data.orders
    expect(order).toMatchObject({
      itemsSummary: '1 Açaí da casa, 1 Suco',
      customerName: 'Rita',
      orderCents: 14_100,
      payments: ['CASH'],
      status: 'placed',
      cancelledReason: null,
    })
  })

  test('a search filters by channel, type, status, payment method and days', async () => {
    const id = await place(manager, store, {
      name: 'Filtrada',
      changes: {
        type: 'TAKEOUT',
        delivery: null,
        payments: [{ method: 'PIX', brand: null, cents: 7_050, prepaid: true, changeForCents: null }],
      },
    })
    const only = { type: 'TAKEOUT', platform: 'balcao', status: 'placed', paymentMethod: 'PIX' } as const
    expect(idsOf((await find(only)).data.orders)).toEqual([id])
    for (const other of [
      { ...only, type: 'INDOOR' },
      { ...only, platform: 'ifood' },
      { ...only, status: 'concluded' },
      { ...only, paymentMethod: 'CREDIT' },
      { ...only, from: '2026-01-01', to: '2026-01-31' },
    ] as const) {
      expect((await find(other)).data.orders, JSON.stringify(other)).toEqual([])
    }
    expect(idsOf((await find({ ...only, selection: `${store}:balcao` })).data.orders)).toEqual([id])
    expect((await find({ ...only, selection: second })).data.orders).toEqual([])
  })

  test('a search reaches back months on request, but at most 366 days', async () => {
    const id = await place(manager, store, { name: 'Antiga Longe' })
    await ownerQuery(
      `update orders set business_day = '2026-02-03', created_at = '2026-02-03T15:00:00.123456Z' where id = $1`,
      [id],
    )
    const year = { from: '2026-01-01', to: '2026-12-31' }
    expect(await found('antiga', year)).toEqual([id])
    expect(await found('antiga', { from: '2026-03-01', to: '2026-12-31' })).toEqual([])
    expect((await find({ from: '2025-01-01', to: '2026-12-31' })).body.error).toBe('report/range-too-long')
    const backwards = await find({ from: '2026-02-02', to: '2026-02-01' })
    expect([backwards.status, backwards.body.details?.[0]?.path]).toEqual([400, 'from'])
  })

  test('paging has no gaps or duplicates while new orders arrive', async () => {
    const before = new Set<string>()
    for (let index = 0; index < 23; index += 1) {
      before.add(await place(manager, index % 2 ? store : second, { name: `Página ${index}` }))
    }
    // Placed at the same instant, so only the id orders them.
    await ownerQuery(`update orders set created_at = date_trunc('minute', created_at) where id = any ($1)`, [
      [...before],
    ])
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await find({ limit: '4', ...(after ? { after } : {}) })
      expect(page.status, JSON.stringify(page.body)).toBe(200)
      expect(page.data.orders.length).toBeLessThanOrEqual(4)
      seen.push(...idsOf(page.data.orders))
      after = page.data.next ?? undefined
      await place(manager, store, { name: 'Chegou agora' })
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    expect([...before].filter((id) => !seen.includes(id))).toEqual([])
  })

  test('an invalid cursor is rejected', async () => {
    for (const after of ['nada', 'x y', Buffer.from("2026-11-20 ' 1").toString('base64url')]) {
      const answer = await find({ after })
      expect([answer.status, answer.body.details?.[0]?.path], after).toEqual([400, 'after'])
    }
  })
})

describe('searching a chain of many stores', () => {
  test('a search merges stores by time across pages, hours, days and zones, also for a common name', async () => {
    const chain: string[] = []
    for (let index = 0; index < 18; index += 1) {
      chain.push(await app.addStore({ timezone: index % 2 ? 'America/Manaus' : 'America/Sao_Paulo' }))
    }
    const chief = await app.addPerson(
      'chief',
      Object.fromEntries(chain.map((id) => [id, 'manager' as const])),
    )
    await ownerQuery(
      `insert into orders (store_id, id, display_id, platform, external_id, type, timing, status, open, business_day,
          hour, created_at, status_since, gross_cents, order_cents, detail)
        select s.id, gen_random_uuid(), n::text, 'ifood', 'chain-' || n, 'DELIVERY', 'INSTANT', 'concluded', false,
          (t.at at time zone s.timezone - interval '4 hours')::date, 12, t.at, t.at, 100, 100,
          '{"customer":{"name":"Íris Pontes","phone":null,"document":null,"ordersCount":null},"fees":[],"discounts":[],
            "payments":[],"delivery":null,"schedule":null,"indoor":null,"notes":null}'
        from generate_series(1, 1200) n,
          lateral (select timestamptz '2026-06-10T12:00Z' - n * n * interval '0.3 seconds' as at) t,
          lateral (select id, timezone from stores where id = ($1::uuid[])[1 + n % 18]) s`,
      [chain],
    )
    const days = { from: '2026-06-01', to: '2026-06-10', limit: '100' }
    for (const search of [undefined, 'pontes'] as const) {
      const seen: HistoryOrder[] = []
      let after: string | undefined
      do {
        const page = await find(
          { ...days, ...(search ? { search } : {}), ...(after ? { after } : {}) },
          chief,
        )
        expect(page.status, JSON.stringify(page.body)).toBe(200)
        seen.push(...page.data.orders)
        after = page.data.next ?? undefined
      } while (after)
      expect(new Set(idsOf(seen)).size).toBe(1_200)
      expect(seen.length).toBe(1_200)
      const places = seen.map((order) => `${order.businessDay} ${order.createdAt}`)
      expect(places).toEqual(places.toSorted().toReversed())
    }
  })
})

describe('access to the search', () => {
  test('a basic user cannot search orders', async () => {
    const answer = await find({ selection: store }, basic)
    expect([answer.status, answer.body.error]).toEqual([403, 'permission/denied'])
    expect((await download(basic, {})).statusCode).toBe(403)
  })

  test('a person cannot search another tenant’s store, and results never contain its orders', async () => {
    const theirs = await place(stranger, foreign, { name: 'Conceição Alheia', phone: '+5521934567890' })
    const answer = await find({ selection: foreign })
    expect([answer.status, answer.body.error]).toEqual([404, 'store/not-found'])
    expect((await download(manager, { selection: foreign })).statusCode).toBe(404)
    for (const search of ['conceicao', 'alheia', '21934567890', 'prato feito', '1']) {
      const orders = (await find({ search, limit: '100' })).data.orders
      expect(idsOf(orders), search).not.toContain(theirs)
      expect(orders.every((order) => order.storeId !== foreign)).toBe(true)
    }
    expect(await app.call(stranger, searchOrders, { query: { search: 'alheia' } })).toMatchObject({
      data: { orders: [{ id: theirs }] },
    })
  })
})

describe('spreadsheet export', () => {
  test('the export contains every order of the search in Brazilian number format and no formulas', async () => {
    await place(manager, store, {
      name: '=HYPERLINK("http://x";"y")',
      phone: '+5511955550000',
      items: ['Planilha; especial'],
    })
    const reply = await download(manager, { search: 'planilha' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="pedidos-\d{4}-\d{2}-\d{2}-a-\d{4}-\d{2}-\d{2}\.csv"$/,
    )
    expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [titles, row, end] = reply.body.split('\r\n')
    expect(titles).toContain('Dia;Data e hora;Pedido;Loja')
    expect(titles).toMatch(/;Motivo do cancelamento;Agendado para;Motoboy$/)
    expect(row).toContain(`;"'=HYPERLINK(""http://x"";""y"")";(11) 95555-0000;"1 Planilha; especial";`)
    expect(row).toContain(';Dinheiro;70,50;0,00;0,00;0,00;')
    expect(end).toBe('')
  })

  test('the export continues past the first page, newest first', async () => {
    await ownerQuery(
      `insert into orders (store_id, id, display_id, platform, external_id, type, timing, status, open, business_day,
          hour, created_at, status_since, gross_cents, order_cents, detail)
        select store_id, gen_random_uuid(), 'M' || n, platform, 'copy-' || n, type, timing, status, open,
          date '2026-05-01', hour, timestamptz '2026-05-01T12:00Z' + n * interval '1 second', status_since, gross_cents,
          order_cents, jsonb_set(detail, '{customer,name}', to_jsonb('Cópia ' || n))
        from (select * from orders where store_id = $1 limit 1) o, generate_series(1, 2300) n`,
      [store],
    )
    const reply = await download(manager, { from: '2026-05-01', to: '2026-05-01' })
    const numbers = reply.body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(/;M(\d+);/.exec(line)?.[1]))
    expect(numbers).toEqual(Array.from({ length: 2_300 }, (_, index) => 2_300 - index))
  })

  test('the export is rejected without a session or with an unknown parameter', async () => {
    expect((await app.fastify.inject('/api/orders/history/file')).statusCode).toBe(401)
    expect((await download(manager, { surprise: '1' })).statusCode).toBe(400)
    expect((await download(manager, { from: '2020-01-01' })).json()).toMatchObject({
      error: 'report/range-too-long',
    })
  })
})

const download = (caller: Person, query: Record<string, string>) =>
  app.fastify.inject({
    url: '/api/orders/history/file',
    query,
    headers: { [headers.userToken]: caller.token, [headers.userId]: caller.uid },
  })

async function ownerQuery(text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    await client.query(text, [...values])
  } finally {
    await client.end()
  }
}
