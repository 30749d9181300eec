import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { migrate } from '../schema/migrate.ts'
import { BackupError } from './manifest.ts'
import { rowsHeader, type RowsHeader } from './rows-header.ts'

/**
 * Puts the rows of a backup (takeRows) into an empty database: first the migrations that it had, then every row in one
 * transaction, as it was, without triggers. The next migration run brings them to this version. The owner must be a
 * superuser, as that of the private database is. Throws a BackupError when the file is damaged or of a newer version.
 */
export async function loadRows(file: string, url: string): Promise<RowsHeader> {
  const lines = linesOf(file)
  try {
    const first = await lines.next()
    const header = headerOf(file, first.done ? '' : first.value)
    await migrate(url, { upTo: header.migrations.at(-1)?.name ?? '' })
    const owner = new pg.Client({ connectionString: url, application_name: 'balcao-restore' })
    owner.on('error', () => {})
    await owner.connect()
    try {
      await rejectOtherMigrations(owner, file, header)
      await owner.query('begin')
      // Rows were checked when they were written, and a trigger would count them once more.
      await owner.query("set local session_replication_role = 'replica'")
      await loadAll(owner, lines)
      await owner.query('commit')
    } finally {
      await owner.end()
    }
    return header
  } finally {
    await lines.return(undefined)
  }
}

async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const unpacked = createGunzip().setEncoding('utf8')
  // A failure of either stream ends the loop below.
  pipeline(createReadStream(file), unpacked).catch(() => {})
  let rest = ''
  try {
    for await (const chunk of unpacked) {
      const lines = `${rest}${String(chunk)}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new BackupError(`O backup em ${file} falta ou está danificado. Nada foi restaurado; use outro.`, {
      cause: error,
    })
  }
}

function headerOf(file: string, line: string): RowsHeader {
  try {
    return rowsHeader.parse(JSON.parse(line))
  } catch {
    throw new BackupError(`O backup em ${file} está danificado: o começo não pôde ser lido.`)
  }
}

async function rejectOtherMigrations(owner: pg.Client, file: string, header: RowsHeader): Promise<void> {
  const { rows } = await owner.query('select name, sha256 from schema_migrations order by name')
  if (JSON.stringify(rows) !== JSON.stringify(header.migrations))
    throw new BackupError(
      `O backup em ${file} é de uma versão mais nova do Balcão (${header.migrations.at(-1)?.name ?? ''}). Nada foi restaurado; instale essa versão.`,
    )
}

const rowsAtOnce = 500

async function loadAll(owner: pg.Client, lines: AsyncGenerator<string, undefined>): Promise<void> {
  const columns = await insertedColumns(owner)
  for (const table of columns.keys()) await owner.query(`delete from ${table}`)
  let table = ''
  let rows: string[] = []
  const write = async () => {
    const list = columns.get(table)
    if (rows.length === 0) return
    if (list === undefined) throw new BackupError(`O backup está danificado: não há tabela ${table}.`)
    await owner.query(
      `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${rows.join(',')}]`],
    )
    rows = []
  }
  for await (const line of lines) {
    const tab = line.indexOf('\t')
    const next = line.slice(0, tab)
    if (next !== table || rows.length === rowsAtOnce) await write()
    table = next
    rows.push(line.slice(tab + 1))
  }
  await write()
}

/** Of each table its columns with commas, without those that PostgreSQL computes. */
async function insertedColumns(owner: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await owner.query<{ name: string; columns: string }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1 order by 1`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
