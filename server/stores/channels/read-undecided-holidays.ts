import { roleMeets } from '../../../contract/shared/access.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { readUndecidedHolidays as route } from '../../../contract/stores/channels.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { undecidedHolidays } from './undecided-holidays.reads.ts'

/** Of the managed stores. */
export async function readUndecidedHolidays(call: Call<typeof route>): Promise<Reply<typeof route>> {
  const { deps, stores, now } = call
  const ids = stores.filter(({ role }) => roleMeets(role, 'manager')).map(({ storeId }) => storeId)
  if (ids.length === 0) return { holidays: [] }
  const holidays = await withStoreScope(deps.cells, ids, (tx) => undecidedHolidays(tx, ids, now))
  return { holidays: holidays.map((one) => ({ ...one, storeIds: [...one.storeIds] })) }
}
