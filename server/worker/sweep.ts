import { sql, type RawBuilder } from 'kysely'
import { retentionDays } from '../../contract/privacy/retention.ts'
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

/**
 * Deletes what is past its retention, in batches, so that no lock is held for long and an interrupted sweep goes on
 * where it was. Answers how many rows went, by table.
 */
export async function sweep(
  deps: Pick<Deps, 'directory' | 'now'>,
  round: { readonly signal: AbortSignal; readonly progressed: () => void },
): Promise<ReadonlyMap<string, number>> {
  const { directory } = deps
  const swept = new Map<string, number>()
  const note = (table: string, deleted: number) => {
    if (deleted > 0) swept.set(table, (swept.get(table) ?? 0) + deleted)
    round.progressed()
    return deleted
  }
  for (const { table, past } of sweptTables(deps.now())) {
    const rows = sql.table(table)
    let deleted = batch
    while (deleted === batch && !round.signal.aborted) {
      const gone = await sql`
        delete from ${rows} where ctid = any (array(select ctid from ${rows} where ${past} limit ${batch}))`.execute(
        directory,
      )
      deleted = note(table, Number(gone.numAffectedRows ?? 0))
    }
  }
  // The links in a mail that could not be sent are keys: nobody reads it after a week.
  await sql`
    update mail_messages set text_body = '', html_body = ''
    where dead_at < ${before(deps.now(), 7)} and (text_body <> '' or html_body <> '')`.execute(directory)
  let most = batch
  while (most === batch && !round.signal.aborted) {
    const { rows } = await sql<{ name: string; deleted: string }>`
      select * from sweep_protected(${batch})`.execute(directory)
    most = Math.max(...rows.map(({ name, deleted }) => note(name, Number(deleted))))
  }
  return swept
}
