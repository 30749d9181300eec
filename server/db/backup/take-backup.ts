import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { copyFile, copyFiles, treeOf } from './copy-files.ts'
import { fingerprintOf, manifestName, readManifest, type BackupFile, type Manifest } from './manifest.ts'

export interface BackupOptions {
  /** The owner's address of the running private database. */
  readonly url: string
  readonly dataRoot: string
  /** Backups are folders in it, named by their moment. */
  readonly folder: string
  readonly encryptionKey: string | undefined
  readonly now: Date
  /** How many complete backups stay; older ones are deleted after this one is complete. */
  readonly keep?: number
}

/**
 * Copies the private database while it works, without another program: PostgreSQL's low-level base backup, with the
 * log that its recovery needs. Answers the backup's folder. An unfinished one is named so and never restored.
 */
export async function takeBackup(options: BackupOptions): Promise<string> {
  const target = join(options.folder, `balcao-${options.now.toISOString().replaceAll(/[:.]/g, '-')}`)
  const unfinished = `${target}.unfinished`
  await mkdir(join(unfinished, 'data'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await copyCluster(options, join(unfinished, 'data'))
    await copyFile({ from: options.dataRoot, to: unfinished, durable: true }, 'password')
    await writeFile(join(unfinished, manifestName), JSON.stringify(manifest), { flush: true })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  await rename(unfinished, target)
  if (options.keep !== undefined) await deleteOldBackups(options.folder, options.keep)
  return target
}

async function copyCluster(options: BackupOptions, target: string): Promise<Manifest> {
  const owner = new pg.Client({ connectionString: options.url, application_name: 'balcao-backup' })
  // A connection that breaks fails its statement; unheard, the error would end the process.
  owner.on('error', () => {})
  await owner.connect()
  try {
    // Keeps the log from being recycled while files are copied, and goes with the connection.
    await owner.query(
      `select pg_create_physical_replication_slot('balcao_backup_${process.pid}', true, true)`,
    )
    await owner.query("select pg_backup_start('balcao', fast => true)")
    const source = join(options.dataRoot, 'data')
    const tree = await treeOf(source, isLeftOut)
    const directories = tree.directories
    for (const path of directories) await mkdir(join(target, path), { recursive: true, mode: 0o700 })
    const copying = { from: source, to: target, durable: true }
    const files = await copyFiles(copying, tree.files)
    const end = await endBackup(owner)
    await writeFile(join(target, 'backup_label'), end.label, { mode: 0o600, flush: true })
    const logFiles = await copyFiles(copying, await neededLog(source, end))
    return {
      format: 1,
      takenAt: end.at,
      postgres: end.postgres,
      lastMigration: end.lastMigration,
      encryptionKey: fingerprintOf(options.encryptionKey),
      directories: [...directories],
      files: [...files, ...logFiles, labelFile(end.label)],
    }
  } finally {
    await owner.end().catch(() => {})
  }
}

/** What PostgreSQL's manual leaves out of a base backup: what belongs to the running server, and the log. */
const isLeftOut = (path: string): boolean =>
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal)$/.test(path) ||
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//.test(path) ||
  /(^|\/)(pgsql_tmp|pg_internal\.init)/.test(path)

interface BackupEnd {
  readonly label: string
  readonly firstLog: string
  readonly lastLog: string
  readonly at: string
  readonly postgres: number
  readonly lastMigration: string
}

async function endBackup(owner: pg.Client): Promise<BackupEnd> {
  const { rows } = await owner.query<{
    label: string
    lastLog: string
    postgres: number
    lastMigration: string
  }>(`
    select labelfile as label, pg_walfile_name(lsn) as "lastLog",
      current_setting('server_version_num')::integer / 10000 as postgres,
      (select max(name) from schema_migrations) as "lastMigration"
    from pg_backup_stop(wait_for_archive => false)`)
  const [end] = rows
  const firstLog = /\(file ([0-9A-F]{24})\)/.exec(end?.label ?? '')?.[1]
  if (!end || !firstLog) throw new Error('pg_backup_stop answered no label')
  return { ...end, firstLog, at: new Date().toISOString() }
}

const labelFile = (label: string): BackupFile => ({
  path: 'backup_label',
  bytes: Buffer.byteLength(label),
  sha256: createHash('sha256').update(label).digest('hex'),
})

async function neededLog(source: string, { firstLog, lastLog }: BackupEnd): Promise<readonly string[]> {
  const names = await readdir(join(source, 'pg_wal'))
  return names
    .filter((name) =>
      /^[0-9A-F]{24}$/.test(name) ? name >= firstLog && name <= lastLog : name.endsWith('.history'),
    )
    .map((name) => `pg_wal/${name}`)
}

async function deleteOldBackups(folder: string, keep: number): Promise<void> {
  const complete: string[] = []
  for (const name of (await readdir(folder)).filter((one) => /^balcao-[\dTZ-]+$/.test(one)).toSorted()) {
    const isComplete = await readManifest(join(folder, name)).then(
      () => true,
      () => false,
    )
    if (isComplete) complete.push(name)
  }
  for (const name of complete.slice(0, Math.max(complete.length - Math.max(keep, 1), 0)))
    await rm(join(folder, name), { recursive: true, force: true })
}
