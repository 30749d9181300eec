import type { Store } from '../../contract/stores/stores.ts'
import { storeMarks, type StoreMark } from '../marks/store-marks.rules.ts'

/** A store that may be chosen. */
export interface StoreOfAct {
  readonly id: string
  readonly name: string
  readonly mark: StoreMark | undefined
  /** IANA zone. */
  readonly timezone: string
}

/** The zone in which an act's times are said: of its first store. */
export const zoneOf = ([first]: readonly StoreOfAct[]): string => first?.timezone ?? 'America/Sao_Paulo'

export function storesOfAct(stores: readonly Store[]): readonly StoreOfAct[] {
  const marks = storeMarks(stores)
  return stores.map(({ id, name, address }) => ({
    id,
    name,
    mark: marks.get(id),
    timezone: address.timezone,
  }))
}
