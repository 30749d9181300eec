import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { countRefusal } from '../../identity/identity.ts'

/** Wherever a role was too low: after the reply, so that nobody waits for it. */
export function countRefusedRoles(app: FastifyInstance, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { uid, storeId } = request.noted
    if (reply.statusCode !== 403 || uid === undefined) return
    await countRefusal(deps.directory, {
      uid,
      action: 'permission/denied',
      ...(storeId ? { storeId } : {}),
      requestId: request.id,
      address: request.ip,
      at: deps.now(),
    }).catch((error: unknown) => request.log.warn({ err: error }, 'a refusal was not counted'))
  })
}
