import { sql } from 'kysely'
import type { agentHeartbeat as agentHeartbeatRoute } from '../../../contract/printing/print-agent.ts'
import type { PrinterKind } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'
import { printersOf } from '../settings/printers.reads.ts'

/** A printer that is back gets at once what failed on it. */
export async function agentHeartbeat(
  call: Call<typeof agentHeartbeatRoute>,
): Promise<Reply<typeof agentHeartbeatRoute>> {
  const { deps, storeId, agentId, body, now } = call
  const printers = await withStoreScope(deps.db, [storeId], async (tx) => {
    await tx
      .updateTable('print_agents')
      .set({ last_seen_at: now, software: body.software, available: JSON.stringify(body.available) })
      .where('store_id', '=', storeId)
      .where('id', '=', agentId)
      .execute()
    const back: string[] = []
    let news = false
    for (const heard of body.printers) {
      const { rows } = await sql<{ changed: boolean }>`
        update printers p set state = ${heard.state}, cause = ${heard.cause}, checked_at = ${now},
          state_since = case when p.state = ${heard.state} then p.state_since else ${now} end
        from printers before
        where p.store_id = ${storeId} and p.id = ${heard.id} and (p.agent_id is null or p.agent_id = ${agentId})
          and before.store_id = p.store_id and before.id = p.id
        returning (before.state, before.cause) is distinct from (p.state, p.cause) as changed`.execute(tx)
      const [row] = rows
      if (!row) continue
      if (heard.state === 'ok') back.push(heard.id)
      news ||= row.changed
    }
    // Every open board hears at once that a printer is out, or back.
    if (news) await publishStoreEvent(tx, storeId, 'printers', now)
    const woken = await sql`
      update print_jobs set due_at = ${now}
      where store_id = ${storeId} and state = 'failed' and due_at > ${now} and printer_id = any (${back}::uuid[])
      returning id`.execute(tx)
    if (woken.rows.length > 0) afterCommit(tx, { printing: storeId })
    return printersOf(tx, storeId)
  })
  return {
    printers: printers
      .filter((row) => row.agent_id === null || row.agent_id === agentId)
      .map(({ id, name, kind, address }) => ({ id, name, kind: kind as PrinterKind, address })),
  }
}
