import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'

/**
 * Whether somebody of this role may give, change or take that role (docs/product.md section 6): an owner any,
 * a manager only basic; nobody above the own level.
 */
export function mayGive(own: RoleName, given: RoleName): boolean {
  return own === 'owner' || (own === 'manager' && !roleMeets(given, 'manager'))
}
