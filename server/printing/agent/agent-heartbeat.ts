import { sql } from 'kysely'
import type { agentHeartbeat as agentHeartbeatRoute } from '../../../contract/printing/print-agent.ts'
import type { PrinterKind } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'
import { printersOf } from '../settings/printers.reads.ts'

/** Tickets that failed on a printer are retried as soon as the printer is back. */
export async function agentHeartbeat(
  call: Call<typeof agentHeartbeatRoute>,
): Promise<Reply<typeof agentHeartbeatRoute>> {
  const { deps, storeId, agentId, body, now } = call
  const printers = await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .updateTable('print_agents')
      .set({ last_seen_at: now, software: body.software, available: JSON.stringify(body.available) })
      .where('store_id', '=', storeId)
      .where('id', '=', agentId)
      .execute()
    const okPrinterIds: string[] = []
    let anyChanged = false
    for (const reported of body.printers) {
      const { rows } = await sql<{ changed: boolean }>`
        update printers p set state = ${reported.state}, cause = ${reported.cause}, checked_at = ${now},
          state_since = case when p.state = ${reported.state} then p.state_since else ${now} end
        from printers before
        where p.store_id = ${storeId} and p.id = ${reported.id} and (p.agent_id is null or p.agent_id = ${agentId})
          and before.store_id = p.store_id and before.id = p.id
        returning (before.state, before.cause) is distinct from (p.state, p.cause) as changed`.execute(tx)
      const [row] = rows
      if (!row) continue
      if (reported.state === 'ok') okPrinterIds.push(reported.id)
      anyChanged ||= row.changed
    }
    // Notify every open board that a printer went out or came back.
    if (anyChanged) publishStoreEvent(tx, storeId, 'printers', now)
    const retried = await sql`
      update print_jobs set due_at = ${now}
      where store_id = ${storeId} and state = 'failed' and due_at > ${now} and printer_id = any (${okPrinterIds}::uuid[])
      returning id`.execute(tx)
    if (retried.rows.length > 0) afterCommit(tx, { printing: storeId })
    return printersOf(tx, storeId)
  })
  return {
    printers: printers
      .filter((row) => row.agent_id === null || row.agent_id === agentId)
      .map(({ id, name, kind, address }) => ({ id, name, kind: kind as PrinterKind, address })),
  }
}
