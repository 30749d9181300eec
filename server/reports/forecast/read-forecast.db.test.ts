import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { readForecast } from '../../../contract/reports/forecast.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { selectionText } from '../../../contract/shared/selection.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'

let app: TestApp
let storeId: string
// A Saturday, 19:30 in São Paulo.
const now = new Date('2026-11-21T22:30:00Z')
const today = '2026-11-21'

beforeAll(async () => {
  app = await testApp()
  storeId = await app.addStore({ name: 'Sabor da Vila' })
  app.setClock(now)
  // Sixteen weeks: the weekday's number of orders a day, one more or less, at noon and at night.
  for (let back = 0; back < 140; back += 1) {
    const day = addDays(today, -back)
    const count = 2 * isoWeekday(day) + ((back * 7) % 3) - 1
    const times = back === 0 ? ['12:10'] : ['12:10', '20:40']
    await Promise.all(
      times.flatMap((time) =>
        Array.from({ length: count }, () => {
          const id = uuidv7()
          const createdAt = new Date(`${day}T${time}:00-03:00`).toISOString()
          return app.deps.intake.take(
            simpleOrder(storeId, id, id, { created_at: createdAt, status: 'concluded' }),
          )
        }),
      ),
    )
  }
})
afterAll(() => app.close())

test('half a usual Saturday is over: the other half is expected in the night hours', async () => {
  const manager = await app.addPerson('Gerente', { [storeId]: 'manager' })
  const { data } = await app.call(manager, readForecast, { query: { selection: storeId } })
  const page = await app.call(manager, readDailyReport, { query: { selection: storeId } })
  expect(data.day).toBe(today)
  expect(data.backTest?.errorShare).toBeLessThan(data.backTest?.baselineShare ?? 0)
  expect(data.shown?.soldCents).toBe(netCents(page.data.totals))
  expect(data.shown?.hours.map((hour) => hour.hour)).toEqual([20])
  expect(data.shown?.hours[0]?.netCents).toBe(data.shown?.rest.netCents)
  const usual = 12 * 3_000
  expect(data.shown?.rest.netCents).toBeGreaterThan(usual * 0.8)
  expect(data.shown?.rest.netCents).toBeLessThan(usual * 1.2)
  expect(data.shown?.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 7 }, (_, index) => addDays(today, index + 1)),
  )
  // Monday is quiet, the Saturday after it busy.
  const at = (day: string) => data.shown?.days.find((one) => one.day === day)?.netCents ?? 0
  expect(at('2026-11-28')).toBeGreaterThan(3 * at('2026-11-23'))
})

test('orders for tonight that were made before this hour are sold already, today as on usual days', async () => {
  const early = await app.addStore({ name: 'Encomendas' })
  const days = Array.from({ length: 140 }, (_, back) => ({ back, day: addDays(today, -back) }))
  await Promise.all(
    days.flatMap(({ back, day }) =>
      Array.from({ length: isoWeekday(day) + ((back * 7) % 3) }, () => {
        const id = uuidv7()
        const order = simpleOrder(early, id, id, { created_at: `${day}T15:10:00.000Z`, status: 'concluded' })
        const schedule = { start: `${day}T23:40:00.000Z`, end: `${day}T23:50:00.000Z` }
        return app.deps.intake.take({
          ...order,
          timing: 'SCHEDULED',
          detail: { ...order.detail, schedule },
        })
      }),
    ),
  )
  const manager = await app.addPerson('Cedo', { [early]: 'manager' })
  const { data } = await app.call(manager, readForecast, { query: { selection: early } })
  expect(data.shown?.soldCents).toBeGreaterThan(0)
  expect(data.shown?.rest.netCents).toBe(0)
})

test('while only some stores have begun their next day, sales match the daily report', async () => {
  // As between São Paulo and Manaus for an hour each dawn; in Tokyo it is already Sunday morning.
  const ahead = await app.addStore({ name: 'Do outro lado', timezone: 'Asia/Tokyo' })
  for (const createdAt of ['2026-11-21T12:00:00Z', '2026-11-21T21:30:00Z']) {
    const id = uuidv7()
    await app.deps.intake.take(simpleOrder(ahead, id, id, { created_at: createdAt, status: 'concluded' }))
  }
  const manager = await app.addPerson('Dona', { [storeId]: 'manager', [ahead]: 'manager' })
  const query = { selection: selectionText([storeId, ahead].map((id) => ({ storeId: id, merchants: null }))) }
  const { data } = await app.call(manager, readForecast, { query })
  const alone = await app.call(manager, readForecast, { query: { selection: storeId } })
  const page = await app.call(manager, readDailyReport, { query })
  expect(data.shown?.soldCents).toBe(netCents(page.data.totals))
  expect(data.shown?.soldCents).toBe((alone.data.shown?.soldCents ?? 0) + 3_000)
})

test('a new store has no forecast, with the reason', async () => {
  const fresh = await app.addStore()
  const manager = await app.addPerson('Outra', { [fresh]: 'manager' })
  const { data } = await app.call(manager, readForecast, { query: { selection: fresh } })
  expect(data).toMatchObject({ shown: null, backTest: null })
})
