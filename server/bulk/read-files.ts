import type { Selectable } from 'kysely'
import { ZipFile } from 'yazl'
import { bulkFileMs, type readBulkFiles as readBulkFilesRoute } from '../../contract/bulk/bulk.ts'
import { reportFileTypes } from '../../contract/shared/file-types.ts'
import { sentAlready, type Call } from '../calls/call.ts'
import { byName, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { DB } from '../db/tables.generated.ts'
import { AppError } from '../errors/app-error.ts'
import { actIn } from './bulk.reads.ts'

/** The file of one store as it is, those of several in a zip. */
export async function readBulkFiles(call: Call<typeof readBulkFilesRoute>): Promise<typeof sentAlready> {
  const { deps, stores, params, reply, now } = call
  const act = await actIn(deps.cells, { stores }, params.id)
  const storeIds = act.parts.map(({ storeId }) => storeId)
  const found = await readEachCell(deps.cells, storeIds, (tx, ids) =>
    tx
      .selectFrom('bulk_files')
      .selectAll()
      .where('store_id', 'in', ids)
      .where('act_id', '=', act.id)
      .where('made_at', '>', new Date(now.getTime() - bulkFileMs))
      .orderBy('name')
      .execute(),
  )
  const files = mergeSorted(found, byName)
  const [only] = files
  if (!only) throw new AppError('bulk/no-files')
  const file =
    files.length === 1 ? only : { name: 'lojas.zip', type: reportFileTypes.zip, bytes: await zipOf(files) }
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.type)
    .send(file.bytes)
  return sentAlready
}

async function zipOf(files: readonly Selectable<DB['bulk_files']>[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes, made_at: mtime } of files) zip.addBuffer(bytes, name, { mtime })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}
