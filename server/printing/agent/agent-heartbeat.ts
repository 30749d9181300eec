import { sql, type Transaction } from 'kysely'
import type { agentHeartbeat as agentHeartbeatRoute } from '../../../contract/printing/print-agent.ts'
import type { AgentPrinterKind } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { packedRelease } from './agent-release.ts'
import { searchState } from '../search/search.rules.ts'
import { printersOf } from '../settings/printers.reads.ts'

type BeatCall = Call<typeof agentHeartbeatRoute>

/** Tickets that failed on a printer are retried as soon as the printer is back. */
export async function agentHeartbeat(call: BeatCall): Promise<Reply<typeof agentHeartbeatRoute>> {
  const { deps, storeId, agentId, body, now } = call
  const release = body.updates ? await packedRelease(deps.env) : null
  const { printers, agent } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const noted = await noteAgent(tx, call)
    const okPrinterIds = await notePrinters(tx, call)
    const retried = await sql`
      update print_jobs set due_at = ${now}
      where store_id = ${storeId} and state = 'failed' and due_at > ${now} and printer_id = any (${okPrinterIds}::uuid[])
      returning id`.execute(tx)
    if (retried.rows.length > 0) afterCommit(tx, { printing: storeId })
    return { printers: await printersOf(tx, storeId), agent: noted }
  })
  return {
    printers: printers
      .filter((row) => row.agent_id === agentId || (row.agent_id === null && row.kind === 'network'))
      .map(({ id, name, kind, address }) => ({ id, name, kind: kind as AgentPrinterKind, address })),
    ...(searchState(agent, now) === 'running' ? { search: true } : {}),
    ...(release
      ? {
          newest: {
            version: release.version,
            bytes: release.program.bytes,
            sha256: release.program.sha256,
            now: agent.asked === release.version,
          },
        }
      : {}),
  }
}

/** What the agent says of itself, its computer and its last search. */
async function noteAgent(tx: Transaction<Cell>, { storeId, agentId, body, now }: BeatCall) {
  const { computer, searched, updates } = body
  const refused = updates?.refused ?? null
  return tx
    .updateTable('print_agents')
    .set({
      last_seen_at: now,
      software: body.software,
      available: JSON.stringify(body.available),
      system: computer?.system ?? null,
      ...(computer ? { networks: [...computer.networks] } : {}),
      ...(searched ? { found: JSON.stringify(searched.found), searched_at: now } : {}),
      updates: updates !== undefined,
      // Done when the agent runs it, or went back from it.
      update_asked_for: sql`nullif(nullif(update_asked_for, ${updates?.version ?? null}), ${refused})`,
      update_refused: sql`coalesce(${refused}, nullif(update_refused, ${updates?.version ?? null}))`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', agentId)
    .returning(['update_asked_for as asked', 'search_asked_at', 'searched_at'])
    .executeTakeFirstOrThrow()
}

/** Notifies every open board that a printer went out or came back. Answers those that are ready. */
async function notePrinters(
  tx: Transaction<Cell>,
  { storeId, agentId, body, now }: BeatCall,
): Promise<readonly string[]> {
  const okPrinterIds: string[] = []
  let anyChanged = false
  for (const reported of body.printers) {
    const { rows } = await sql<{ changed: boolean }>`
      update printers p set state = ${reported.state}, cause = ${reported.cause}, checked_at = ${now},
        state_since = case when p.state = ${reported.state} then p.state_since else ${now} end
      from printers before
      where p.store_id = ${storeId} and p.id = ${reported.id}
        and (p.agent_id = ${agentId} or (p.agent_id is null and p.kind = 'network'))
        and before.store_id = p.store_id and before.id = p.id
      returning (before.state, before.cause) is distinct from (p.state, p.cause) as changed`.execute(tx)
    const [row] = rows
    if (!row) continue
    if (reported.state === 'ok') okPrinterIds.push(reported.id)
    anyChanged ||= row.changed
  }
  if (anyChanged) publishStoreEvent(tx, storeId, 'printers', now)
  return okPrinterIds
}
