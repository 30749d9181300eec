import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { roleLevel } from '../../contract/shared/access.ts'
import { sessionSeconds } from '../../contract/shared/headers.ts'
import { runningChild } from '../../scripts/child-process.ts'
import { supervise, type Part } from '../../scripts/supervise.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { openDatabase, type Database } from '../../server/db/connections/pool.ts'
import { PostgresStartError } from '../../server/db/postgres/postmaster.ts'
import {
  freePort,
  startPrivatePostgres,
  type PrivatePostgres,
} from '../../server/db/postgres/private-postgres.ts'
import { loadKeyring } from '../../server/identity/embedded/keyring.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { addStore, type NewStore } from '../../server/testing/app.ts'
import { silentProxy } from '../../server/testing/silent-proxy.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'

export interface Reader {
  readonly uid: string
  readonly token: string
}

/** A started product whose parts can be hurt: database, a proxy before it, server; supervised as by `npm start`. */
export type Product = Awaited<ReturnType<typeof startProduct>>

export interface ProductOptions {
  /** Size of the disk under the database, in MB; needs the right to mount. */
  readonly diskMb?: number
  readonly programs?: string | undefined
  /** Of the server's process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Of the first store. */
  readonly store?: NewStore
}

export async function startProduct(options: ProductOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-faults-'))
  chmodSync(folder, 0o755)
  if (options.diskMb !== undefined) mountDisk(folder, options.diskMb)
  let postgres: PrivatePostgres | null = null
  const database: Part = {
    name: 'O banco de dados',
    start: async () => {
      const started = await startPrivatePostgres({
        dataRoot: join(folder, 'pg'),
        programs: options.programs,
        settings: { max_wal_size: '128MB', ...(postgres ? { port: String(postgres.port) } : {}) },
      })
      postgres = started
      return { ended: started.ended.then(() => 'killed'), stop: () => started.stop() }
    },
    waitsFor: (error) => error instanceof PostgresStartError && error.noSpace,
  }
  const gaveUp: string[] = []
  const supervision = (name: string) => ({ say: () => {}, giveUp: () => gaveUp.push(name) })
  const databases = supervise(database, supervision('database'))
  await databases.up()
  const running = (): PrivatePostgres => {
    if (!postgres) throw new Error('The database does not run')
    return postgres
  }
  const ownerUrl = running().url
  await migrate(ownerUrl)
  const setUp = await openDatabase(ownerUrl, { role: 'balcao_app', max: 2 })
  const stores = [await addStore(setUp, options.store), await addStore(setUp)]
  const reader = await addOwner(setUp, stores)
  await setUp.close()

  const proxy = await silentProxy(running().port)
  const behindProxy = new URL(ownerUrl)
  behindProxy.port = String(proxy.port)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let serverProcess: ChildProcess | null = null
  const deaths = { wanted: 0, seen: 0 }
  const server: Part = {
    name: 'O servidor',
    start: async () => {
      await databases.up()
      const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DATABASE_URL: behindProxy.href,
          PORT: String(port),
          DEMO: 'off',
          LOG_LEVEL: 'silent',
          ...options.environment,
        },
      })
      const child$ = runningChild(child)
      const ready = new Promise<null>((resolve) => child.once('message', () => resolve(null)))
      const why = await Promise.race([ready, child$.ended])
      if (why !== null) throw new Error(why)
      serverProcess = child
      child.once('exit', () => (deaths.seen += 1))
      return child$
    },
  }
  const servers = supervise(server, supervision('server'))
  await servers.up()
  return {
    url,
    ownerUrl,
    folder,
    stores,
    reader,
    gaveUp,
    /** Ends of the server that nobody asked for. */
    deaths: () => deaths.seen - deaths.wanted,
    killServer: () => {
      deaths.wanted += 1
      serverProcess?.kill('SIGKILL')
    },
    killDatabase: () => process.kill(running().pid, 'SIGKILL'),
    killBackend: () => {
      const [backend] = childrenOf(running().pid).filter((pid) => commandOf(pid).includes('balcao_app'))
      if (backend) process.kill(backend, 'SIGKILL')
    },
    freezeDatabase: async (ms: number) => {
      const { pid } = running()
      const pids = [pid, ...childrenOf(pid)]
      for (const one of pids) process.kill(one, 'SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      for (const one of pids) process.kill(one, 'SIGCONT')
    },
    silenceConnections: () => {
      proxy.silence()
    },
    stop: async () => {
      deaths.wanted += 1
      await servers.stop()
      await proxy.close()
      await databases.stop()
      if (options.diskMb !== undefined) unmountDisk(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** A person of these stores with a session, whose token the server knows by the keys in the database. */
export async function addOwner(
  { db }: Pick<Database, 'db'>,
  stores: readonly string[],
  encryptionKey?: string,
): Promise<Reader> {
  // The clock of the server's process, which a test gives no other.
  const now = () => new Date(performance.timeOrigin + performance.now())
  const keyring = await loadKeyring({ db, env: { ENCRYPTION_KEY: encryptionKey }, now })
  const uid = `faults-${randomBytes(8).toString('hex')}`
  const sessionId = uuidv7()
  const signedInAt = now()
  await db
    .insertInto('users')
    .values({ uid, email: `${uid}@loja.example`, name: 'Dona' })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      uid,
      signed_in_at: signedInAt,
      second_factor: true,
      expires_at: new Date(signedInAt.getTime() + sessionSeconds * 1_000),
    })
    .execute()
  if (stores.length > 0)
    await withStoreScope(db, stores, (tx) =>
      tx
        .insertInto('access_entries')
        .values(stores.map((storeId) => ({ store_id: storeId, uid, role: roleLevel.owner })))
        .execute(),
    )
  return { uid, token: await keyring.sign({ uid, sessionId, version: 1, signedInAt }, signedInAt) }
}
