import { sql } from 'kysely'
import type * as contract from '../../../contract/printing/printing.ts'
import type { PrintSettings } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { releaseForPeople } from '../agent/agent-release.ts'
import { jobsWhere } from '../jobs.reads.ts'
import { agentsOf, agentView, printersOf, printerView } from './printers.reads.ts'
import { expireMinutesDefault } from '../queue-jobs.ts'

export async function readPrintConfig(
  call: Call<typeof contract.readPrintConfig>,
): Promise<Reply<typeof contract.readPrintConfig>> {
  const { deps, storeId, now } = call
  const release = await releaseForPeople(deps.env)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const agents = await agentsOf(tx, storeId)
    const printers = await printersOf(tx, storeId)
    return {
      settings: await settingsOf(tx, storeId),
      printers: printers.map((row) => printerView(row, agents, now)),
      agents: agents.map((row) => agentView(row, release, now)),
      release,
      queue: await jobsWhere(
        tx,
        storeId,
        sql`((j.ticket <> 'test' and j.state <> 'printed' and j.dismissed_at is null
            and (j.handed_at is null or j.expires_at > ${now}))
          or (j.ticket = 'test' and j.queued_at = (
            select max(t.queued_at) from print_jobs t
            where t.store_id = ${storeId} and t.ticket = 'test' and t.printer_id = j.printer_id)))`,
        now,
      ),
    }
  })
}

export async function settingsOf(tx: Transaction<Cell>, storeId: string): Promise<PrintSettings> {
  const row = await tx
    .selectFrom('print_settings')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return {
    expireMinutes: row?.expire_minutes ?? expireMinutesDefault,
    footer: row?.footer ?? '',
    version: row?.version ?? 0,
  }
}
