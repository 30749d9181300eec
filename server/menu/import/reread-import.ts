import type { Transaction } from 'kysely'
import type { ColumnAnswer } from '../../../contract/menu/import-columns.ts'
import type { rereadMenuImport as rereadMenuImportRoute } from '../../../contract/menu/import-menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { titleKey, type ColumnAnswers } from './sources/spreadsheet/columns.ts'

/** Reads a spreadsheet again, as a person says after its preview. What its columns are is kept for the next one. */
export async function rereadMenuImport(
  call: Call<typeof rereadMenuImportRoute>,
): Promise<Reply<typeof rereadMenuImportRoute>> {
  const { deps, storeId, params, body, now } = call
  const { importId } = params
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('menu_imports')
      .select(['state', 'file'])
      .where('store_id', '=', storeId)
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('menu/import-not-found')
    if (row.state !== 'ready' || row.file === null) throw new AppError('menu/import-not-ready')
    await keepAnswers(tx, storeId, body.columns)
    await tx
      .updateTable('menu_imports')
      .set({ state: 'reading', step: 0, candidate: null, read_hidden: body.hidden, read_sheets: body.sheets })
      .where('store_id', '=', storeId)
      .where('id', '=', importId)
      .execute()
    await enqueue(tx, 'menu-import', { importId }, { storeId, lane: storeId, dueAt: now })
  })
  return { importId }
}

/** What the store said of columns, by their titles. */
export async function columnAnswersOf(tx: Transaction<Cell>, storeId: string): Promise<ColumnAnswers> {
  const rows = await tx
    .selectFrom('menu_import_columns')
    .select(['title', 'answer'])
    .where('store_id', '=', storeId)
    .execute()
  return new Map(rows.map(({ title, answer }) => [title, answer as ColumnAnswer]))
}

async function keepAnswers(
  tx: Transaction<Cell>,
  storeId: string,
  columns: Call<typeof rereadMenuImportRoute>['body']['columns'],
): Promise<void> {
  const answers = new Map(columns.map(({ title, column }) => [titleKey(title), column]))
  answers.delete('')
  if (answers.size === 0) return
  await tx
    .insertInto('menu_import_columns')
    .values([...answers].map(([title, answer]) => ({ store_id: storeId, title, answer })))
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'title'])
        .doUpdateSet((next) => ({ answer: next.ref('excluded.answer') })),
    )
    .execute()
}
