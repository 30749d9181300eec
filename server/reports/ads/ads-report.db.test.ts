import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdsReport } from '../../../contract/reports/ads.ts'
import { addDays, businessDayOf } from '../../../contract/shared/day.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'

const dayStart = '04:00'
const now = new Date('2026-11-24T15:00:00Z')
const zones = ['America/Sao_Paulo', 'America/Manaus']

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
let second: string
beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  shop = await standardShop(app, { timezone: zones[0] ?? '' })
  second = await app.addStore({ name: 'Norte', timezone: zones[1] ?? '' })
  const manager = await app.addPerson('manager', { [shop.store]: 'manager', [second]: 'manager' })
  shop = { ...shop, manager }
})
afterAll(() => app.close())

interface Told {
  readonly storeId: string
  readonly ad: string
  readonly clickDay: string
  readonly orderDay: string | null
  readonly netCents: number
}

/** Clicks at any minute of six days in two zones; two of three become an order, some cancelled, some a test. */
async function makeHistory(random: () => number): Promise<readonly Told[]> {
  const told: Told[] = []
  for (const [index, storeId] of [shop.store, second].entries()) {
    const timezone = zones[index] ?? ''
    await withStoreScope(app.db, [storeId], async (tx) => {
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: storeId, effective_from: '2020-01-01', starts_at: dayStart })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      for (const name of ['Terça', 'Quinta']) {
        const id = randomUUID()
        await tx
          .insertInto('ads')
          .values({
            store_id: storeId,
            id,
            code: id.slice(0, 8),
            name: `${name} ${id.slice(0, 4)}`,
            created_at: now,
            created_by: 'x',
          })
          .execute()
        for (let click = 0; click < 40; click += 1) {
          const at = new Date(now.getTime() - random() * 6 * 86_400_000)
          const clickId = randomUUID()
          await tx
            .insertInto('ad_clicks')
            .values({
              store_id: storeId,
              id: clickId,
              ad_id: id,
              code: clickId.slice(0, 8),
              click_kind: null,
              click_id: null,
              at,
            })
            .execute()
          const clickDay = businessDayOf(at, timezone, dayStart)
          const chance = random()
          if (chance < 0.33) {
            told.push({ storeId, ad: id, clickDay, orderDay: null, netCents: 0 })
            continue
          }
          const orderDay = addDays(clickDay, chance > 0.8 ? 1 : 0)
          const gross = 1_000 + Math.floor(random() * 9_000)
          const discount = Math.floor(random() * 500)
          const orderId = randomUUID()
          const cancelled = random() < 0.15
          const isTest = !cancelled && random() < 0.1
          await tx
            .insertInto('orders')
            .values({
              store_id: storeId,
              id: orderId,
              display_id: '1',
              platform: 'balcao',
              external_id: orderId,
              type: 'TAKEOUT',
              timing: 'INSTANT',
              status: cancelled ? 'cancelled' : 'concluded',
              open: false,
              business_day: orderDay,
              hour: 12,
              created_at: at,
              status_since: at,
              gross_cents: gross,
              store_discount_cents: discount,
              order_cents: gross - discount,
              is_test: isTest,
              detail: JSON.stringify({ customer: { name: 'Ana', phone: null } }),
            })
            .execute()
          await tx
            .insertInto('ad_orders')
            .values({
              store_id: storeId,
              order_id: orderId,
              click_id: clickId,
              linked_at: at,
              linked_by: 'x',
              consented_at: null,
              state: 'silent',
            })
            .execute()
          const counts = !cancelled && !isTest
          told.push({
            storeId,
            ad: id,
            clickDay,
            orderDay: counts ? orderDay : null,
            netCents: counts ? gross - discount : 0,
          })
        }
      }
    })
  }
  return told
}

const daysBetween = (from: string, to: string): readonly string[] =>
  from > to ? [] : [from, ...daysBetween(addDays(from, 1), to)]

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const read = (query: object, who = shop.manager) => app.call(who, readAdsReport, { query: query as never })

test('each ad has the clicks, orders and net of the period, whatever store, zone and day they are of', async () => {
  const told = await makeHistory(seeded(7))
  for (const [from, to] of [
    ['2026-11-18', '2026-11-24'],
    ['2026-11-20', '2026-11-22'],
    ['2026-11-21', '2026-11-21'],
  ] as const) {
    const within = (day: string | null) => day !== null && from <= day && day <= to
    const answer = await read({ from, to })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    for (const row of answer.data.rows) {
      const its = told.filter(({ ad }) => ad === row.adId)
      const sold = its.filter(({ orderDay }) => within(orderDay))
      expect([row.clicks, row.orders, row.netCents]).toEqual([
        its.filter(({ clickDay }) => within(clickDay)).length,
        sold.length,
        sold.reduce((sum, { netCents }) => sum + netCents, 0),
      ])
    }
    for (const one of answer.data.days) {
      const sold = told.filter(({ orderDay }) => orderDay === one.day)
      expect(one).toEqual({
        day: one.day,
        clicks: told.filter(({ clickDay }) => clickDay === one.day).length,
        orders: sold.length,
        netCents: sold.reduce((sum, { netCents }) => sum + netCents, 0),
      })
    }
    expect(answer.data.days.map(({ day }) => day)).toEqual(daysBetween(from, to))
    const sold = told.filter(({ orderDay }) => within(orderDay))
    expect(answer.data.totals).toEqual({
      clicks: told.filter(({ clickDay }) => within(clickDay)).length,
      orders: sold.length,
      netCents: sold.reduce((sum, { netCents }) => sum + netCents, 0),
    })
  }
})

test('staff are refused, and a store of others is neither named nor counted', async () => {
  const selection = shop.store
  expect((await read({ selection }, shop.basic)).status).toBe(403)
  expect((await read({ selection: `${selection},${shop.other}` })).body.error).toBe('store/not-found')
  expect((await read({}, shop.stranger)).data.rows).toEqual([])
})

test.each(['csv', 'xlsx', 'pdf'])(
  'leaves as %s, with a name that cannot become a formula',
  async (format) => {
    const id = randomUUID()
    await withStoreScope(app.db, [shop.store], (tx) =>
      tx
        .insertInto('ads')
        .values({
          store_id: shop.store,
          id,
          code: id.slice(0, 8),
          name: `=HYPERLINK("x";"${id}")`,
          created_at: now,
          created_by: 'x',
        })
        .execute(),
    )
    const file = await app.fastify.inject({
      method: 'GET',
      url: `/api${readAdsReport.path}?selection=${shop.store}&format=${format}`,
      headers: { [headers.userToken]: shop.manager.token, [headers.userId]: shop.manager.uid },
    })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain(`.${format}`)
    if (format === 'csv') {
      expect(file.body).toContain('Total')
      expect(file.body).not.toMatch(/(^|[;"])=HYPERLINK/m)
    }
  },
)
