import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readers } from './children/readers.ts'
import { DatabaseSetupError } from './db/schema/app-role.ts'
import { migrateEvery } from './db/schema/migrate-every.ts'
import { watchCalls } from './calls-under-way.ts'
import { createAwayCells } from './db/connections/away-cells.ts'
import { openEvery } from './db/connections/open-every.ts'
import type { Deps } from './deps.ts'
import { EnvironmentError, readEnvironment, type Env } from './env.ts'
import { createStoreAccounts } from './integrations/channel-accounts.ts'
import { createMarketplaces, everyKind } from './marketplaces/registry.ts'
import { createMailer } from './mail/mailer.ts'
import { createPushService } from './notifications/push-service.ts'
import { createProvider } from './identity/create-provider.ts'
import { DemoPeopleError, rejectDemoPeople } from './identity/demo-people.ts'
import { loadKeyring } from './identity/embedded/keyring.ts'
import type { Worker } from './worker/consumer.ts'
import { startWorker } from './worker/worker.ts'
import { LiveHub } from './live/hub.ts'
import { createLog } from './log.ts'
import { createOrderIntake } from './orders/taking/order-intake.ts'
import { orderListeners } from './worker/order-listeners.ts'
import { createPrintBell } from './printing/print-bell.ts'

const env = environmentOrExit()
const log = createLog(env.LOG_LEVEL)
const now = () => new Date()

// Several processes may start at once: the first migrates, the others wait for it.
const places = {
  directoryUrl: env.DATABASE_URL ?? missing('DATABASE_URL'),
  directUrl: env.DATABASE_DIRECT_URL,
  cells: env.CELLS,
}
const away = createAwayCells(log)
await migrateEvery(places, away.note).catch(exitIfSetup)
const pools = await openEvery({ ...places, log, away }, { role: 'balcao_app' }).catch(exitIfSetup)
const database = { db: pools.db, cells: pools.main.cells }
await rejectDemoPeople(env, database.db).catch(exitIfSetup)
const live = new LiveHub({ directory: database.db, cells: database.cells, log, now })
const intake = createOrderIntake({ cells: database.cells, log })
let worker: Worker | null = null
const keyring = await loadKeyring({ db: database.db, env, now })
const mailer = createMailer(env)
const accounts = createStoreAccounts({ directory: database.db, cells: database.cells, env, log, now })
const deps: Deps = {
  env,
  directory: database.db,
  cells: database.cells,
  apart: { reports: pools.reports, jobs: pools.jobs },
  log,
  now,
  live,
  intake,
  marketplaces: createMarketplaces({ env, log, now }, everyKind, accounts),
  accounts,
  keyring,
  provider: await createProvider({ db: database.db, env, keyring }),
  mailer,
  push: createPushService(env),
  printBell: createPrintBell(log),
  orderListeners,
  worker: () => worker,
}
const webDir = fileURLToPath(new URL('../dist/web', import.meta.url))
const app = await buildApp(deps, existsSync(webDir) ? webDir : null)
const calls = watchCalls(app)
live.start(pools.cellUrls)
deps.printBell.start(pools.cellUrls)
if (env.ROLE !== 'api') worker = startWorker(deps)
// Before anybody hears that it serves, and may end it.
closeWithGrace({ delay: 10_000, logger: log }, async () => {
  // Before all that its effects need, which is nearly everything.
  const isOver = (await worker?.stop()) ?? true
  live.closeStreams()
  deps.printBell.sendAway()
  await calls.drain(3_000)
  await app.close()
  await intake.stop()
  await live.stop()
  await deps.printBell.stop()
  await accounts.stop()
  mailer?.close()
  // What hangs at a partner would fail for want of a connection: the end of the process cuts it off as well.
  if (isOver) await pools.close()
})

await listenOrExit()
// Its first child starts now, not with the first picture.
readers()

// Started by `npm start`: when that process is gone, however it went, this one ends too.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

function environmentOrExit(): Env {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function listenOrExit(): Promise<void> {
  // A pure worker still answers health and metrics.
  try {
    const address = await app.listen({ port: env.PORT, host: env.HOST })
    log.info({ address, role: env.ROLE }, 'ready')
    process.send?.({ ready: address })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EADDRINUSE') throw error
    console.error(
      `A porta ${env.PORT} já está em uso. Feche o outro programa ou escolha outra: PORT=3001 npm start`,
    )
    process.exit(1)
  }
}

function exitIfSetup(error: unknown): never {
  if (!(error instanceof DatabaseSetupError || error instanceof DemoPeopleError)) throw error
  console.error(error.message)
  process.exit(1)
}

function missing(name: string): never {
  console.error(`Falta a variável ${name}.`)
  process.exit(1)
}
