import type { StoreOfGroupDay } from '../../../contract/groups/group-day.ts'

/** From the first to the last hour in which one of the stores sells or usually does: a screen has no room for a quiet night. */
export function hoursWithOrders(stores: readonly StoreOfGroupDay[]): StoreOfGroupDay[] {
  const sells = (index: number) =>
    stores.some(({ hours }) => (hours[index]?.orders ?? 0) > 0 || (hours[index]?.usualOrders ?? 0) >= 1)
  const columns = (stores[0]?.hours ?? []).map((_hour, index) => index)
  const first = columns.find(sells) ?? 0
  const last = columns.findLast(sells) ?? columns.length - 1
  return stores.map((store) => ({ ...store, hours: store.hours.slice(first, last + 1) }))
}
