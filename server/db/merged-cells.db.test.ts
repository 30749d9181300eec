import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../contract/all.ts'
import { beginBulk } from '../../contract/bulk/bulk.ts'
import { createGroup } from '../../contract/groups/groups.ts'
import { cancelOrder, concludeOrder, confirmOrder, placeOrder } from '../../contract/orders/orders.ts'
import { searchOrders } from '../../contract/orders/history.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { buildApp } from '../app.ts'
import { seededRandom } from '../../demo/random.ts'
import { productSorts, salePivots, saleSteps } from '../../contract/reports/choices.ts'
import { closeEndedDays } from '../reports/closing/close-ended-days.ts'
import { AppError } from '../errors/app-error.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { examples } from '../testing/isolation-examples.ts'
import { ownOrder } from '../testing/orders.ts'
import { withStoreScope } from './scope.ts'
import type { Cells } from './tables.ts'

/** Friday evening in São Paulo. */
const evening = Date.parse('2026-11-20T23:14:00Z')
const dayMs = 86_400_000

let app: TestApp
/** The same server over the same rows, which takes each store for one in a cell of its own. */
let apart: FastifyInstance
let person: Person
let stores: readonly string[]

beforeAll(async () => {
  app = await testApp()
  stores = await Promise.all(['Zuleica', 'Ânfora', 'bistrô'].map((name) => app.addStore({ name })))
  person = await app.addPerson('Dona', Object.fromEntries(stores.map((storeId) => [storeId, 'owner'])))
  await app.call(person, createGroup, { body: { name: 'Todas', slug: 'todas', storeIds: [...stores] } })
  await sellForAWeek()
  for (const [at, storeId] of stores.entries()) await complain(storeId, at)
  app.setClock(new Date(evening))
  const act = await app.call(
    person,
    beginBulk,
    { query: { selection: stores.join() }, body: { action: { kind: 'stop', minutes: 30, reason: 'Chuva' } } },
    { key: 'um-ato' },
  )
  if (act.status !== 200) throw new Error(JSON.stringify(act.body))
  expect(act.data.parts).toHaveLength(stores.length)
  const { main, reports, jobs } = { main: app.deps, ...app.deps.apart }
  apart = await buildApp({
    ...main,
    cells: eachApart(main.cells),
    apart: {
      reports: { ...reports, cells: eachApart(reports.cells) },
      jobs: { ...jobs, cells: eachApart(jobs.cells) },
    },
  })
})
afterAll(async () => {
  await apart.close()
  await app.close()
})

const eachApart = (cells: Cells): Cells => ({
  ...cells,
  ofAll: (storeIds) =>
    storeIds.length > 1 ? Promise.reject(new AppError('selection/two-cells')) : cells.ofAll(storeIds),
  parts: async (storeIds) => {
    const [whole] = await cells.parts(storeIds)
    if (!whole) throw new Error('at least one part')
    return storeIds.length === 0 ? [whole] : storeIds.map((storeId) => ({ ...whole, storeIds: [storeId] }))
  },
})

const dishes = [
  'Pizza média',
  'Esfiha',
  'Quibe',
  'Suco',
  'Pastel',
  'Coxinha',
  'Torta',
  'Caldo',
  'Bolo',
  'Açaí',
  'Pão',
]

async function sellForAWeek(): Promise<void> {
  let orders = 0
  /** Uneven, and the same in every run. */
  const below = (limit: number) => (orders * 7_919) % limit
  for (const ago of [28, 14, 7, 7, 3, 1, 1, 0, 0, 0])
    for (const storeId of [...stores, ...stores, stores[0] ?? '']) {
      orders += 1
      app.setClock(new Date(evening - ago * dayMs - below(181) * 60_000))
      const order = ownOrder()
      const name = dishes[below(dishes.length)] ?? ''
      const items = order.items.map((item) => ({ ...item, name, externalCode: `D${below(dishes.length)}` }))
      const key = `pedido-${orders}`
      const placed = await app.call(person, placeOrder, { body: { ...order, items } }, { storeId, key })
      if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
      const of = { params: { orderId: placed.data.id } }
      if (below(10) < 7) await app.call(person, confirmOrder, { ...of, body: {} }, { storeId })
      if (below(11) < 2)
        await app.call(person, cancelOrder, { ...of, body: { code: 'duplicate' } }, { storeId })
      else if (ago > 0 && below(13) < 11)
        await app.call(person, concludeOrder, { ...of, body: {} }, { storeId })
    }
}

/** Two negotiations and two reviews, whose times interleave with those of the other stores. */
const complain = (storeId: string, at: number) =>
  withStoreScope(app.db, [storeId], async (tx) => {
    const { id } = await tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const minutes of [30 - 7 * at, 7 * at - 40]) {
      const expiry = new Date(evening + minutes * 60_000)
      const common = { store_id: storeId, id: uuidv7(), source: 'ifood', business_day: '2026-11-20' }
      const asked = {
        merchant_id: '',
        kind: 'PROPOSED_AMOUNT_REFUND',
        message: 'Fria',
        asked_cents: 900 + at,
      }
      await tx
        .insertInto('disputes')
        .values({
          ...common,
          ...asked,
          partner_id: uuidv7(),
          order_id: id,
          opened_at: new Date(evening - (5 + at) * 60_000),
          expires_at: expiry,
          state: minutes > 0 ? 'open' : 'expired',
          settled_at: minutes > 0 ? null : expiry,
        })
        .execute()
      await tx
        .insertInto('reviews')
        .values({
          ...common,
          source_review_id: uuidv7(),
          score: 1 + ((minutes + 90) % 5),
          created_at: new Date(evening - (60 + minutes) * 60_000),
          reply_due: new Date(evening + (300 + minutes) * 60_000),
        })
        .execute()
    }
  })

