import fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import type { PeriodComparison } from '../../../contract/reports/period.ts'
import {
  qualityReport,
  readQualityReport as readRoute,
  saveQualityTargets,
  type QualityReport,
} from '../../../contract/reports/quality.ts'
import { noteOpenings } from '../../stores/stores.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { closeStore } from '../closing/close-days.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import {
  applyFate,
  incomingOrder,
  makeStores,
  orderOf,
  type Snapshot,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { rawQuality, type RawQuality } from './testing/raw-quality.ts'
import { readQualityReport } from './read-quality-report.ts'

describe('compared with a computation from the orders', () => {
  let house: ReportHarness
  let owner: ReportHarness['owner']

  beforeAll(async () => {
    house = await createReportHarness()
    owner = house.owner
  })
  afterAll(() => house.close())
  const depsAt = (now: Date) => house.depsAt(now)

  async function live(stores: readonly TestStore[], moment: Snapshot, history: readonly PlannedOrder[]) {
    for (const planned of history) {
      const order = incomingOrder(stores, moment, planned)
      if (Date.parse(order.created_at) > moment.now.getTime()) continue
      await depsAt(moment.now).intake.take(order)
      await applyFate(depsAt, order, planned, moment)
    }
  }

  async function report(
    stores: readonly TestStore[],
    moment: Snapshot,
    query: object,
  ): Promise<QualityReport> {
    const call = {
      deps: depsAt(moment.now),
      stores: stores.map((store) => ({ storeId: store.id, merchants: store.merchants, role: 'owner' })),
      query,
      now: moment.now,
    }
    const answer = await readQualityReport(call as unknown as Parameters<typeof readQualityReport>[0])
    return z.parse(qualityReport, answer)
  }

  const moments: readonly Snapshot[] = [
    { now: new Date('2026-11-20T23:35:20Z') },
    { now: new Date('2026-11-21T05:10:00Z') },
    // On 2018-02-17 the hour 23 occurred twice.
    { now: new Date('2018-02-25T02:25:00Z') },
  ]
  const comparisons: readonly PeriodComparison[] = [
    'same-weekdays',
    'previous-period',
    'mean-of-four',
    'none',
  ]

  test('counts, times, causes and ratings match, with days closed, open and changed after closing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(orderOf, { minLength: 1, maxLength: 16 }),
        fc.array(orderOf, { maxLength: 8 }),
        fc.constantFrom(...moments),
        fc.constantFrom(...comparisons),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
        fc.constantFrom(null, [''], ['m-1'], ['', 'm-2']),
        fc.constantFrom(undefined, '5,6,7'),
        async (before, after, moment, comparison, length, closedStores, merchants, weekdays) => {
          const stores = (await makeStores(owner, moment)).map((store) => ({ ...store, merchants }))
          await live(stores, moment, before)
          for (const index of closedStores) {
            const store = stores[index]
            if (store) await closeStore(house.database.db, store.id, moment.now)
          }
          // Old days change: some become stale, some were never closed.
          await live(stores, moment, after)
          await owner.query(
            'update reviews r set merchant_id = o.merchant_id from orders o where o.store_id = r.store_id and o.external_id = r.order_external_id',
          )
          const first = stores[0]
          if (!first) throw new Error('no store')
          const to = runningDay(first, moment.now)
          const answer = await report(stores, moment, {
            from: addDays(to, -length),
            to,
            comparison,
            ...(weekdays ? { weekdays } : {}),
            format: 'json',
          })
          const raw = await rawQuality(owner, stores, answer, weekdays ?? null, moment.now)
          expect(figures(answer)).toEqual(raw)
          addsUp(answer)
        },
      ),
      { numRuns: 10 },
    )
  }, 240_000)
})

function figures(answer: QualityReport): RawQuality {
  const { totals, compared, stages: all } = answer
  return {
    totals,
    compared,
    ratings: answer.ratings,
    comparedRatings: answer.comparedRatings,
    stages: Object.fromEntries(
      all.map(({ current, compared: before }) => [
        current.stage,
        {
          orders: current.orders,
          median: current.median,
          p90: current.p90,
          within: current.within,
          comparedMedian: before.median,
          comparedP90: before.p90,
        },
      ]),
    ),
    causes: Object.fromEntries(
      answer.cancellations.causes.map((row) => [
        `${row.reason ?? ''}/${row.responsible}`,
        [row.orders, row.cents],
      ]),
    ),
    stores: Object.fromEntries(
      answer.stores.map((row) => [
        row.storeId,
        { totals: row.totals, median: row.stages.map((one) => one.median) },
      ]),
    ),
  }
}

function addsUp({
  totals,
  cancellations,
  stores,
  trend,
  ratings,
  stages: all,
  totalMinutes,
}: QualityReport): void {
  const sum = (rows: readonly { orders: number }[]) => rows.reduce((all, row) => all + row.orders, 0)
  for (const split of [cancellations.causes, cancellations.responsibles, cancellations.stages]) {
    expect(sum(split)).toBe(totals.cancelled)
    expect(split.reduce((all, row) => all + row.cents, 0)).toBe(totals.cancelledCents)
  }
  expect(stores.reduce((all, store) => all + store.totals.received, 0)).toBe(totals.received)
  expect(trend.reduce((all, point) => all + point.received, 0)).toBe(totals.received)
  for (let score = 0; score < 5; score += 1) {
    expect(trend.reduce((all, point) => all + (point.scores[score] ?? 0), 0)).toBe(ratings[score])
  }
  expect(sum(totalMinutes)).toBe(all.find((one) => one.current.stage === 'total')?.current.orders)
}

