import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readGroupDay } from '../../contract/groups/group-day.ts'
import { createGroup, updateGroup } from '../../contract/groups/groups.ts'
import { readHome } from '../../contract/home/home.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { netCents, validOrders } from '../../contract/reports/metrics/metrics.ts'
import { readStoresReport } from '../../contract/reports/stores.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'

// A Friday, 20:15 in São Paulo, 19:15 in Manaus.
const now = new Date('2026-11-20T23:15:30Z')
let app: TestApp
let centro: string
let norte: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  centro = await app.addStore({ name: 'Centro' })
  norte = await app.addStore({ name: 'Norte', timezone: 'America/Manaus' })
  const foreign = await app.addStore({ name: 'De outro' })
  owner = await app.addPerson('owner', { [centro]: 'owner', [norte]: 'owner' })
  manager = await app.addPerson('manager', { [centro]: 'manager', [norte]: 'basic' })
  basic = await app.addPerson('basic', { [centro]: 'basic' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
  await app.call(owner, createGroup, {
    body: { name: 'Família', slug: 'familia', storeIds: [centro, norte] },
  })
  await sold(centro, '2026-11-20T15:10:00Z', 5_000)
  await sold(centro, '2026-11-20T22:10:00Z', 7_000)
  await sold(norte, '2026-11-20T22:10:00Z', 2_000)
  for (const [weeks, cents] of [
    [1, 4_000],
    [2, 6_000],
  ] as const) {
    await sold(centro, daysBefore('2026-11-20T15:20:00Z', 7 * weeks), cents)
    // After the minute of now: ahead in the hours, not in the mean.
    await sold(centro, daysBefore('2026-11-21T00:40:00Z', 7 * weeks), 9_000)
  }
})
beforeEach(() => app.setClock(now))
afterAll(() => app.close())

const daysBefore = (iso: string, days: number) => new Date(Date.parse(iso) - days * 86_400_000).toISOString()
let orders = 0
const sold = (store: string, at: string, cents: number) =>
  takeOrders(app.db, [
    simpleOrder(store, uuidv7(), `o-${(orders += 1)}`, {
      status: 'concluded',
      created_at: at,
      gross_cents: cents,
    }),
  ])
const read = (person: Person, slug = 'familia', query = {}) =>
  app.call(person, readGroupDay, { params: { slug }, query })

test('the group’s day is the sum of its stores, each beside its own compared day up to this minute', async () => {
  const { data } = await read(owner, 'familia', { comparison: 'mean-of-four-same-weekdays' })
  expect(data).toMatchObject({ day: '2026-11-20', running: true, otherStores: 0, group: { slug: 'familia' } })
  expect(data.comparison).toMatchObject({ cutAt: '20:15', empty: false })
  expect([netCents(data.totals), validOrders(data.totals), netCents(data.compared)]).toEqual([
    14_000, 3, 5_000,
  ])
  expect(
    data.stores.map(({ name, totals, compared }) => [name, netCents(totals), compared?.netCents]),
  ).toEqual([
    ['Centro', 12_000, 5_000],
    ['Norte', 2_000, undefined],
  ])
})

test('orders are counted by each store’s own hour, with the usual hours ahead', async () => {
  const { data } = await read(owner)
  const [first, second] = data.stores
  const of = (store: typeof first, hour: number) => store?.hours.find((one) => one.hour === hour)
  expect(first?.hours.map(({ hour }) => hour)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21])
  expect([of(first, 12)?.orders, of(first, 19)?.orders, of(second, 18)?.orders]).toEqual([1, 1, 1])
  expect([of(first, 20)?.orders, of(second, 20)?.orders]).toEqual([0, null])
  expect(of(first, 21)).toEqual({ hour: 21, orders: null, usualOrders: 1, farBelow: false })
})

test('the total is the daily report’s, and the means are the stores report’s', async () => {
  for (const comparison of ['same-weekday-last-week', 'yesterday', 'mean-of-four-same-weekdays'] as const) {
    const { data } = await read(owner, 'familia', { comparison, day: '2026-11-20' })
    const daily = (await app.call(owner, readDailyReport, { query: { comparison, day: '2026-11-20' } })).data
    expect([data.totals, data.compared, data.comparison]).toEqual([
      daily.totals,
      daily.compared,
      daily.comparison,
    ])
  }
  const comparison = 'mean-of-four-same-weekdays'
  const { data } = await read(owner, 'familia', { day: '2026-11-20', comparison })
  const report = (
    await app.call(owner, readStoresReport, { query: { from: '2026-11-20', to: '2026-11-20' } })
  ).data
  const meanOf = (storeId: string, mean: { readonly netCents: number } | null) => [
    storeId,
    mean?.netCents ?? null,
  ]
  expect(Object.fromEntries(data.stores.map(({ storeId, compared }) => meanOf(storeId, compared)))).toEqual(
    Object.fromEntries(report.rows.map(({ storeId, usual }) => meanOf(storeId, usual))),
  )
})

test('the group and each of its stores are judged by the day that Agora judges them by', async () => {
  const { data } = await read(owner)
  expect(data.comparison).toMatchObject({ kind: 'same-weekday-last-week', days: ['2026-11-13'] })
  const { today } = (await app.call(owner, readHome, { query: {} })).data
  expect([netCents(data.totals), netCents(data.compared)]).toEqual([today?.netCents, today?.comparedNetCents])
  expect(data.stores.map(({ storeId, compared }) => [storeId, compared?.netCents ?? 0])).toEqual(
    data.stores.map(({ storeId }) => [
      storeId,
      today?.stores.find((one) => one.storeId === storeId)?.comparedNetCents,
    ]),
  )
})

test('a manager of some stores sees those, and the number of the others', async () => {
  const { data } = await read(manager)
  expect(data.stores.map(({ name }) => name)).toEqual(['Centro'])
  expect([data.otherStores, netCents(data.totals)]).toEqual([1, 12_000])
  expect(JSON.stringify(data)).not.toContain('Norte')
})

test('basic is refused, and outsiders find no group', async () => {
  expect((await read(basic)).body.error).toBe('permission/denied')
  const outside = await read(stranger)
  expect([outside.status, outside.body.error]).toEqual([404, 'group/not-found'])
  expect((await read(stranger, 'nao-existe')).body.message).toBe(outside.body.message)
})

test('a former address answers with the day of the group and its new slug', async () => {
  const { group } = (await read(owner)).data
  const params = { id: group.id }
  const moved = await app.call(owner, updateGroup, {
    params,
    body: { slug: 'familia-nova', version: group.version },
  })
  expect((await read(owner)).data.group.slug).toBe('familia-nova')
  await app.call(owner, updateGroup, { params, body: { slug: 'familia', version: moved.data.version } })
})

test('a day ahead is refused, one without sales is empty', async () => {
  expect((await read(owner, 'familia', { day: '2026-12-20' })).status).toBe(422)
  const { data } = await read(owner, 'familia', { day: '2026-10-01' })
  expect([netCents(data.totals), data.comparison.empty, data.running]).toEqual([0, true, false])
  expect(data.stores.map(({ hours }) => hours)).toEqual([[], []])
})
