import { v7 as uuidv7 } from 'uuid'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeliveryHistory } from '../../contract/delivery/zones.ts'
import { salePivots } from '../../contract/reports/sale.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { givenMoment } from '../testing/given-moment.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { closeStore } from './closing/close-days.ts'
import { rebuildRollUps } from './closing/rebuild-roll-ups.ts'
import { reportsRoutes } from './reports.routes.ts'

let app: TestApp
let manager: Person
let owner: pg.Client
let store = ''

/** What an older release, a restore or a mistake may have left in the detail of an order. */
const oddDetails: readonly (readonly [string, unknown])[] = [
  ['the whole', 7],
  ['payments', 'dinheiro'],
  ['payments', { method: 'PIX' }],
  ['payments', 7],
  ['payments', ['PIX', 7, null, [], {}]],
  ['payments', [{ method: 'PIX', cents: 'muito', prepaid: 'sim' }]],
  ['payments', [{ method: 'PIX', cents: 1e300, prepaid: true }]],
  ['payments', [{ method: { name: 'PIX' }, cents: 10.5, prepaid: 1 }]],
  ['discounts', 'dez'],
  ['discounts', { code: 7 }],
  ['discounts', [7, 'dez', { code: {} }, { code: 'A', sponsors: [{ name: 'CHAIN', cents: 'dez' }] }]],
  ['discounts', [{ sponsors: { name: 'CHAIN', cents: 1e300 } }]],
  ['fees', 'grátis'],
  ['fees', [{ type: 'SERVICE_FEE', receivedBy: 'MERCHANT', cents: 'dez' }]],
  ['items', { name: 'Pizza' }],
  ['delivery', 'na porta'],
  ['delivery', { address: { district: { name: 'Centro' }, lat: 'sul', lng: 1e300 } }],
  ['delivery', { address: { district: 7, lat: '-23.5', lng: {} } }],
  ['customer', 'Ana'],
  ['cancellation', 'desistiu'],
  ['cancellation', { reason: {}, responsible: 7 }],
  ['alcohol', 'sim'],
  ['quote', 7],
]
const oddItems: readonly unknown[] = [
  7,
  { options: 7 },
  { options: { name: 'Borda' } },
  { options: ['Borda'], alcoholic: 'sim', taxClass: {}, ncm: [] },
]

beforeAll(async () => {
  app = await testApp()
  app.setClock(givenMoment)
  store = await app.addStore()
  manager = await app.addPerson('Gerente', { [store]: 'owner' })
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const courier = uuidv7()
  await owner.query("insert into motoboys (store_id, id, name) values ($1, $2, 'Rui')", [store, courier])
  for (const platform of ['balcao', 'ifood'] as const) await sell(platform, courier)
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** An order of each odd kind, which a courier brought. */
async function sell(platform: 'balcao' | 'ifood', courier: string): Promise<void> {
  const sold = [...oddDetails, ...oddItems].map((_odd, index) => {
    const id = uuidv7()
    return simpleOrder(store, id, id, {
      platform,
      merchant_id: platform === 'ifood' ? 'loja' : '',
      status: 'concluded',
      type: 'DELIVERY',
      created_at: `2026-11-${String(16 + (index % 7))}T12:30:00-03:00`,
      completed_at: `2026-11-${String(16 + (index % 7))}T13:30:00-03:00`,
      service_fee_cents: 100,
      store_discount_cents: 300,
      marketplace_discount_cents: 200,
    })
  })
  await takeOrders(app.db, sold)
  for (const [index, [field, value]] of oddDetails.entries()) {
    const changed = field === 'the whole' ? value : { ...sold[index]?.detail, [field]: value }
    await owner.query('update orders set detail = $2 where id = $1', [
      sold[index]?.id,
      JSON.stringify(changed),
    ])
  }
  for (const [index, detail] of oddItems.entries())
    await owner.query('update order_items set detail = $2 where order_id = $1', [
      sold[oddDetails.length + index]?.id,
      JSON.stringify(detail),
    ])
  await owner.query('update orders set motoboy_id = $2 where store_id = $1', [store, courier])
}

const asksFor = ({ query }: Route): object => (query && 'shape' in query ? (query.shape as object) : {})
const reads = reportsRoutes
  .map(({ route }) => route)
  .filter((route) => 'selection' in asksFor(route) && route.method === 'GET')

async function read(route: Route, more: Readonly<Record<string, string>> = {}) {
  const asked = asksFor(route)
  const given: Readonly<Record<string, string>> = {
    selection: store,
    from: '2026-11-16',
    to: '2026-11-22',
    month: '2026-11',
    product: 'pizza',
    storeId: store,
  }
  const query = Object.fromEntries(Object.entries(given).filter(([name]) => name in asked))
  return app.fastify.inject({
    method: 'GET',
    url: `/api${route.path}`,
    query: { ...query, ...more },
    headers: {
      [headers.userToken]: manager.token,
      [headers.userId]: manager.uid,
      [headers.storeId]: store,
    },
  })
}

function readsHold(): void {
  test.each(reads.map((route) => [route.name, route] as const))('%s', async (_name, route) => {
    const asked = asksFor(route)
    const ways: Readonly<Record<string, string>>[] = [{}]
    if ('hours' in asked) ways.push({ hours: '11-13' })
    if ('pivot' in asked) for (const pivot of salePivots) ways.push({ pivot }, { pivot, hours: '11-13' })
    if (route.files) ways.push({ format: 'csv' })
    for (const more of ways) {
      const reply = await read(route, more)
      expect(reply.statusCode, `${JSON.stringify(more)} ${reply.body.slice(0, 300)}`).toBe(200)
    }
  })

  test('where the orders of the last weeks went', async () => {
    expect((await read(readDeliveryHistory)).statusCode).toBe(200)
  })
}

test('there is a report for each page', () => {
  expect(reads.length).toBeGreaterThan(9)
})

describe('an order whose detail is odd fails no report of its open days:', readsHold)

test('figures can be made again from such orders, and their days be closed', async () => {
  await rebuildRollUps(app.db, store, givenMoment)
  await closeStore(app.db, store, givenMoment)
  const { rows } = await owner.query<{ method: string; orders: number; cents: number }>(
    'select method, sum(orders)::integer as orders, sum(cents)::integer as cents from payment_days where store_id = $1 group by 1 order by 1',
    [store],
  )
  const sound = oddDetails.filter(([field]) => field !== 'payments' && field !== 'the whole').length
  const whole = 2 * (sound + oddItems.length)
  expect(rows.filter(({ method }) => method === 'PIX')).toEqual([
    { method: 'PIX', orders: whole, cents: whole * 3_000 },
  ])
})

describe('nor of its closed ones:', readsHold)
