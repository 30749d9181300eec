import { timingSafeEqual } from 'node:crypto'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'

export interface PrintAgent {
  readonly storeId: string
  readonly agentId: string
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const shape = new RegExp(`^bpa_(${uuid})\\.(${uuid})\\.([\\w-]{43})$`)

/** Contains the store, so that the agent is looked up within that store; the secret authenticates it. */
export function newAgentToken({ storeId, agentId }: PrintAgent): { token: string; hash: Buffer } {
  const secret = newSecret()
  return { token: `bpa_${storeId}.${agentId}.${secret}`, hash: hashOfSecret(secret) }
}

/** Null for anything but the current token of an existing agent. */
export async function agentOfToken(deps: Deps, token: string): Promise<PrintAgent | null> {
  const [, storeId, agentId, secret] = shape.exec(token) ?? []
  if (!storeId || !agentId || !secret) return null
  const agent = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('print_agents')
      .select('token_hash')
      .where('store_id', '=', storeId)
      .where('id', '=', agentId)
      .executeTakeFirst(),
  )
  if (!agent?.token_hash) return null
  return timingSafeEqual(agent.token_hash, hashOfSecret(secret)) ? { storeId, agentId } : null
}
