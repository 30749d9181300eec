import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../server/db/migrate.ts'
import {
  deletePrivatePostgres,
  freePort,
  startPrivatePostgres,
  type PrivatePostgres,
} from '../server/db/private-postgres.ts'
import { EnvironmentError, readEnvironment, type Env } from '../server/env.ts'
import { buildWebIfStale } from './build.ts'
import { prepareDemoPrinting, startDemoAgent } from '../demo/demo-printing.ts'
import { startDemoTraffic, type DemoTraffic } from '../demo/demo-traffic.ts'
import { demoPassword, demoPeople } from '../demo/demo-stores.ts'
import { knownReviews } from '../demo/known-reviews.ts'
import { seedDemo } from '../demo/seed.ts'

/** Everything of `npm start` (docs/product.md section 3): database, migrations, demo, panel, simulator, server. */
const root = fileURLToPath(new URL('..', import.meta.url))
const started = performance.now()
const running: {
  server: ChildProcess | null
  traffic: DemoTraffic | null
  agent: ChildProcess | null
  postgres: PrivatePostgres | null
} = {
  server: null,
  traffic: null,
  agent: null,
  postgres: null,
}
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// scripts/start.mjs was killed: nothing could stop this process any more, and it would keep the port.
process.on('disconnect', () => void stop(1))

const env = environmentOrExit()
const resets = process.argv.includes('--reset-demo')
if (resets && env.DATABASE_URL) {
  console.error(
    '--reset-demo apaga só o banco de demonstração, e DATABASE_URL aponta para outro. Nada foi apagado.',
  )
  process.exit(1)
}
await rejectTakenPort(env)
try {
  await start(env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

async function start(env: Env): Promise<void> {
  const [url] = await Promise.all([databaseUrl(env), buildWebIfStale()])
  await migrate(url)
  if (env.DEMO) await seedDemo(url, new Date(), say)
  const address = `http://${env.HOST === '127.0.0.1' ? 'localhost' : env.HOST}:${env.PORT}`
  const credentials = { id: 'balcao-demo', secret: randomBytes(24).toString('hex'), port: await freePort() }
  const ifood = env.DEMO && !env.IFOOD_BASE_URL
  running.server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'server/main.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A group of its own: the terminal's Ctrl-C reaches only this process, which stops things in order.
      detached: true,
      env: {
        ...process.env,
        DATABASE_URL: url,
        DEMO: env.DEMO ? 'on' : 'off',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        ...(ifood
          ? {
              IFOOD_BASE_URL: `http://127.0.0.1:${credentials.port}`,
              IFOOD_CLIENT_ID: credentials.id,
              IFOOD_CLIENT_SECRET: credentials.secret,
            }
          : {}),
      },
    },
  )
  if (ifood)
    running.traffic = await startDemoTraffic({
      ...credentials,
      balcaoUrl: `http://127.0.0.1:${env.PORT}`,
      reviews: await knownReviews(url),
    })
  await serverReady(running.server)
  running.traffic?.begin()
  if (env.DEMO) await startPrinting(url, env)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  // The demo's people have no account at a hosted provider.
  const logins =
    env.DEMO && env.IDENTITY_PROVIDER === 'embedded'
      ? ` · entre com ${demoPeople.map((person) => person.email).join(', ')} · senha ${demoPassword}`
      : ''
  say(`Balcão pronto em ${address} (${seconds} s)${logins}`)
}

/** The demo's printers are served by an agent on this machine, like any store's. */
async function startPrinting(url: string, env: Env): Promise<void> {
  const codes = await prepareDemoPrinting(url)
  if (codes.length === 0) return
  running.agent = startDemoAgent({
    serverUrl: `http://127.0.0.1:${env.PORT}`,
    stateDir: join(dataRoot(env), '..', 'agent'),
    codes,
  })
}

async function databaseUrl(env: Env): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL
  if (resets) {
    await deletePrivatePostgres(dataRoot(env))
    say('O banco de demonstração foi apagado; um novo será criado.')
  }
  running.postgres = await startPrivatePostgres({ dataRoot: dataRoot(env) })
  return running.postgres.url
}

/** As root the data must be where the unprivileged server can reach it, in a folder for each clone. */
function dataRoot(env: Env): string {
  if (env.DATA_DIR) return join(env.DATA_DIR, 'pg')
  if (process.getuid?.() !== 0) return join(root, '.data', 'pg')
  return join('/var/lib/balcao', createHash('sha256').update(root).digest('hex').slice(0, 12), 'pg')
}

function serverReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('message', () => resolve())
    server.once('exit', (code) => {
      if (stopping) return
      reject(new Error(`O servidor não iniciou (código ${String(code)}).`))
    })
    server.on('exit', (code) => {
      if (!stopping) void stop(code ?? 1)
    })
  })
}

/** In order: traffic, agent, server, database. Ctrl-C twice does not hurry the database. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await running.traffic?.stop()
  await ended(running.agent)
  await ended(running.server)
  await running.postgres?.stop()
  process.exit(code)
}

function ended(child: ChildProcess | null): Promise<void> {
  return new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    const killer = setTimeout(() => child.kill('SIGKILL'), 12_000)
    child.once('exit', () => {
      clearTimeout(killer)
      resolve()
    })
    child.kill('SIGTERM')
  })
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
