import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { commonTables, directoryTables } from '../db/tables.ts'
import type { DB } from '../db/tables.generated.ts'

type Side = 'directory' | 'cell'

/** Functions over the directory's tables; all others are a cell's. */
const directoryFunctions = /\b(?:session_facts|stream_access|begin_try|end_try|note_referral)\(/

/** Which databases a statement is for, by the tables that it names; empty: it names none, such as a setting. */
function sidesOf(text: string): readonly Side[] {
  const names = [...text.matchAll(/\b(?:from|join|into|update|table)\s+(?:only\s+)?"?(\w+)"?/gi)].map(
    ([, name = '']) => name,
  )
  const of = (tables: readonly string[]) => names.some((name) => tables.includes(name))
  if (of(directoryTables)) return ['directory']
  if (of(commonTables)) return ['directory', 'cell']
  if (directoryFunctions.test(text)) return ['directory']
  return /\b(?:set_config|enter_stores)\(/.test(text) ? [] : ['cell']
}

/**
 * For what a test itself writes and reads, where directory and cell are two databases: each statement runs in the one
 * that has its tables, and one over tables of every database in both, the rows after one another. A transaction
 * over both is two, which end together. The product never gets this.
 */
export function eitherDatabase(pools: Readonly<Record<Side, pg.Pool>>): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: pools.cell.options,
        connect: () => Promise.resolve(new EitherClient(pools)),
        end: () => Promise.resolve(),
      } as never,
    }),
  })
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

class EitherClient {
  private readonly pools: Readonly<Record<Side, pg.Pool>>
  private readonly open = new Map<Side, pg.PoolClient>()
  /** What began the transaction and set its scope: each side hears it when it is first needed. */
  private opening: Statement[] = []

  constructor(pools: Readonly<Record<Side, pg.Pool>>) {
    this.pools = pools
  }

  async query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    if (/^(?:begin|start transaction)\b/.test(text)) {
      this.opening = [{ text, values }]
      return { command: 'BEGIN', rowCount: 0, rows: [] }
    }
    if (/^(?:commit|rollback)$/.test(text)) return this.end(text)
    const sides = this.sidesFor(text)
    if (sides.length === 0 && this.opening.length > 0) {
      this.opening.push({ text, values })
      for (const client of this.open.values()) await client.query(text, [...values])
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    const results: pg.QueryResult[] = []
    for (const side of sides.length === 0 ? (['cell'] as const) : sides)
      results.push(await (await this.clientOf(side)).query(text, [...values]))
    return {
      command: results[0]?.command,
      rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
      rows: results.flatMap(({ rows }) => rows as unknown[]),
    }
  }

  release(destroy?: boolean): void {
    for (const client of this.open.values()) client.release(destroy)
    this.open.clear()
  }

  /** A row of a table that every database has is written where its transaction writes, else in the cell. */
  private sidesFor(text: string): readonly Side[] {
    const sides = sidesOf(text)
    if (sides.length < 2 || !/^\s*insert\b/i.test(text)) return sides
    return this.open.has('directory') && !this.open.has('cell') ? ['directory'] : ['cell']
  }

  private async clientOf(side: Side): Promise<pg.PoolClient> {
    const known = this.open.get(side)
    if (known) return known
    const client = await this.pools[side].connect()
    this.open.set(side, client)
    for (const { text, values } of this.opening) await client.query(text, [...values])
    return client
  }

  private async end(text: string): Promise<unknown> {
    for (const client of this.open.values()) await client.query(text)
    this.opening = []
    this.release()
    return { command: text.toUpperCase(), rowCount: 0, rows: [] }
  }
}
