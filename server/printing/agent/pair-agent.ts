import { sql } from 'kysely'
import type { pairAgent as pairAgentRoute } from '../../../contract/printing/print-agent.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { hashOfSecret, limited, newAgentToken, storeOfMenuSlug } from '../../identity/identity.ts'
import { storeNameAndZone } from '../tickets/store-name-and-zone.ts'

/** One statement consumes the code, so of two computers with the same code only one is paired. */
export async function pairAgent(call: Call<typeof pairAgentRoute>): Promise<Reply<typeof pairAgentRoute>> {
  const { deps, body, now, request } = call
  const attempt = { purpose: 'pairing', address: request.ip } as const
  const paired = await limited(deps.directory, attempt, now, () => exchange(call))
  if (!paired) throw new AppError('print/code-invalid')
  deps.log.info({ software: body.software }, 'print agent paired')
  return paired
}

async function exchange({ deps, body, now }: Call<typeof pairAgentRoute>) {
  const [slug, secret] = body.code.toLowerCase().split('/')
  const storeId = slug && secret ? await storeOfMenuSlug(deps, slug) : null
  if (!storeId || !secret) return null
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const agent = await tx
      .selectFrom('print_agents')
      .select(['id', 'name'])
      .where('store_id', '=', storeId)
      .where('code_hash', '=', hashOfSecret(secret.toUpperCase()))
      .where('code_expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!agent) return null
    const { token, hash } = newAgentToken({ storeId, agentId: agent.id })
    await tx
      .updateTable('print_agents')
      .set({
        code_hash: null,
        code_expires_at: null,
        token_hash: hash,
        paired_at: now,
        software: body.software,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', agent.id)
      .execute()
    // The new machine has an empty journal, so tickets that the previous one was printing may be on
    // paper.
    await sql`
      update print_jobs set state = 'queued', turn = turn + 1, reprint = true, agent_id = null, lease_until = null
      where store_id = ${storeId} and agent_id = ${agent.id} and state = 'sent'`.execute(tx)
    return { token, agentName: agent.name, storeName: (await storeNameAndZone(tx, storeId)).storeName }
  })
}
