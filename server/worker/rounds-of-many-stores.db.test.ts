import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { noteSilentPrinters } from '../printing/printing.ts'
import { sendReportMails } from '../reports/reports.ts'
import { noteClosedChannels, noteOpenings } from '../stores/stores.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { manyStores } from './each-store.ts'

let app: TestApp
let stores: readonly string[]
beforeAll(async () => {
  app = await testApp()
  stores = [await app.addStore(), await app.addStore(), await app.addStore()]
})
afterAll(() => app.close())

const round = { signal: new AbortController().signal, progressed: () => {} }

test.each([
  ['openings', noteOpenings],
  ['closed channels', noteClosedChannels],
  ['silent printers', noteSilentPrinters],
  ['report mails', sendReportMails],
])('%s of three stores with nothing to do are read in one transaction', async (_, work) => {
  let transactions = 0
  const { cells } = app.deps
  const counted = {
    ...cells,
    all: cells.all,
    ofAll: (ids: readonly string[]) => {
      transactions += 1
      return cells.ofAll(ids)
    },
  }
  await manyStores({ ...app.deps, cells: counted }, round, work)
  expect(transactions).toBe(1)
})

test('each store keeps its own openings: one has a break, the others sell', async () => {
  const [resting = '', ...others] = stores
  const since = new Date(app.deps.now().getTime() - 60_000)
  await withStoreScope(app.db, [resting], (tx) =>
    sql`insert into breaks (store_id, id, starts_at, set_at) values (${resting}, gen_random_uuid(), ${since}, ${since})`.execute(
      tx,
    ),
  )
  await manyStores(app.deps, round, noteOpenings)
  const open = await withStoreScope(app.db, stores, (tx) =>
    tx.selectFrom('store_watches').select(['store_id', 'open']).where('channel', '=', 'balcao').execute(),
  )
  expect(Object.fromEntries(open.map((watch) => [watch.store_id, watch.open]))).toEqual({
    [resting]: false,
    ...Object.fromEntries(others.map((store) => [store, true])),
  })
})

test('one store’s failure ages no other: each is tried alone', async () => {
  const [ill] = stores
  const done: string[] = []
  await manyStores(app.deps, round, async (_, storeIds) => {
    if (storeIds.some((store) => store === ill)) throw new Error('ill')
    done.push(...storeIds)
    await Promise.resolve()
  })
  expect(done.toSorted()).toEqual(stores.slice(1).toSorted())
})
