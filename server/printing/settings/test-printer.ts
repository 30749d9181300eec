import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import type { testPrinter as testPrinterRoute } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { jobsWhere } from '../jobs.reads.ts'

/** A test page is only useful while the person is at the printer. */
const testMs = 30_000

export async function testPrinter(
  call: Call<typeof testPrinterRoute>,
): Promise<Reply<typeof testPrinterRoute>> {
  const { deps, caller, storeId, params, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from printers where store_id = ${storeId} and id = ${params.id} for update`.execute(tx)
    const printer = rows[0]
    if (!printer) throw new AppError('print/printer-not-found')
    const running = await tx
      .selectFrom('print_jobs')
      .select('id')
      .where('store_id', '=', storeId)
      .where('printer_id', '=', params.id)
      .where('ticket', '=', 'test')
      .where('state', 'in', ['queued', 'sent'])
      .where('handed_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (running) throw new AppError('print/test-running')
    const id = uuidv7()
    await tx
      .insertInto('print_jobs')
      .values({
        store_id: storeId,
        id,
        printer_id: params.id,
        printer_name: printer.name,
        first_printer_id: params.id,
        ticket: 'test',
        source: 'person',
        queued_at: now,
        due_at: now,
        expires_at: new Date(now.getTime() + testMs),
        asked_by: caller.uid,
        asked_by_name: caller.name,
      })
      .execute()
    afterCommit(tx, { printing: storeId })
    const [made] = await jobsWhere(tx, storeId, sql`j.id = ${id}`, now)
    if (!made) throw new Error('The test vanished between two statements.')
    return made
  })
}
