import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import type { BackupOptions } from './take-backup.ts'
import { fingerprintOf } from './manifest.ts'
import { rowsEnding, type RowsHeader } from './rows-header.ts'

/**
 * Writes every row of the private database, of one moment, into one compressed file of JSON lines: the header, then
 * `table<tab>row`. It is slower and smaller than the copy of the files, and neither PostgreSQL's version nor the machine
 * matters when it is restored. Answers the file. An unfinished one has another name.
 */
export async function takeRows({
  url,
  folder,
  encryptionKey,
  now,
}: Pick<BackupOptions, 'url' | 'folder' | 'encryptionKey' | 'now'>): Promise<string> {
  const target = join(folder, `balcao-${now.toISOString().replaceAll(/[:.]/g, '-')}${rowsEnding}`)
  const unfinished = `${target}.unfinished`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = new pg.Client({ connectionString: url, application_name: 'balcao-backup' })
  // A connection that breaks fails its statement; unheard, the error would end the process.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query('begin isolation level repeatable read read only')
    const header = await readHeader(owner, now, encryptionKey)
    await pipeline(
      Readable.from(lines(owner, header)),
      createGzip({ level: 9 }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await owner.end().catch(() => {})
  }
  await rename(unfinished, target)
  return target
}

async function readHeader(
  owner: pg.Client,
  now: Date,
  encryptionKey: string | undefined,
): Promise<RowsHeader> {
  const { rows: migrations } = await owner.query<RowsHeader['migrations'][number]>(
    'select name, sha256 from schema_migrations order by name',
  )
  return { format: 1, takenAt: now.toISOString(), migrations, encryptionKey: fingerprintOf(encryptionKey) }
}

const rowsAtOnce = 500

/** Tables in the order of their names, rows in the order of their keys, so that equal databases make equal lines. */
async function* lines(owner: pg.Client, header: RowsHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for (const { name, key } of await tables(owner)) {
    await owner.query(
      `declare rows no scroll cursor for select to_jsonb(t)::text as row from ${name} t order by ${key}`,
    )
    for (;;) {
      const { rows } = await owner.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`)
      if (rows.length === 0) break
      yield rows.map(({ row }) => `${name}\t${row}\n`).join('')
    }
    await owner.query('close rows')
  }
}

interface Table {
  readonly name: string
  /** Its columns, with commas. */
  readonly key: string
}

async function tables(owner: pg.Client): Promise<readonly Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.relname as name, coalesce((
        select string_agg(quote_ident(a.attname), ', ' order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary), 't::text') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_%'
    order by 1`)
  return rows
}
