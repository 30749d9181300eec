import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DataInUseError, lockData } from '../server/db/postgres/data-lock.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { PostgresStartError } from '../server/db/postgres/postmaster.ts'
import {
  deletePrivatePostgres,
  freePort,
  startPrivatePostgres,
  type PrivatePostgres,
} from '../server/db/postgres/private-postgres.ts'
import { EnvironmentError, readEnvironment, type Env } from '../server/env.ts'
import { demoPassword } from '../server/identity/identity.ts'
import { webIsStale } from './web-is-stale.ts'
import { runningChild } from './child-process.ts'
import { dataRoot } from './data-root.ts'
import { startProblem } from './start-problem.ts'
import { runToEnd, triedTwice } from './start-steps.ts'
import { createHouse } from './house.ts'
import { simulatedMarketplaces, type SimulatedMarketplace } from './simulated-marketplaces.ts'
import type { Part, Running, Supervised } from './supervise.ts'
import { demoIsSeeded } from '../demo/seed/demo-is-seeded.ts'
import { prepareDemoPrinting, startDemoAgent } from '../demo/demo-printing.ts'
import {
  connectFirstStore,
  customersWrite,
  tellCustomersOfFirstStore,
  startDemoWhatsapp,
  whatsappEnvironment,
  type DemoWhatsapp,
} from '../demo/channels/demo-whatsapp.ts'
import { demoPeople } from '../demo/demo-stores.ts'

/** Everything of `npm start` (docs/product/running.md): database, migrations, demo, panel, simulator, server. */
const root = fileURLToPath(new URL('..', import.meta.url))
const started = performance.now()
/** The private one; null with DATABASE_URL. */
let database: Supervised | null = null
let unlock = () => {}
let stopping = false
const stopSignal = new AbortController()
const attempt = <T>(work: () => Promise<T>): Promise<T> => triedTwice(work, stopSignal.signal, say)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// scripts/start.mjs was killed: nothing could stop this process any more, and it would keep the port.
process.on('disconnect', () => void stop(1))

// A log that cannot be written never ends the house.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

const env = environmentOrExit()
const house = createHouse({
  say,
  giveUp: () => void stop(1),
  serverAnswers: () => serverIsLive(`http://127.0.0.1:${env.PORT}`),
})
const resets = process.argv.includes('--reset-demo')
if (resets && env.DATABASE_URL) {
  console.error(
    '--reset-demo apaga só o banco de demonstração, e DATABASE_URL aponta para outro. Nada foi apagado.',
  )
  process.exit(1)
}
if (!env.DATABASE_URL) lockOrExit()
await rejectTakenPort(env)
try {
  await start(env)
} catch (error) {
  if (!stopping) console.error(startProblem(error))
  await stop(1)
}

async function start(env: Env): Promise<void> {
  const stillBuilds = webIsStale()
  say(stillBuilds ? '2/4 Preparando o painel…' : '2/4 Painel: pronto')
  const panel = stillBuilds ? attempt(() => runToEnd('scripts/build.ts', {}, stopSignal.signal)) : null
  // One that fails ends the start only when it is waited for below.
  panel?.catch(() => {})
  const phones = await simulatedPhones(env)
  // They need no database.
  const whatsapp = phones && house.beside(simulatedWhatsapp(env, phones))
  say('3/4 Iniciando o banco de dados…')
  const url = await databaseUrl(env)
  await attempt(() => migrate(url))
  await panel
  const marketplaces = env.DEMO ? await demoBeforeServer(env, url) : []
  if (!env.DEMO) say('4/4 Sem dados de demonstração')
  await whatsapp
  await house.need(server(env, url, { marketplaces, phones }))
  const address = `http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${env.PORT}`
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  // The demo's people have no account at a hosted provider.
  const logins =
    env.DEMO && env.IDENTITY_PROVIDER === 'embedded'
      ? ` · entre com ${demoPeople.map((person) => person.email).join(', ')} · senha ${demoPassword}`
      : ''
  const phone = phones ? ` · telefone de um cliente: http://localhost:${phones.graphPort}/phone` : ''
  say(`Balcão pronto em ${address} (${seconds} s)${logins}${phone}`)
  const later = marketplaces.filter((one) => one.later)
  if (env.DEMO)
    await Promise.all([
      house.beside(printing(env, url)),
      phones && connectPhone(env, phones),
      ...later.map(({ part }) => house.beside(part)),
    ])
}

/** The demo's rows, and the marketplaces that the server asks at once. These read the rows, so a first start makes them before. */
async function demoBeforeServer(env: Env, url: string): Promise<readonly SimulatedMarketplace[]> {
  say('4/4 Pedidos de demonstração…')
  const seed = () => attempt(() => runToEnd('scripts/seed-demo.ts', { DATABASE_URL: url }, stopSignal.signal))
  const isSeeded = await demoIsSeeded(url)
  if (!isSeeded) await seed()
  const marketplaces = await simulatedMarketplaces({ env, databaseUrl: url, serverAnswers })
  const first = marketplaces.filter((one) => !one.later)
  await Promise.all([isSeeded && seed(), ...first.map(({ part }) => house.beside(part))])
  return marketplaces
}

