import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'
import type { Caller } from '../../calls/caller.ts'

/**
 * Whether this role may grant, change or revoke that role (docs/product/identity.md): an owner any, a manager
 * only basic.
 */
export function mayGrant(own: RoleName, given: RoleName): boolean {
  return own === 'owner' || (own === 'manager' && !roleMeets(given, 'manager'))
}

/** The role, or null for an absent store and one of another tenant alike. */
export const roleInStore = (caller: Caller, storeId: string): RoleName | null =>
  caller.access.get(storeId) ?? null
