import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import { appUrl, DatabaseSetupError, type appRole } from '../schema/app-role.ts'
import { connectionSettings } from './connection-settings.ts'
import { prepareOnce, withDeadlines } from './pooled-client.ts'
import type { DB } from '../tables.generated.ts'
import { oneCell, type Cell, type Cells } from '../tables.ts'

export interface Database {
  readonly db: Kysely<DB>
  readonly cells: Cells
  readonly pool: pg.Pool
  /** Lets callers in where it was opened `shut`; throws while it does not answer. */
  admit(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Log in as the app instead of as the owner, whose address is given. */
  readonly role?: typeof appRole
  /** Connections; 8 beats 32 on two cores. */
  readonly max?: number
  readonly statementTimeoutMs?: number
  /** How long a caller waits for a free connection; the first may take longer. */
  readonly waitMs?: number
  readonly applicationName?: string
  /** A pooler is in between: the connection has no settings and no prepared statements of its own. */
  readonly pooled?: boolean
  /** It does not answer yet, or may lack tables: every caller is refused at once, until `admit`. */
  readonly shut?: boolean
}

/** A machine that starts everything at once answers late, and nobody is waiting for an answer yet. */
export const startWaitMs = 30_000

/** Opens the pool; rejects a role that can bypass row-level security. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const statementTimeoutMs = options.statementTimeoutMs ?? 3_000
  const settings = Object.entries(connectionSettings(statementTimeoutMs))
  const pool = new pg.Pool({
    connectionString: options.role ? appUrl(url) : url,
    max: options.max ?? 8,
    connectionTimeoutMillis: startWaitMs,
    // Long: a new connection has no prepared statements, and its first report takes twice as long.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? 'balcao',
    // A pooler takes none: the role has them.
    ...(options.pooled ? {} : { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    types: { getTypeParser: parserFor },
  })
  // A broken connection is replaced and its statement fails; it must not end the process. The pool listens to the
  // idle ones only, and a connection in use that emits an error nobody listens to does end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const connecting = withDeadlines(pool, statementTimeoutMs, !options.pooled)
  let isShut = options.shut === true
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        ...connecting,
        connect: () => (isShut ? Promise.reject(new ShutError()) : connecting.connect()),
      },
    }),
  })
  pools.set(db, pool)
  const admit = async () => {
    if (options.role) await assertRoleFits(pool, options.pooled ? oldConnections : behindPooler)
    isShut = false
  }
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it has used it.
    if (!pool.ending) await pool.end()
  }
  if (!isShut)
    await admit().catch(async (error: unknown) => {
      await close()
      throw error
    })
  // Read by the pool at each call.
  pool.options.connectionTimeoutMillis = options.waitMs ?? 2_000
  return {
    db,
    cells: oneCell(db),
    pool,
    admit,
    close,
  }
}

/** As PostgreSQL says while it starts. */
class ShutError extends Error {
  readonly code = '57P03'

  constructor() {
    super('this cell has not answered since the start of the process')
  }
}

/** Said in the log once, when the process started (away-cells.ts). */
export const isShut = (error: unknown): boolean => error instanceof ShutError

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

/** `unlimited` says what to do about a connection without the limits that it was to have. */
async function assertRoleFits(pool: pg.Pool, unlimited: string): Promise<void> {
  const problem = await pool
    .query<{ name: string; bypasses: boolean; limit: string }>(
      `select rolname as name, rolsuper or rolbypassrls as bypasses, current_setting('statement_timeout') as limit
       from pg_roles where rolname = current_user`,
    )
    .then(({ rows: [role] }) => {
      if (!role || role.bypasses)
        return `O papel ${role?.name ?? '?'} do banco ignora a segurança por linha; use balcao_app.`
      // Nothing would end a statement that hangs.
      return role.limit === '0' ? unlimited : null
    }, refusedByPooler)
  if (problem !== null) throw new DatabaseSetupError(problem)
}

const behindPooler =
  'DATABASE_URL passa por um pooler de conexões, que não aceita os limites de tempo do Balcão. ' +
  'Informe também DATABASE_DIRECT_URL, o endereço do PostgreSQL sem o pooler.'

const oldConnections =
  'O pooler ainda tem conexões de antes, sem os limites de tempo do Balcão. ' +
  'Renove-as (no PgBouncer: RECONNECT) e inicie de novo.'

/** PgBouncer names what it does not take. */
function refusedByPooler(error: unknown): string {
  if (error instanceof Error && error.message.includes('unsupported startup parameter')) return behindPooler
  throw error
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

/**
 * Runs a statement that each connection parses and plans once. For the few large report statements:
 * without it the day of 1, 6 and 100 stores took 47, 34 and 15 % longer (40 alternating runs on a busy machine).
 * Their text must hardly vary, because a connection keeps every text it has seen.
 */
export async function executePrepared<T>(db: Kysely<Cell>, statement: RawBuilder<T>): Promise<readonly T[]> {
  const compiled = statement.compile(db)
  prepareOnce(compiled.sql)
  const { rows } = await db.executeQuery(compiled)
  return rows
}
