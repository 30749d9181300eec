import { readStored, writeStored } from '../../browser/storage.ts'
import { createStore, useStorePart } from '../../kit/create-store.ts'

/** Stores that are not asked on this device who takes an order. */
const storageKey = 'courierQuestionOff'

const off = createStore<ReadonlySet<string>>(
  new Set((readStored(storageKey) ?? '').split(',').filter(Boolean)),
)

export const isCourierAsked = (storeId: string): boolean => !off.get().has(storeId)

export const useIsCourierAsked = (storeId: string): boolean => useStorePart(off, (ids) => !ids.has(storeId))

export function askForCouriers(storeId: string, asks: boolean): void {
  const ids = new Set(off.get())
  if (asks) ids.delete(storeId)
  else ids.add(storeId)
  off.set(ids)
  writeStored(storageKey, ids.size > 0 ? [...ids].join() : null)
}
