import { sql, type Kysely, type RawBuilder } from 'kysely'
import { retentionDays } from '../../contract/privacy/retention.ts'
import { commonTables, everyDatabase, type Cell, type Common } from '../db/tables.ts'
import type { Deps } from '../deps.ts'

const batch = 2_000

interface Swept {
  readonly table: string
  /** Selects the rows that are past their retention (docs/product/privacy.md). */
  readonly past: RawBuilder<unknown>
}

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** Six months of sessions and refused attempts are the law's (Marco Civil da Internet, art. 15). */
const sweptTables = (now: Date): readonly Swept[] => [
  { table: 'custom_tokens', past: sql`expires_at < ${now}` },
  // A counter that nothing added to for an hour counts from zero anyway.
  {
    table: 'sign_in_attempts',
    past: sql`updated_at < ${before(now, 1)} and coalesce(blocked_until, '-infinity') < ${now}`,
  },
  { table: 'action_links', past: sql`expires_at < ${before(now, retentionDays.links)}` },
  { table: 'sessions', past: sql`expires_at < ${before(now, retentionDays.sessions)}` },
  { table: 'known_devices', past: sql`used_at < ${before(now, retentionDays.devices)}` },
  { table: 'refusals', past: sql`day < ${before(now, retentionDays.refusals)}::date` },
  { table: 'mail_messages', past: sql`created_at < ${before(now, retentionDays.mails)}` },
]

/** No scope of the app sees these as a whole: a function of the owner sweeps them. */
const protectedTables = [
  'idempotency_keys',
  'audit_entries',
  'phone_codes',
  'accountant_links',
  // Before the answers to them.
  'group_grants',
  'group_grant_answers',
] as const

/** Of the stores: what an act in many of them did and made. The history keeps that it was done. */
const storeTables = ['bulk_files', 'bulk_parts'] as const

/**
 * Deletes what is past its retention, in batches, so that no lock is held for long and an interrupted sweep goes on
 * where it was: in the directory, and in each cell what every database has. Answers how many rows went, by table.
 */
export async function sweep(
  deps: Pick<Deps, 'directory' | 'cells' | 'now'>,
  round: Round,
): Promise<ReadonlyMap<string, number>> {
  const swept = new Map<string, number>()
  const note = (table: string, deleted: number) => {
    if (deleted > 0) swept.set(table, (swept.get(table) ?? 0) + deleted)
    round.progressed()
  }
  const sweepBy = (name: string, database: Kysely<Cell> | Kysely<Common>, table: string) =>
    inBatches(round, async () => {
      const { rows } = await sql<{ deleted: number }>`
        select ${sql.id(name)}(${table}, ${batch}) as deleted`.execute(database)
      note(table, rows[0]?.deleted ?? 0)
      return rows[0]?.deleted ?? 0
    })
  for (const database of everyDatabase(deps)) {
    const isHere = (table: string) => database === deps.directory || commonNames.has(table)
    for (const { table, past } of sweptTables(deps.now()))
      if (isHere(table))
        await inBatches(round, async () => {
          const deleted = await deleteSome(database, table, past)
          note(table, deleted)
          return deleted
        })
    // The links in a mail that could not be sent are keys: nobody reads it after a week.
    await sql`
      update mail_messages set text_body = '', html_body = ''
      where dead_at < ${before(deps.now(), 7)} and (text_body <> '' or html_body <> '')`.execute(database)
    for (const table of protectedTables) if (isHere(table)) await sweepBy('sweep_protected', database, table)
  }
  for (const cell of deps.cells.all)
    for (const table of storeTables) await sweepBy('sweep_rows_of_stores', cell, table)
  return swept
}

interface Round {
  readonly signal: AbortSignal
  readonly progressed: () => void
}

const commonNames: ReadonlySet<string> = new Set(commonTables)

async function inBatches({ signal }: Round, deleteBatch: () => Promise<number>): Promise<void> {
  let deleted = batch
  while (deleted === batch && !signal.aborted) deleted = await deleteBatch()
}

async function deleteSome(
  database: Kysely<Common>,
  table: string,
  past: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql.table(table)
  const gone = await sql`
    delete from ${rows} where ctid = any (array(select ctid from ${rows} where ${past} limit ${batch}))`.execute(
    database,
  )
  return Number(gone.numAffectedRows ?? 0)
}
