import type * as contract from '../../../contract/stores/hours.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { breaksOf, breakView } from './breaks.reads.ts'
import { workingHoursOf } from './working-hours.reads.ts'

export async function readWorkingHours(
  call: Call<typeof contract.readWorkingHours>,
): Promise<Reply<typeof contract.readWorkingHours>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], (tx) => workingHoursOf(tx, storeId, now))
}

export async function readBreaks(
  call: Call<typeof contract.readBreaks>,
): Promise<Reply<typeof contract.readBreaks>> {
  return { breaks: await viewsOf(call) }
}

export async function readBreak(
  call: Call<typeof contract.readBreak>,
): Promise<Reply<typeof contract.readBreak>> {
  const found = (await viewsOf(call)).find(({ id }) => id === call.params.id)
  if (!found) throw new AppError('store/break-not-found')
  return found
}

async function viewsOf({
  deps,
  storeId,
  now,
}: Call<typeof contract.readBreaks> | Call<typeof contract.readBreak>) {
  const rows = await withStoreScope(deps.cells, [storeId], (tx) => breaksOf(tx, [storeId], now))
  return rows.map((one) => breakView(one, now))
}
