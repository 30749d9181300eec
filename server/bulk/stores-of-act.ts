import { bulkRole, type BulkAction } from '../../contract/bulk/bulk.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { GrantedStore } from '../calls/call.ts'
import { AppError } from '../errors/app-error.ts'

interface Selected {
  readonly stores: readonly GrantedStore[]
  readonly query: { readonly selection?: string | undefined }
}

/** The stores that were named, whole. Throws permission/denied where one of them needs a higher role. */
export function storesToChange({ stores, query }: Selected, { kind }: BulkAction): readonly string[] {
  // "Every store I can reach" is no choice for a change.
  if (query.selection === undefined || stores.length === 0) refuse('Escolha as lojas.')
  if (stores.some(({ merchants }) => merchants !== null)) refuse('Escolha lojas inteiras.')
  if (stores.some(({ role }) => !roleMeets(role, bulkRole[kind]))) throw new AppError('permission/denied')
  return stores.map(({ storeId }) => storeId)
}

function refuse(message: string): never {
  throw new AppError('validation/refused', { details: [{ path: 'selection', message }] })
}
