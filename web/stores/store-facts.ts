import { orderName } from '../../contract/stores/order-name.ts'
import { useQuery } from '@tanstack/react-query'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { deviceZone } from '../browser/device-zone.ts'
import { storeMarks, type StoreMark } from '../marks/store-marks.rules.ts'

/** A store of the list that is already loaded; for code outside of components. */
const knownStore = (storeId: string): Store | undefined => knownStores().find((store) => store.id === storeId)

export const knownStores = (): readonly Store[] =>
  queryClient.getQueryData(queryFor(readMyStores, {}).queryKey)?.stores ?? noStores

const noStores: readonly Store[] = []

/** Code and tint of an order's store; undefined until the stores are loaded. */
export function markOf(storeId: string): StoreMark | undefined {
  const stores = knownStores()
  if (marked.stores !== stores) marked = { stores, marks: storeMarks(stores) }
  return marked.marks.get(storeId)
}

let marked: { readonly stores: readonly Store[]; readonly marks: ReadonlyMap<string, StoreMark> } = {
  stores: noStores,
  marks: new Map(),
}

/** `BC-31`. */
export const codeName = (order: { readonly displayId: string; readonly storeId: string }): string =>
  orderName(markOf(order.storeId)?.code, order.displayId)

/** `BC-31 · Brasa & Cia`; of one store `BC-31`. */
export const numberAndStore = (order: { readonly displayId: string; readonly storeId: string }): string =>
  [codeName(order), nameAmongStores(order.storeId)].filter((part) => part !== null).join(' · ')

/** Empty until the stores are loaded. */
export const storeName = (storeId: string): string => knownStore(storeId)?.name ?? ''

/** The store's name where there are several; null: there is one, or they are not loaded. */
export const nameAmongStores = (storeId: string): string | null =>
  knownStores().length > 1 ? (knownStore(storeId)?.name ?? null) : null

/** The IANA zone of one store; until the stores are loaded, the device's. */
export function useTimezone(storeId: string): string {
  const { data } = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  return data?.stores.find((store) => store.id === storeId)?.address.timezone ?? deviceZone()
}