describe('the quality report of a store', () => {
  let app: TestApp
  let store: string
  let other: string
  let manager: Person
  let basic: Person
  let stranger: Person

  beforeAll(async () => {
    app = await testApp()
    store = await app.addStore({ name: 'Brasa', merchantId: 'm-brasa', openingHours: everyEvening })
    other = await app.addStore({ name: 'Alheia' })
    manager = await app.addPerson('manager', { [store]: 'manager' })
    basic = await app.addPerson('basic', { [store]: 'basic' })
    stranger = await app.addPerson('stranger', { [other]: 'owner' })
  })
  afterAll(() => app.close())

  const everyEvening = (
    ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
  ).map((weekday) => ({ weekday, start: '18:00', end: '23:00' }))
  const targets = { accept: 2, prepare: 20, wait: 5, deliver: 25, total: 45 }
  const read = (person: Person) => app.call(person, readRoute, { query: { selection: store } })
  const save = (person: Person, version: number, storeId = store, changes: object = {}) =>
    app.call(
      person,
      saveQualityTargets,
      { body: { targets: { ...targets, ...changes }, version } },
      { storeId },
    )

  test('has the default targets until the store sets its own', async () => {
    const before = (await read(manager)).data.stores[0]
    expect([before?.targetsVersion, before?.targets.prepare]).toEqual([0, 25])
    expect((await save(manager, 0)).data).toEqual({ targets, version: 1 })
    const after = (await read(manager)).data.stores[0]
    expect([after?.targetsVersion, after?.targets]).toEqual([1, targets])
  })

  test('cannot be read, nor its targets changed, below manager', async () => {
    expect((await read(basic)).body.error).toBe('permission/denied')
    expect((await save(basic, 1)).body.error).toBe('permission/denied')
  })

  test('of another tenant’s store is not found, and its targets cannot be changed', async () => {
    expect((await app.call(stranger, readRoute, { query: { selection: store } })).body.error).toBe(
      'store/not-found',
    )
    expect((await save(stranger, 1)).body.error).toBe('store/not-found')
    expect((await app.call(manager, readRoute, { query: { selection: other } })).body.error).toBe(
      'store/not-found',
    )
  })

  test('rejects a stale version of the targets and invalid minutes', async () => {
    const stale = await save(manager, 0)
    expect([stale.status, stale.body.error]).toEqual([409, 'report/stale-targets'])
    expect(stale.body.current).toMatchObject({ version: 1 })
    const wrong = await save(manager, 1, store, { accept: 0 })
    expect([wrong.body.error, wrong.body.details?.[0]?.path]).toEqual([
      'validation/invalid',
      'targets.accept',
    ])
  })

  test('of two concurrent saves of the targets one succeeds', async () => {
    const version = (await read(manager)).data.stores[0]?.targetsVersion ?? 0
    const both = await Promise.all([save(manager, version), save(manager, version, store, { wait: 9 })])
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('counts the minutes that the store was open, from the first observation on', async () => {
    const at = (text: string) => new Date(`2026-11-19T${text}:00-03:00`)
    const lookAt = async (text: string) => {
      app.setClock(at(text))
      await noteOpenings(app.deps, [store])
    }
    const pause = (level: 'paused' | 'normal') =>
      app.db.transaction().execute(async (tx) => {
        const { sql } = await import('kysely')
        await sql`select set_config('app.store_ids', ${store}, true)`.execute(tx)
        await (
          level === 'paused'
            ? sql`insert into breaks (store_id, id, starts_at, set_at)
                values (${store}, gen_random_uuid(), ${at('19:00')}, ${at('19:00')})`
            : sql`update breaks set ended_at = ${at('19:42')} where store_id = ${store}`
        ).execute(tx)
      })
    for (let minutes = 17 * 60 + 30; minutes <= 22 * 60; minutes += 4) {
      if (minutes === 19 * 60 + 2) await pause('paused')
      if (minutes === 19 * 60 + 42) await pause('normal')
      await lookAt(
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
      )
    }
    const person = await app.addPerson('manager', { [store]: 'manager' })
    const answer = await app.call(person, readRoute, {
      query: { selection: store, from: '2026-11-19', to: '2026-11-19', comparison: 'none' },
    })
    app.setClock(null)
    const own = answer.data.openRate.channels.find((row) => row.channel === 'balcao')
    // Paused from 19:02 to 19:42, observed until 21:58.
    expect(own).toEqual({ channel: 'balcao', openMinutes: 238 - 40, scheduledMinutes: 238 })
    expect(answer.data.openRate.since).toBe(at('17:30').toISOString())
  })

  test('has the same figures in its file as on the page', async () => {
    const reply = await app.fastify.inject({
      url: `/api/reports/quality?selection=${store}&format=csv`,
      headers: { 'x-user-token': manager.token, 'x-user-id': manager.uid },
    })
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    expect(reply.body.slice(0, 200)).toContain('Relatório de qualidade')
    expect(reply.headers['content-type']).toContain('text/csv')
    expect(reply.body).toContain('Tempos por etapa')
  })

  test('rejects a filter by hours', async () => {
    const query = { selection: store, hours: '11-14' } as never
    expect((await app.call(manager, readRoute, { query })).body.error).toBe('validation/invalid')
  })
})
