import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { keepPoint, keptPoint, type DoorAddress } from './address-points.ts'
import type { Geocoder } from './geocoder.ts'

/**
 * Asks the geocoder for an address that nothing is kept of, and keeps its answer with the address. Outside any transaction.
 */
export async function locateAddress(
  deps: Pick<Deps, 'cells' | 'now'>,
  geocoder: Geocoder,
  storeId: string,
  door: DoorAddress,
): Promise<void> {
  const now = deps.now()
  const isKept = () =>
    withStoreScope(deps.cells, [storeId], async (tx) => (await keptPoint(tx, storeId, door, now)) !== null)
  const answer = await geocoder.locate(door, async () => !(await isKept()))
  if (answer === 'no-answer') return
  const { circle } = answer
  await withStoreScope(deps.cells, [storeId], (tx) =>
    keepPoint(tx, storeId, door, {
      source: 'geocoder',
      point: circle && { source: 'geocoder', ...circle },
      now,
    }),
  )
}
