import * as contract from '../../contract/bulk/bulk.ts'
import { copyMyCategory as copyMyCategoryRoute } from '../../contract/bulk/copy-category.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { retryBulk, undoBulk } from './act-again.ts'
import { beginBulk } from './begin-bulk.ts'
import { readBulk, readRecentBulks } from './bulk.reads.ts'
import { copyMyCategory } from './copy-category.ts'
import { readBulkFiles } from './read-files.ts'
import { tryBulk } from './try-bulk.ts'

export const bulkRoutes: readonly ServedRoute[] = [
  on(contract.tryBulk, tryBulk),
  on(contract.beginBulk, beginBulk),
  on(contract.readRecentBulks, readRecentBulks),
  on(contract.readBulk, readBulk),
  on(contract.retryBulk, retryBulk),
  on(contract.undoBulk, undoBulk),
  on(contract.readBulkFiles, readBulkFiles),
  on(copyMyCategoryRoute, copyMyCategory),
]
