import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { folded } from '../../contract/shared/folded.ts'
import type { Store } from '../../contract/stores/stores.ts'

/**
 * The store that the settings are about, among those where the person has the role: of the address, else
 * the last one chosen, else the first. Undefined: none.
 */
export function scopeOf(
  stores: readonly Store[],
  minimum: RoleName,
  wanted: readonly (string | null | undefined)[],
): { readonly store: Store | undefined; readonly stores: readonly Store[] } {
  const mine = stores.filter((store) => roleMeets(store.role, minimum))
  const found = wanted.map((id) => mine.find((store) => store.id === id)).find((store) => store !== undefined)
  return { store: found ?? mine[0], stores: mine }
}

/** Stores whose name contains what was typed, without regard to case and accents. */
export function matchingStores(stores: readonly Store[], typed: string): readonly Store[] {
  const wanted = folded(typed)
  return stores.filter(({ name }) => folded(name).includes(wanted))
}
