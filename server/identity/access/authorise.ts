import type { FastifyRequest } from 'fastify'
import { roleMeets, type RoleName } from '../../../contract/shared/access.ts'
import { headers } from '../../../contract/shared/headers.ts'
import type { Received, Route } from '../../../contract/shared/route.ts'
import { parseSelection } from '../../../contract/shared/selection.ts'
import type { Deps } from '../../deps.ts'
import { countRefusal, roleInStore, storeOfMenuSlug, type Caller } from '../identity.ts'
import { AppError } from '../../errors/app-error.ts'
import type { GrantedStore } from '../../calls/call.ts'

/**
 * Decides from the contract's `access` and the database's roles. An absent store and a store of another tenant
 * get the same 404; too low a role in an own store gets 403.
 */
export async function authorise(
  deps: Deps,
  route: Route,
  caller: Caller | null,
  input: Received<Route>,
  request: FastifyRequest,
): Promise<object> {
  const { access } = route
  if (access.kind === 'public' || access.kind === 'user' || access.kind === 'agent' || !caller) return {}
  if (access.kind === 'selection') {
    const { selection } = (input.query ?? {}) as { selection?: string }
    return { stores: await selectedStores(deps, caller, access.role, selection, request.id) }
  }
  const storeId = await storeNamed(deps, access.kind, input, request)
  request.noted.storeId = storeId
  return { storeId, role: await granted(deps, caller, storeId, access.role, request.id) }
}

async function storeNamed(
  deps: Deps,
  kind: 'store' | 'pathStore' | 'menuSlug',
  input: Received<Route>,
  request: FastifyRequest,
): Promise<string> {
  const params = (input.params ?? {}) as { storeId?: string; menuSlug?: string }
  if (kind === 'pathStore') return (params.storeId ?? '').toLowerCase()
  if (kind === 'menuSlug') {
    const found = await storeOfMenuSlug(deps, params.menuSlug ?? '')
    if (!found) throw new AppError('store/not-found')
    return found
  }
  const header = request.headers[headers.storeId]
  if (header === undefined || header === '') throw new AppError('store/not-selected')
  const chosen = typeof header === 'string' ? parseSelection(header) : null
  const only = chosen?.length === 1 ? chosen[0] : undefined
  if (!only || only.merchants !== null) {
    throw new AppError('validation/invalid', {
      details: [{ path: headers.storeId, message: 'Loja inválida.' }],
    })
  }
  return only.storeId
}

async function selectedStores(
  deps: Deps,
  caller: Caller,
  minimum: RoleName,
  selection: string | undefined,
  requestId: string,
): Promise<readonly GrantedStore[]> {
  if (selection === undefined) {
    const own = [...caller.access].filter(([, role]) => roleMeets(role, minimum))
    if (own.length === 0) throw new AppError('permission/denied')
    return own.map(([storeId, role]) => ({ storeId, role, merchants: null }))
  }
  const stores: GrantedStore[] = []
  // The schema has already rejected a malformed selection.
  for (const chosen of parseSelection(selection) ?? []) {
    stores.push({ ...chosen, role: await granted(deps, caller, chosen.storeId, minimum, requestId) })
  }
  return stores
}

async function granted(
  deps: Deps,
  caller: Caller,
  storeId: string,
  minimum: RoleName,
  requestId: string,
): Promise<RoleName> {
  const role = roleInStore(caller, storeId)
  if (!role) {
    // Also for an absent store, so that both take the same time.
    const who = { uid: caller.uid, requestId, at: deps.now() }
    await countRefusal(deps.directory, { ...who, action: 'access/refused' }, storeId)
    throw new AppError('store/not-found')
  }
  if (!roleMeets(role, minimum)) throw new AppError('permission/denied')
  return role
}