/** What reads the stores of a person or of a selection; each is asked about all of them. */
const listing = allRoutes.filter(
  (route) =>
    route.method === 'GET' &&
    (route.access.kind === 'selection' ||
      ['readMyStores', 'readMyAccess', 'readGroupNow', 'readGroupDay'].includes(route.name)),
)

async function ask(server: FastifyInstance, name: string, more: Readonly<Record<string, string>> = {}) {
  const route = listing.find((one) => one.name === name)
  const [storeId = ''] = stores
  const target = { storeId, slug: '', orderId: storeId, groupId: storeId, groupSlug: 'todas' }
  const { params = {}, query = {} } = examples[name]?.(target).input ?? {}
  const { selection: _one, ...asked } = query
  const reply = await server.inject({
    method: 'GET',
    url: `/api${(route?.path ?? '').replaceAll(/\{(\w+)\}/g, (_whole, part: string) => params[part] ?? '')}`,
    query: { ...asked, ...more },
    headers: { [headers.userToken]: person.token, [headers.userId]: person.uid },
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  const body = (isJson ? JSON.parse(reply.body) : { file: reply.body }) as { error?: string }
  return { status: reply.statusCode, body: { ...body, requestId: undefined } }
}

/** Of several cells these are not merged, each with its reason. The list only shrinks. */
const reasons: Readonly<Record<string, string>> = {
  readOrderBilling:
    'its page of orders is cut by the database beside its sums, and its file reads day by day in a cell',
  readCustomerReport: 'its best customers and districts are cut by the database before they could be merged',
}
const refused = Object.keys(reasons)

test('calls over stores of several cells are merged, or refused by name', async () => {
  const found = []
  for (const { name } of listing)
    if ((await ask(apart, name)).body.error === 'selection/two-cells') found.push(name)
  expect(found).toEqual(refused)
})

test.each(listing.filter(({ name }) => !refused.includes(name)).map(({ name }) => name))(
  '%s answers of several cells what one cell would',
  async (name) => {
    const whole = await ask(app.fastify, name)
    // An act or a group that is not there is not found in either.
    expect([200, 404]).toContain(whole.status)
    expect(await ask(apart, name)).toEqual(whole)
  },
)

test('the days of the world are closed, so that reports read their tables too', async () => {
  await closeEndedDays(app.deps, stores, new AbortController().signal)
  const closed = await withStoreScope(app.db, stores, (tx) =>
    tx.selectFrom('report_closings').select('through').where('store_id', 'in', stores).execute(),
  )
  expect(closed.map(({ through }) => through)).toEqual(stores.map(() => '2026-11-19'))
})

const random = seededRandom(44)
const oneOf = <T>(all: readonly T[]): T => all[random.int(all.length)] as T

/** Questions over generated selections, periods and filters. */
const questions = Array.from({ length: 60 }, () => ({
  name: oneOf([
    'readSaleReport',
    'readQualityReport',
    'readProductReport',
    'readProductDays',
    'readMenuReport',
    'readAdsReport',
  ]),
  product: oneOf(['esfiha', 'pastel', 'quibe']),
  chosen: oneOf([
    [0, 1],
    [0, 2],
    [1, 2],
    [0, 1, 2],
    [2, 1, 0],
  ]),
  from: oneOf(['2026-10-20', '2026-11-01', '2026-11-13', '2026-11-20']),
  to: oneOf(['2026-11-19', '2026-11-20']),
  comparison: oneOf(['none', 'same-weekdays', 'mean-of-four']),
  filter: oneOf<Record<string, string>>([{}, {}, { weekdays: '1,5,6' }, { hours: '18-21' }]),
  sale: { by: oneOf(saleSteps), pivot: oneOf(salePivots) },
  sort: oneOf(productSorts),
}))

test('reports of long periods over several cells are those of one, for sixty generated questions', async () => {
  let answered = 0
  for (const { name, chosen, from, to, comparison, filter, sale, sort, product } of questions) {
    const more = {
      selection: chosen.map((at) => stores[at] ?? '').join(),
      from: from < to ? from : to,
      to,
      ...filter,
      ...(['readMenuReport', 'readAdsReport', 'readProductDays'].includes(name) ? {} : { comparison }),
      ...(name === 'readSaleReport' ? sale : {}),
      ...(name === 'readProductReport' ? { sort } : {}),
      ...(name === 'readProductDays' ? { product } : {}),
    }
    const whole = await ask(app.fastify, name, more)
    expect(await ask(apart, name, more), JSON.stringify({ name, more })).toEqual(whole)
    if (whole.status === 200) answered += 1
  }
  // A filter that a report does not take is refused by both.
  expect(answered).toBeGreaterThan(40)
})

test('a page of the history continues where the last one ended, over all cells', async () => {
  const page = async (server: FastifyInstance, after: string | null) => {
    const reply = await server.inject({
      method: 'GET',
      url: `/api${searchOrders.path}`,
      query: { limit: '7', ...(after === null ? {} : { after }) },
      headers: { [headers.userToken]: person.token, [headers.userId]: person.uid },
    })
    return (JSON.parse(reply.body) as { data: Reply<typeof searchOrders> }).data
  }
  let after: string | null = null
  let pages = 0
  do {
    const whole = await page(app.fastify, after)
    expect(await page(apart, after)).toEqual(whole)
    after = whole.next
    pages += 1
  } while (after !== null)
  expect(pages).toBeGreaterThan(5)
})
