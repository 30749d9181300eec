import { roleMeets } from '../../../contract/shared/access.ts'
import { roleIn, useSignedIn } from '../../identity/session.ts'

export function useIsManagerOf(storeId: string): boolean {
  const role = roleIn(useSignedIn(), storeId)
  return role !== null && roleMeets(role, 'manager')
}