/** Null: the demo plays no WhatsApp. */
async function simulatedPhones(env: Env): Promise<DemoWhatsapp | null> {
  const realWhatsapp = env.WHATSAPP_APP_SECRET !== undefined || env.EVOLUTION_BASE_URL !== undefined
  if (!env.DEMO || !env.DEMO_WHATSAPP || realWhatsapp) return null
  return {
    graphPort: await freePort(),
    evolutionPort: await freePort(),
    secret: randomBytes(24).toString('hex'),
  }
}

function simulatedWhatsapp(env: Env, phones: DemoWhatsapp): Part {
  return {
    name: 'O simulador do WhatsApp',
    start: (stopping) =>
      startDemoWhatsapp({ ...phones, balcaoUrl: `http://127.0.0.1:${env.PORT}`, stopping }),
  }
}

/** The demo works without it. */
async function connectPhone(env: Env, phones: DemoWhatsapp): Promise<void> {
  try {
    const url = `http://127.0.0.1:${env.PORT}`
    await connectFirstStore(url)
    await tellCustomersOfFirstStore(url)
    await customersWrite(phones, url)
  } catch (error) {
    say(`O WhatsApp simulado não conectou: ${String(error)}`)
  }
}

interface Simulated {
  readonly marketplaces: readonly SimulatedMarketplace[]
  readonly phones: DemoWhatsapp | null
}

function server(env: Env, url: string, { marketplaces, phones }: Simulated): Part {
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    // Whose disk the server watches.
    ...(env.DATABASE_URL ? {} : { DATA_DIR: join(dataRoot(env), '..') }),
    DEMO: env.DEMO ? 'on' : 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    ...Object.fromEntries(marketplaces.flatMap(({ environment }) => Object.entries(environment))),
    ...(phones ? whatsappEnvironment(phones) : {}),
  }
  return {
    name: 'O servidor',
    start: async (stopping) => {
      await database?.up()
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(root, 'server/main.ts')],
        {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          // A group of its own: the terminal's Ctrl-C reaches only this process, which stops things in order.
          detached: true,
          env: environment,
        },
      )
      const running = runningChild(child)
      const cancel = () => child.kill('SIGTERM')
      stopping.addEventListener('abort', cancel)
      const ready = new Promise<null>((resolve) => {
        child.once('message', () => resolve(null))
      })
      const why = await Promise.race([ready, running.ended])
      // A second signal would cut its orderly end short.
      stopping.removeEventListener('abort', cancel)
      if (why !== null) throw new Error(`O servidor não iniciou (${why}).`)
      return running
    },
  }
}

async function serverAnswers(url: string): Promise<void> {
  while (!stopping && !(await serverIsLive(url))) await new Promise((resolve) => setTimeout(resolve, 250))
}

async function serverIsLive(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok ?? false
}

/** The demo's printers are served by an agent on this machine, like any store's. */
function printing(env: Env, url: string): Part {
  return {
    name: 'O agente de impressão',
    start: async () => {
      const codes = await prepareDemoPrinting(url)
      if (codes.length === 0) return nothingToRun()
      return runningChild(
        startDemoAgent({
          serverUrl: `http://127.0.0.1:${env.PORT}`,
          stateDir: join(dataRoot(env), '..', 'agent'),
          codes,
        }),
      )
    },
  }
}

function nothingToRun(): Running {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { ended: promise, stop: async () => resolve('') }
}

async function databaseUrl(env: Env): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL
  if (resets) {
    await deletePrivatePostgres(dataRoot(env))
    say('O banco de demonstração foi apagado; um novo será criado.')
  }
  let postgres: PrivatePostgres | null = null
  database = await house.need({
    name: 'O banco de dados',
    start: async () => {
      // On the same port, so that the server finds it again.
      const started = await startPrivatePostgres({
        dataRoot: dataRoot(env),
        settings: postgres ? { port: String(postgres.port) } : {},
      })
      postgres = started
      return { ended: started.ended.then(() => 'o processo terminou'), stop: () => started.stop() }
    },
    waitsFor: (error) => error instanceof PostgresStartError && error.noSpace,
  })
  return (postgres as unknown as PrivatePostgres).url
}

/** The last that was started first; Ctrl-C twice does not hurry the database. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  stopSignal.abort()
  await house.stop()
  unlock()
  process.exit(code)
}

function lockOrExit(): void {
  try {
    unlock = lockData(dataRoot(env))
  } catch (error) {
    if (!(error instanceof DataInUseError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

function rejectTakenPort({ PORT, HOST }: Env): Promise<void> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      console.error(
        error.code === 'EADDRINUSE'
          ? `A porta ${PORT} já está em uso. Feche o outro programa ou escolha outra: PORT=${PORT + 1} npm start`
          : `Não é possível atender em ${HOST}, porta ${PORT} (${String(error.code)}). Confira HOST e PORT.`,
      )
      process.exit(1)
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function environmentOrExit(): Env {
  try {
    return readEnvironment(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

function say(line: string): void {
  console.log(line)
}
