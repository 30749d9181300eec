import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { headers } from '../contract/shared/headers.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import { withStoreScope } from '../server/db/scope.ts'
import { loadKeyring } from '../server/identity/embedded/keyring.ts'
import { addBenchPerson, benchStore } from './bench-store.ts'

export interface StreamLoad {
  readonly streams: number
  /** Resident memory of the server process with all streams open. */
  readonly megabytes: number
  readonly megabytesBefore: number
  /** From the server restart until the last stream has reconnected. */
  readonly allBackSeconds: number
}

const perUser = 20

/**
 * Opens this many live streams on one server, then restarts it. Goal: ≤ 400 MB, all reconnected within 30 s.
 */
export async function measureStreams(ownerUrl: string, streams: number, port: number): Promise<StreamLoad> {
  const tokens = await createUsers(ownerUrl, Math.ceil(streams / perUser))
  let server = await startServer(ownerUrl, port)
  const megabytesBefore = await residentMegabytes(server.pid)
  let open = 0
  const sockets = new Set<ClientRequest>()
  let stopped = false
  const connect = (token: string) => {
    if (stopped) return
    const stream = request({
      port,
      host: '127.0.0.1',
      path: '/api/events',
      headers: { [headers.userToken]: token },
      agent: false,
    })
    sockets.add(stream)
    let counted = false
    const again = () => {
      sockets.delete(stream)
      if (counted) open -= 1
      counted = false
      // Like a browser: waits for the server's `retry`, one to four seconds.
      if (!stopped) setTimeout(() => connect(token), 1_000 + Math.random() * 3_000)
    }
    stream.on('response', (reply) => {
      if (reply.statusCode === 200) {
        counted = true
        open += 1
      }
      reply.resume()
      reply.on('close', again)
    })
    stream.on('error', again)
    stream.end()
  }
  for (let index = 0; index < streams; index += 1) {
    connect(tokens[Math.floor(index / perUser)] ?? '')
    if (index % 50 === 49) await pause(20)
  }
  await until(() => open === streams, 120_000)
  await pause(5_000)
  const megabytes = await residentMegabytes(server.pid)
  server.kill()
  await until(() => open === 0, 30_000)
  const restarted = performance.now()
  server = await startServer(ownerUrl, port)
  await until(() => open === streams, 120_000)
  const allBackSeconds = Math.round((performance.now() - restarted) / 100) / 10
  stopped = true
  for (const stream of sockets) stream.destroy()
  server.kill()
  return { streams, megabytes, megabytesBefore, allBackSeconds }
}

export async function startServer(
  databaseUrl: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../server/main.ts', import.meta.url))],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        DEMO: 'off',
        LOG_LEVEL: 'fatal',
        ROLE: 'api',
        ...environment,
      },
    },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)))
  })
  child.removeAllListeners('exit')
  return { pid: child.pid ?? 0, kill: () => child.kill('SIGKILL') }
}

/** Creates users with a session and one store each; returns their id tokens. */
async function createUsers(ownerUrl: string, count: number): Promise<readonly string[]> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app' })
  const keyring = await loadKeyring({ db: database.db, env: {}, now: () => new Date() })
  const tokens: string[] = []
  const storeId = uuidv7()
  await withStoreScope(database.db, [storeId], async (tx) => {
    await tx.insertInto('stores').values(benchStore(storeId)).execute()
    for (let index = 0; index < count; index += 1)
      tokens.push(await addBenchPerson(tx, keyring, { storeIds: [storeId], role: 1 }))
  })
  await database.close()
  return tokens
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
}

async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const end = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > end) throw new Error('it took too long')
    await pause(50)
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
