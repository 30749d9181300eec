import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBackfills, type BackfillWork } from '../../db/backfills/run-backfills.ts'
import type { Deps } from '../../deps.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { backfillKinds } from '../../worker/backfills.ts'
import {
  applyFate,
  incomingOrder,
  plainOrder,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { closeStore } from './close-days.ts'
import { differenceText } from './kept-rows.rules.ts'
import { rebuildRollUps } from './rebuild-roll-ups.ts'
import { recountDays } from './recount-days.ts'

/** A store of twelve days with orders, whose kept days do not count the tips yet, as after a new measure. */
let app: TestApp
let owner: pg.Client
let store: TestStore
const now = new Date('2025-11-20T23:35:20Z')
const days = 12

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const storeId = await app.addStore({ dayStartsAt: '04:00' })
  store = {
    id: storeId,
    storeId,
    timezone: 'America/Sao_Paulo',
    dayStarts: [{ effectiveFrom: '2000-01-01', startsAt: '04:00' }],
    merchants: null,
  }
  for (let back = 0; back < days; back += 1)
    await take({ ...plainOrder, back, tipCents: 500, fate: 'concluded' })
  await closeStore(app.db, storeId, now)
  for (const table of ['sales_days', 'sales_hours', 'sales_so_far', 'sales_through'])
    await owner.query(`update ${table} set tip_cents = 0`)
  await owner.query(
    "insert into backfills (store_id, name, kind) select id, 'measure-tip-cents', 'recount-days' from stores",
  )
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

async function take(planned: PlannedOrder): Promise<void> {
  const order = incomingOrder([store], { now }, planned)
  await app.deps.intake.take(order)
  await applyFate((at: Date): Deps => ({ ...app.deps, now: () => at }), order, planned, { now })
}

async function progress() {
  const { rows } = await owner.query<{ position: string | null; batches: number; finished: boolean }>(
    'select position, batches, finished_at is not null as finished from backfills',
  )
  return rows[0]
}

const run = (work: BackfillWork) =>
  runBackfills(app.deps, { 'recount-days': work }, [store.id], {
    signal: AbortSignal.timeout(60_000),
    progressed: () => {},
  })

const countedTips = async () => {
  const { rows } = await owner.query<{ cents: number }>(
    'select sum(tip_cents)::integer as cents from sales_days',
  )
  return rows[0]?.cents
}

test('killed in the middle, a recount beside orders that come continues behind its last day, and all figures are right', async () => {
  let begun = 0
  let isOver = false
  const arriving = (async () => {
    let taken = 0
    for (; !isOver || taken < 5; taken += 1)
      await take({ ...plainOrder, back: taken % 3, tipCents: 500, fate: 'concluded' })
    return taken
  })()
  await run(async (tx, storeId, after) => {
    const position = await recountDays(tx, storeId, after)
    begun += 1
    // The process dies after the work of its fifth day and before the commit.
    if (begun === 5) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    return position
  })
  const killed = await progress()
  expect([killed?.batches, killed?.position, killed?.finished]).toEqual([4, '2025-11-12', false])

  let continued = 0
  await run((tx, storeId, after) => {
    continued += 1
    return recountDays(tx, storeId, after)
  })
  isOver = true
  const arrived = await arriving
  expect(await progress()).toEqual({ position: '2025-11-20', batches: days, finished: true })
  // The last look finds no further day.
  expect(continued).toBe(days - 4 + 1)
  expect(await countedTips()).toBe((days + arrived) * 500)
  await closeStore(app.db, store.id, now)
  expect((await rebuildRollUps(app.db, store.id, now)).mended.map(differenceText)).toEqual([])
})

test('a finished recount does nothing more, and a kind that this version does not know waits', async () => {
  await owner.query(
    "insert into backfills (store_id, name, kind) select id, 'later', 'of-another-version' from stores",
  )
  const work: BackfillWork = () => Promise.reject(new Error('nothing waits'))
  await run(work)
  expect(Object.keys(backfillKinds)).toContain('recount-days')
  const { rows } = await owner.query('select name from backfills where finished_at is null')
  expect(rows).toEqual([{ name: 'later' }])
})
