import pg from 'pg'
import { pino } from 'pino'
import { readEnvironment } from '../../env.ts'
import { openDatabase, type Database } from '../../db/connections/pool.ts'
import type { Deps } from '../../deps.ts'
import { createMarketplaces } from '../../marketplaces/registry.ts'
import { createOrderIntake } from '../../orders/taking/order-intake.ts'
import { freshDatabase } from '../../testing/postgres.ts'
import { orderListeners } from '../../worker/order-listeners.ts'

/** A database for the histories of a report's tests, and the server parts that execute them. */
export interface ReportHarness {
  /** For one more connection as the owner. */
  readonly url: string
  readonly database: Database
  /** Reads the rows of all stores, to compare a report with. */
  readonly owner: pg.Client
  depsAt(now: Date): Deps
  close(): Promise<void>
}

export async function createReportHarness(connections = 4): Promise<ReportHarness> {
  const testDatabase = await freshDatabase()
  const database = await openDatabase(testDatabase.url, { role: 'balcao_app', max: connections })
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  const log = pino({ level: 'silent' })
  const env = readEnvironment({ LOG_LEVEL: 'silent', NODE_ENV: 'test' })
  const intake = createOrderIntake({ cells: database.cells, log })
  return {
    url: testDatabase.url,
    database,
    owner,
    depsAt: (now) => {
      const clock = () => now
      const parts = {
        directory: database.db,
        cells: database.cells,
        log,
        now: clock,
        intake,
        orderListeners,
        // Reads the events of the inbox; nothing is called.
        get marketplaces() {
          return createMarketplaces({ env, log, now: clock })
        },
      }
      return parts as unknown as Deps
    },
    close: async () => {
      await owner.end()
      await database.close()
      await testDatabase.drop()
    },
  }
}
