import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'
import type { PeriodFacts } from '../../contract/reports/period.ts'
import { withStoreScope } from '../db/scope.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { givenMoment } from '../testing/given-moment.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { closeStore } from './closing/close-days.ts'
import { reportsRoutes } from './reports.routes.ts'

let app: TestApp
let manager: Person
const stores = { open: '', closed: '' }

/** Monday at noon and Saturday night, each differently in this week and the one before. */
const sales = [
  { at: '2026-11-16T12:30:00-03:00', cents: 3_000, channel: '', phone: '+5511900000001' },
  { at: '2026-11-17T12:10:00-03:00', cents: 4_100, channel: 'loja-ifood', phone: null },
  { at: '2026-11-21T20:00:00-03:00', cents: 5_300, channel: '', phone: '+5511900000002' },
  { at: '2026-11-22T21:20:00-03:00', cents: 6_700, channel: 'loja-ifood', phone: null },
  { at: '2026-11-09T12:30:00-03:00', cents: 1_900, channel: '', phone: '+5511900000001' },
  { at: '2026-11-14T20:00:00-03:00', cents: 2_300, channel: 'loja-ifood', phone: null },
]
const week = { from: '2026-11-16', to: '2026-11-22' }
const filters = {
  to: { to: '2026-11-18' },
  weekdays: { weekdays: '6,7' },
  hours: { hours: '11-13' },
  comparison: { comparison: 'last-year' },
} as const

beforeAll(async () => {
  app = await testApp()
  app.setClock(givenMoment)
  for (const state of ['open', 'closed'] as const) stores[state] = await app.addStore({ name: state })
  manager = await app.addPerson('manager', { [stores.open]: 'manager', [stores.closed]: 'manager' })
  for (const storeId of Object.values(stores)) {
    await takeOrders(
      app.db,
      sales.map((sale) => orderOf(storeId, sale)),
    )
    await advertise(storeId)
    await sellOnMenu(storeId)
  }
  await closeStore(app.db, stores.closed, givenMoment)
})
afterAll(() => app.close())

/** The names in a route's query. */
const asksFor = ({ query }: Route): object => (query && 'shape' in query ? (query.shape as object) : {})
const periods = reportsRoutes.map(({ route }) => route).filter((route) => 'from' in asksFor(route))

describe.each(['open', 'closed'] as const)('a week of %s days', (state) => {
  describe.each(periods.map((route) => [route.name, route] as const))('%s', (_name, route) => {
    const named = Object.keys(filters).filter((name) => name in asksFor(route))
    test.each(named as (keyof typeof filters)[])('names %s and counts by it', async (name) => {
      const plain = await read({})
      const filtered = await read(filters[name])
      if (!isNamed(name, filtered.period)) return
      expect(filtered.figures).not.toEqual(plain.figures)
      if (route.files) expect(await file(filters[name])).not.toEqual(await file({}))
    })

    const onPaper = route.files ? ['says on paper what its table says'] : []
    test.each(onPaper)('%s', async () => {
      const cells = (await answer({ format: 'csv' })).split(/[\r\n;]+/)
      const figures = cells.filter((cell) => /^-?[\d.]+(?:,\d+)?%?$/.test(cell))
      expect(figures.length).toBeGreaterThan(1)
      const paper = await wordsOnPaper((await send({ format: 'pdf' })).rawPayload)
      // Paper spares minutes and means their last noughts.
      const isThere = (figure: string) =>
        paper.includes(figure) || paper.includes(figure.replace(/,?0+$/, ''))
      expect(figures.filter((figure) => !isThere(figure))).toEqual([])
    })

    async function read(filter: object) {
      const { period, ...figures } = (JSON.parse(await answer(filter)) as { data: Reply }).data
      return { period, figures }
    }

    /** The table's lines, without those that describe the period. */
    const file = async (filter: object): Promise<readonly string[]> =>
      (await answer({ ...filter, format: 'csv' }))
        .split('\r\n')
        .filter((line) => !/Período|Comparado|Só|Sem vendas|Gerado/.test(line))

    const answer = async (filter: object): Promise<string> => (await send(filter)).body

    async function send(filter: object) {
      const product: Record<string, string> = 'product' in asksFor(route) ? { product: 'pizza' } : {}
      const reply = await app.fastify.inject({
        method: 'GET',
        url: `/api${route.path}`,
        query: { selection: stores[state], ...week, ...product, ...filter },
        headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
      })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply
    }
  })
})

/** The text of a PDF, its numbers as a table has them: `− R$ 1.234,56` is `-1234,56`. */
async function wordsOnPaper(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text
    .replaceAll(/[−-]\s?R\$\s/g, '-')
    .replaceAll(/(?<=\d)\.(?=\d{3})/g, '')
    .replaceAll(/(?<=\d)\s%/g, '%')
}

interface Reply {
  readonly period: PeriodFacts
}

function isNamed(name: keyof typeof filters, period: PeriodFacts): boolean {
  if (name === 'to') return period.to === filters.to.to
  if (name === 'comparison') return period.comparison.kind === filters.comparison.comparison
  return period[name] !== null
}

function orderOf(storeId: string, { at, cents, channel, phone }: (typeof sales)[number]) {
  const id = uuidv7()
  const platform = channel === '' ? 'balcao' : 'ifood'
  return simpleOrder(storeId, id, id, {
    created_at: new Date(at).toISOString(),
    status: 'concluded',
    platform,
    merchant_id: channel,
    completed_at: new Date(Date.parse(at) + cents * 600).toISOString(),
    customer: { id: uuidv7(), name: 'Ana', phone },
    gross_cents: cents,
    order_cents: cents,
    items: [
      {
        line: 1,
        product_key: 'pizza',
        name: 'Pizza',
        quantity_milli: 1_000,
        unit_price_cents: cents,
        total_cents: cents,
        detail: null,
      },
    ],
  })
}

/** Each order came from a click on one ad, a minute before. */
async function advertise(storeId: string): Promise<void> {
  await withStoreScope(app.db, [storeId], async (tx) => {
    const ad = randomUUID()
    await tx
      .insertInto('ads')
      .values({
        store_id: storeId,
        id: ad,
        code: ad.slice(0, 8),
        name: 'Cartaz',
        created_at: givenMoment,
        created_by: 'x',
      })
      .execute()
    const orders = await tx
      .selectFrom('orders')
      .select(['id', 'created_at'])
      .where('store_id', '=', storeId)
      .execute()
    for (const order of orders) {
      const click = randomUUID()
      await tx
        .insertInto('ad_clicks')
        .values({
          store_id: storeId,
          id: click,
          ad_id: ad,
          code: click.slice(0, 8),
          click_kind: null,
          click_id: null,
          at: new Date(order.created_at.getTime() - 60_000),
        })
        .execute()
      await tx
        .insertInto('ad_orders')
        .values({
          store_id: storeId,
          order_id: order.id,
          click_id: click,
          linked_at: givenMoment,
          linked_by: 'x',
          consented_at: null,
          state: 'silent',
        })
        .execute()
    }
  })
}

async function sellOnMenu(storeId: string): Promise<void> {
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('menu_items')
      .values({
        store_id: storeId,
        id: randomUUID(),
        name: 'Pizza',
        product_key: 'pizza',
        price_cents: 3_000,
      } as never)
      .execute(),
  )
}
