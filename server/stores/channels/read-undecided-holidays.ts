import { roleMeets } from '../../../contract/shared/access.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { readUndecidedHolidays as route } from '../../../contract/stores/channels.ts'
import type { Call } from '../../calls/call.ts'
import { mergeSorted, readEachCell } from '../../db/many-stores.ts'
import { undecidedHolidays } from './undecided-holidays.reads.ts'

/** Of the managed stores. */
export async function readUndecidedHolidays(call: Call<typeof route>): Promise<Reply<typeof route>> {
  const { deps, stores, now } = call
  const ids = stores.filter(({ role }) => roleMeets(role, 'manager')).map(({ storeId }) => storeId)
  if (ids.length === 0) return { holidays: [] }
  const cells = await readEachCell(deps.cells, ids, (tx, here) => undecidedHolidays(tx, here, now))
  const days = Map.groupBy(
    mergeSorted(cells, (a, b) => (a.day < b.day ? -1 : 1)),
    ({ day }) => day,
  )
  return {
    holidays: [...days].map(([day, [first, ...others]]) => ({
      day,
      name: first?.name ?? '',
      storeIds: [first, ...others].flatMap((one) => one?.storeIds ?? []).toSorted(),
    })),
  }
}
