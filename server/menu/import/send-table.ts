import type { readMenuTable as readMenuTableRoute } from '../../../contract/menu/import-menu.ts'
import { sentAlready, type Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { readWholeMenu } from '../whole/read-whole-menu.ts'
import { tableAsCsv, tableAsXlsx, tableOfMenu } from './sources/table-of-menu.ts'

export async function readMenuTable(call: Call<typeof readMenuTableRoute>): Promise<typeof sentAlready> {
  const { deps, storeId, query, reply } = call
  const menu = await withStoreScope(deps.cells, [storeId], (tx) => readWholeMenu(tx, storeId))
  const rows = tableOfMenu(menu)
  const file = query.format === 'csv' ? tableAsCsv(rows) : await tableAsXlsx(rows)
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="cardapio.${query.format}"`)
    .type(types[query.format])
    .send(file)
  return sentAlready
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
