import { readChannels, readUndecidedHolidays } from '../../../contract/stores/channels.ts'
import { readWorkingHours } from '../../../contract/stores/hours.ts'
import { readMyStores, readOpenStatus, readStoresNow } from '../../../contract/stores/stores.ts'
import { refresh } from '../../api/query.ts'

/** Whatever shows whether a store is open. */
export async function refreshHours(): Promise<void> {
  await Promise.all(
    [readWorkingHours, readStoresNow, readOpenStatus, readMyStores, readChannels, readUndecidedHolidays].map(
      refresh,
    ),
  )
}
