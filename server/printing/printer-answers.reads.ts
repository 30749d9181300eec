import { sql, type Transaction } from 'kysely'
import { agentSilentSeconds } from '../../contract/printing/printing.ts'
import type { Cell } from '../db/tables.ts'

/**
 * Per store, when a printer that prints automatically last answered: its computer said that it is ready, or, of a browser
 * printer, a person said that a ticket is on paper. One that is out, or whose computer is silent, does not answer.
 */
export async function printerAnswers(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const heardSince = new Date(now.getTime() - agentSilentSeconds * 1_000)
  const { rows } = await sql<{ storeId: string; at: Date | null }>`
    select p.store_id as "storeId", max(case when p.kind = 'browser' then printed.at else p.checked_at end) as at
    from printers p
      left join lateral (
        select max(j.ended_at) as at from print_jobs j
        where p.kind = 'browser' and j.store_id = p.store_id and j.printer_id = p.id and j.state = 'printed'
          and j.queued_at > ${now}::timestamptz - interval '1 day') printed on true
    where p.store_id = any (${storeIds}::uuid[]) and p.auto_print
      and (p.kind = 'browser' or (p.state = 'ok' and exists (
        select from print_agents a
        where a.store_id = p.store_id and a.last_seen_at > ${heardSince}
          and (p.agent_id is null or a.id = p.agent_id))))
    group by p.store_id`.execute(tx)
  return new Map(rows.flatMap(({ storeId, at }) => (at ? [[storeId, at] as const] : [])))
}
