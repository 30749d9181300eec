import { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import {
  clusterOwner,
  initialise,
  keptPassword,
  readyBinaries,
  unprivilegedUser,
  type UnixUser,
} from './postgres-cluster.ts'
import { endPostmaster, isPostmasterOf, launchPostmaster, readyPostmaster } from './postmaster.ts'

export interface PrivatePostgres {
  /** Owner's address on loopback, password included. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** It was already running over this data (a start that was killed) and was taken over. */
  readonly adopted: boolean
  /** Resolves when the server is gone, however it ended. */
  readonly ended: Promise<void>
  /** Fast shutdown: rolls back what runs, writes everything, waits for the end; a server that hangs is killed. */
  stop(): Promise<void>
}

export interface PrivatePostgresOptions {
  /** Holds `data/`, the sockets and the password. */
  readonly dataRoot: string
  /** Unprivileged user to run as when this process is root. */
  readonly runAs?: UnixUser
  /** Folder with the `bin` of another PostgreSQL, for tests of the versions that Balcão supports. */
  readonly programs?: string | undefined
  /** Extra server settings; tests turn fsync off. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long a server may take to stop before it is forced to; tests shorten it. */
  readonly patienceMs?: number
}

const patienceMs = 15_000

/**
 * Runs PostgreSQL 18 from npm over a private directory: makes it on first use, adopts a server
 * that a killed start left behind or ends it when it hangs, recovers after a crash. The directory is not locked
 * against another start (data-lock.ts).
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const { dataRoot } = options
  const user = userOfPostgres(options.runAs)
  const data = join(dataRoot, 'data')
  mkdirSync(dataRoot, { recursive: true })
  if (user) chmodSync(dataRoot, 0o755)
  const native = options.programs ?? readyBinaries(dataRoot, user)
  const password = keptPassword(dataRoot, user)
  if (!existsSync(join(data, 'PG_VERSION')))
    await initialise({ native, locale: localeOf(options), dataRoot, password, user })
  const running = readyPostmaster(data)
  const patience = options.patienceMs ?? patienceMs
  const server =
    running ??
    (await launchPostmaster({
      program: join(native, 'bin', 'postgres'),
      dataRoot,
      settings: { ...(await ownSettings(dataRoot, user)), ...options.settings },
      user,
      patienceMs: patience,
    }))
  return {
    url: addressOf(password, server.port),
    port: server.port,
    pid: server.pid,
    adopted: running !== null,
    ended: endOf(data, server.pid),
    stop: () => endPostmaster(data, server.pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], patience),
  }
}

/** The owner's address of the server that runs over this data; null: none does. */
export function addressOfRunning(dataRoot: string): string | null {
  const server = readyPostmaster(join(dataRoot, 'data'))
  return server && addressOf(keptPassword(dataRoot, userOfPostgres()), server.port)
}

const addressOf = (password: string, port: number): string =>
  `postgres://${clusterOwner}:${password}@127.0.0.1:${port}/postgres`

/** Deletes the database of this directory; stops the server that a killed start may have left over it. */
export async function deletePrivatePostgres(dataRoot: string): Promise<void> {
  const data = join(dataRoot, 'data')
  const running = readyPostmaster(data)
  if (running) await endPostmaster(data, running.pid, ['SIGINT', 'SIGQUIT', 'SIGKILL'], patienceMs)
  rmSync(data, { recursive: true, force: true })
}

/** The user that PostgreSQL runs as when this process is root, which it refuses; null: as this process. */
export const userOfPostgres = (runAs?: UnixUser): UnixUser | null =>
  process.getuid?.() === 0 ? (runAs ?? unprivilegedUser()) : null

/** The same order of text everywhere; PostgreSQL before 17 has no locales of its own. */
const localeOf = ({ programs }: PrivatePostgresOptions): readonly string[] =>
  programs === undefined
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']

async function ownSettings(dataRoot: string, user: UnixUser | null): Promise<Record<string, string>> {
  const sockets = join(dataRoot, 'sockets')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  if (user) chownSync(sockets, user.uid, user.gid)
  return {
    listen_addresses: '127.0.0.1',
    port: String(await freePort()),
    unix_socket_directories: sockets.length < 90 ? sockets : '',
    max_connections: '80',
    shared_buffers: '128MB',
    shared_preload_libraries: 'pg_stat_statements',
  }
}

const lookEveryMs = 250

/** Looks at the process: an adopted server is no child of ours, and nobody else tells of its end. */
function endOf(data: string, pid: number): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      if (isPostmasterOf(data, pid)) return
      clearInterval(looking)
      resolve()
    }, lookEveryMs)
    looking.unref()
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('Sem porta livre.'))
      })
    })
  })
}
