import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../server/app.ts'
import { openDatabase, type Database } from '../server/db/connections/pool.ts'
import { databasesOf } from '../server/db/connections/pools.ts'
import type { Deps } from '../server/deps.ts'
import { readEnvironment } from '../server/env.ts'
import { createStoreAccounts } from '../server/integrations/channel-accounts.ts'
import { createMarketplaces, everyKind } from '../server/marketplaces/registry.ts'
import { createPushService } from '../server/notifications/push-service.ts'
import { createEmbeddedProvider } from '../server/identity/embedded/embedded-provider.ts'
import { loadKeyring } from '../server/identity/embedded/keyring.ts'
import { LiveHub } from '../server/live/hub.ts'
import { createOrderIntake } from '../server/orders/taking/order-intake.ts'
import { orderListeners } from '../server/worker/order-listeners.ts'
import { createPrintBell } from '../server/printing/print-bell.ts'

export interface BenchApp {
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly database: Database
  readonly close: () => Promise<void>
}

/** The app in this process on a bench database, without the worker. */
export async function benchApp(
  ownerUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchApp> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', waitMs: 30_000 })
  const env = readEnvironment({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    CALL_LIMIT_FACTOR: '1000',
    PUBLIC_URL: 'https://painel.example',
    ...environment,
  })
  const log = pino({ level: 'silent' })
  const now = () => new Date()
  const keyring = await loadKeyring({ db: database.db, env, now })
  const live = new LiveHub({ directory: database.db, cells: database.cells, log, now })
  const intake = createOrderIntake({ cells: database.cells, log })
  const accounts = createStoreAccounts({ directory: database.db, cells: database.cells, env, log, now })
  const deps: Deps = {
    env,
    directory: database.db,
    cells: database.cells,
    apart: { reports: databasesOf(database), jobs: databasesOf(database) },
    log,
    now,
    live,
    intake,
    marketplaces: createMarketplaces({ env, log, now }, everyKind, accounts),
    accounts,
    keyring,
    provider: createEmbeddedProvider(database.db, keyring),
    mailer: null,
    push: createPushService(env),
    worker: () => null,
    printBell: createPrintBell(log),
    orderListeners,
  }
  const app = await buildApp(deps)
  return {
    app,
    deps,
    database,
    close: async () => {
      await live.stop()
      await app.close()
      await intake.stop()
      await database.close()
    },
  }
}
