import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askReconciliation, readReconciliations } from '../../contract/reports/reconciliation.ts'
import { businessDayOf } from '../../contract/shared/day.ts'
import { openDatabase, type Database } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { importFromPartners } from '../../server/marketplaces/partner-imports.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import { ledgerImport, noteReconciliationFailed, reconcile } from '../../server/reports/reports.ts'
import { testApp, type Person, type TestApp } from '../../server/testing/app.ts'
import { relayOutbox } from '../../server/testing/relay-outbox.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { historyOf } from './demo-history.ts'
import { prepareDemoIfood } from '../channels/demo-ifood.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import { knownBooks } from './known-books.ts'
import { seededRandom } from '../random.ts'
import { seedAfterSale } from '../seed/seed-after-sale.ts'
import { seedPeopleAndStores } from '../seed/seed.ts'

/** One in Brasília's zone, one an hour behind it. */
const stores = ['America/Sao_Paulo', 'America/Manaus'].map(
  (zone) => demoStores.find(({ timezone }) => timezone === zone) as DemoStore,
)
const now = new Date()

let app: TestApp
let database: Database
let simulator: Simulator
let owner: Person

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'demo', clientSecret: 'secret' })
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'demo',
    IFOOD_CLIENT_SECRET: 'secret',
  })
  database = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
  await seedPeopleAndStores(database, now)
  for (const store of stores) {
    const made = [...historyOf({ ...store, ordersPerDay: 4 }, { from: null, now }, seededRandom(7))]
    for (let at = 0; at < made.length; at += 100)
      await takeOrders(
        database.db,
        made.slice(at, at + 100).map(({ order }) => ({ ...order, refund_cents: 0 })),
      )
    await seedAfterSale(database.db, store, made, now)
  }
  const books = await knownBooks(app.ownerUrl)
  await prepareDemoIfood(simulatorControl(simulator.url), { reviews: [], approved: [], books })
  owner = await app.addPerson('dona', Object.fromEntries(stores.map(({ id }) => [id, 'owner'])))
})
afterAll(async () => {
  await database.close()
  await app.close()
  await simulator.stop()
})

describe.each(stores.map((store) => [store.name, store] as const))(
  'a month of %s that an owner of the demo asks for',
  (_name, { id: storeId, merchantId, timezone }) => {
    test('shows its sales, its lines, and the one difference that is there to find', async () => {
      const month = monthsBefore(businessDayOf(now, timezone, '00:00').slice(0, 7), 2)
      const asked = await app.call(
        owner,
        askReconciliation,
        { body: { platform: 'ifood', merchantId, month } },
        { storeId },
      )
      expect(asked.status, JSON.stringify(asked.body)).toBe(200)
      await work(storeId)
      const { data } = await app.call(owner, readReconciliations, { query: { selection: storeId } })
      const [compared] = data.reconciliations
      expect(compared).toMatchObject({ month, state: 'done', differences: 1 })
      expect(compared?.listed.map(({ kind }) => kind)).toEqual(['saleDiffers'])
      const [found] = compared?.listed ?? []
      expect((found?.hereCents ?? 0) - (found?.thereCents ?? 0)).toBe(800)
      expect(compared?.there.sales).toBeGreaterThan(30)
      expect(compared?.there.lines).toBeGreaterThan(100)
      expect(compared?.there).toEqual({ ...compared?.here })
    })
  },
)

test('a closed month is in a file already: none is asked for', () => {
  expect(simulator.world.statements.size).toBe(0)
})

test('what iFood remembers of the demo is what the demo has: reading it again adds no line and changes no payout', async () => {
  const before = await written()
  expect(Number(before.lines.count)).toBeGreaterThan(500)
  expect(Number(before.weeks.count)).toBeGreaterThan(20)
  await importFromPartners(app.deps, [{ ...ledgerImport, everyMs: 0 }], 'test')
  expect(await written()).toEqual(before)
})

const work = (storeId: string) =>
  relayOutbox(app.deps, [storeId], {
    reconciliation: {
      run: ({ payload }) => reconcile(app.deps, storeId, payload.reconciliationId),
      giveUp: ({ payload }) => noteReconciliationFailed(app.deps, storeId, payload.reconciliationId),
    },
  })

/** What the stores have of lines and weeks, and when the last of each was written. */
const written = () =>
  withStoreScope(
    database.db,
    stores.map(({ id }) => id),
    async (tx) => {
      const countOf = (table: 'settlement_entries' | 'settlements') =>
        tx
          .selectFrom(table)
          .select((rows) => [rows.fn.countAll<string>().as('count'), rows.fn.max('imported_at').as('lastAt')])
          .executeTakeFirstOrThrow()
      return { lines: await countOf('settlement_entries'), weeks: await countOf('settlements') }
    },
  )

/** A month, `YYYY-MM`. */
function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7)
}
