import * as z from 'zod/mini'
import { address } from '../../../contract/stores/stores.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { readDocument } from '../../marketplaces/sanitise/fit-to-schema.ts'

const parts = z.object(z.omit(address, { timezone: true }).shape)
type StoredAddress = z.output<typeof parts>

/** `stores.address`. What this version does not know of it is empty. */
export function addressOf(storeId: string, column: unknown): StoredAddress {
  const read = z.safeParse(parts, column)
  if (read.success) return read.data
  reportOddRow({ kind: 'store', storeId, id: storeId, shown: true })
  return readDocument(parts, column).value
}
