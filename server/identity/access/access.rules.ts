import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'

/**
 * Whether this role may grant, change or revoke that role (docs/product/identity.md): an owner any, a manager
 * only basic.
 */
export function mayGrant(own: RoleName, given: RoleName): boolean {
  return own === 'owner' || (own === 'manager' && !roleMeets(given, 'manager'))
}
