import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.generated.ts'

export interface Database {
  readonly db: Kysely<DB>
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The role that statements run as; it must not be able to bypass row-level security. */
  readonly role?: string
  /** Connections; 8 beats 32 on two cores. */
  readonly max?: number
  readonly statementTimeoutMs?: number
  /** How long a caller waits for a free connection. */
  readonly waitMs?: number
  readonly applicationName?: string
}

/** Opens the pool; refuses a role that row-level security cannot hold. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const settings = [
    ...(options.role ? [`-c role=${options.role}`] : []),
    `-c statement_timeout=${options.statementTimeoutMs ?? 3_000}`,
    '-c lock_timeout=2000',
    '-c idle_in_transaction_session_timeout=10000',
    '-c jit=off',
  ]
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    connectionTimeoutMillis: options.waitMs ?? 2_000,
    // Long: a new connection plans what the old one had planned already, and the next report takes twice as long.
    idleTimeoutMillis: 600_000,
    application_name: options.applicationName ?? 'balcao',
    options: settings.join(' '),
    types: { getTypeParser: parserFor },
  })
  pool.on('connect', keepStatements)
  // A connection that dies idle is replaced; it must not end the process.
  pool.on('error', () => {})
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  if (options.role) await assertRoleCannotBypass(db)
  return {
    db,
    pool,
    close: async () => {
      await db.destroy()
    },
  }
}

const pools = new WeakMap<Kysely<DB>, pg.Pool>()

export function poolUse(db: Kysely<DB>): { readonly inUse: number; readonly waiting: number } {
  const pool = pools.get(db)
  return pool
    ? { inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }
    : { inUse: 0, waiting: 0 }
}

/** Whether two connections can be had at once and one is still left for the next caller. */
export function hasRoomForTwo(db: Kysely<DB>): boolean {
  const { inUse, waiting } = poolUse(db)
  return (pools.get(db)?.options.max ?? 0) - inUse - waiting >= 3
}

async function assertRoleCannotBypass(db: Kysely<DB>): Promise<void> {
  const result = await sql<{ name: string; bypasses: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`.execute(
    db,
  )
  const role = result.rows[0]
  if (!role || role.bypasses) {
    await db.destroy()
    throw new Error(`O papel ${role?.name ?? '?'} do banco ignora a segurança por linha; use balcao_app.`)
  }
}

const int8 = 20
const numeric = 1700
const date = 1082

/** Sums and counts arrive as text from pg: ours fit a safe integer. Days stay `YYYY-MM-DD`. */
function parserFor(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return safeNumber
  if (oid === date) return (value) => value
  return pg.types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown
}

function safeNumber(value: string): number {
  const number = Number(value)
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`A number of the database does not fit: ${value}`)
  }
  return number
}

const severalMark = '/* several */'

/** Statements in one round trip, divided by semicolons and without parameters; what the last says is the answer. */
export const several = <T>(statements: RawBuilder<unknown>): RawBuilder<T> =>
  sql<T>`${sql.raw(severalMark)} ${statements}`

const keptMark = '/* kept */'
const keptNames = new Map<string, string>()

/**
 * A statement that begins with the mark is parsed and planned once a connection: for the few large
 * ones whose planning costs as much as running them, and whose text hardly varies. Of `several` the last answers.
 */
function keepStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown
  const keeping = (...parts: unknown[]): unknown => {
    const [text, values, ...rest] = parts
    if (typeof text !== 'string') return query(...parts)
    if (text.startsWith(severalMark)) return lastOf(query(...parts))
    if (!text.startsWith(keptMark)) return query(...parts)
    return query({ name: nameOf(text), text, values }, ...rest)
  }
  client.query = keeping as typeof client.query
}

async function lastOf(answers: unknown): Promise<unknown> {
  const all = await answers
  return Array.isArray(all) ? all.at(-1) : all
}

function nameOf(text: string): string {
  const known = keptNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  keptNames.set(text, name)
  return name
}
