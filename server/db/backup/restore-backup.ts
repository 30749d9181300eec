import { chownSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startPrivatePostgres, userOfPostgres } from '../postgres/private-postgres.ts'
import { copyFile, copyFiles } from './copy-files.ts'
import { BackupError, fingerprintOf, readManifest, type Manifest } from './manifest.ts'
import { putInPlace } from './put-in-place.ts'

export interface RestoreOptions {
  /** One backup: its folder, or the file of its rows. */
  readonly backup: string
  /** Where the private database will be; it must hold none. */
  readonly dataRoot: string
  readonly encryptionKey: string | undefined
  readonly programs?: string | undefined
}

export interface Restored {
  readonly takenAt: string
  readonly orders: number
  /** The key of this process is not the one with which the backup's secrets were sealed. */
  readonly otherEncryptionKey: boolean
}

/** PostgreSQL from npm; a backup of another major version needs the Balcão that made it. */
const postgresMajor = 18

/**
 * Puts a backup into a fresh data folder. The copy is checked file by file and recovered aside; only a database that
 * has started takes its place. Recovery begins a new timeline, so that browsers which heard numbers after the backup
 * read everything again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { backup, dataRoot } = options
  const manifest = await readManifest(backup)
  if (manifest.postgres !== postgresMajor && options.programs === undefined)
    throw new BackupError(
      `Este backup é do PostgreSQL ${manifest.postgres}, e este Balcão traz o ${postgresMajor}. Restaure-o com a versão do Balcão que o fez.`,
    )
  return putInPlace(dataRoot, async (aside) => {
    await mkdir(join(aside, 'data'), { mode: 0o700 })
    await copyBack(manifest, backup, aside)
    return {
      orders: await recover(aside, options.programs),
      takenAt: manifest.takenAt,
      otherEncryptionKey: manifest.encryptionKey !== fingerprintOf(options.encryptionKey),
    }
  })
}

async function copyBack(manifest: Manifest, backup: string, aside: string): Promise<void> {
  const to = join(aside, 'data')
  for (const path of manifest.directories) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  // PostgreSQL itself writes everything to the disk before it recovers.
  const copying = { from: join(backup, 'data'), to, durable: false }
  const paths = manifest.files.map(({ path }) => path)
  const copied = new Map((await copyFiles(copying, paths)).map((file) => [file.path, file.sha256]))
  for (const { path, sha256 } of manifest.files)
    if (copied.get(path) !== sha256)
      throw new BackupError(
        `O backup em ${backup} está danificado: ${path} ${copied.has(path) ? 'mudou' : 'falta'}. Nada foi restaurado; use outro backup.`,
      )
  if (!(await copyFile({ from: backup, to: aside, durable: true }, 'password')))
    throw new BackupError(
      `O backup em ${backup} está danificado: a senha do banco falta. Nada foi restaurado.`,
    )
  // Recovery from the log in the backup, on a new timeline.
  await writeFile(join(to, 'recovery.signal'), '', { mode: 0o600 })
  const user = userOfPostgres()
  if (!user) return
  for (const path of ['', 'recovery.signal', ...manifest.directories, ...paths])
    chownSync(join(to, path), user.uid, user.gid)
}

/** Starts the copy once, apart from any server of Balcão. Answers how many orders it holds. */
async function recover(aside: string, programs: string | undefined): Promise<number> {
  const server = await startPrivatePostgres({
    dataRoot: aside,
    programs,
    settings: { restore_command: 'false' },
  })
  try {
    const owner = new pg.Client({ connectionString: server.url })
    owner.on('error', () => {})
    await owner.connect()
    try {
      await recoveryEnds(owner)
      const { rows } = await owner.query<{ orders: number }>('select count(*)::integer as orders from orders')
      return rows[0]?.orders ?? 0
    } finally {
      await owner.end()
    }
  } finally {
    await server.stop()
  }
}

async function recoveryEnds(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (!rows[0]?.recovering) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
