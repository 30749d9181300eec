import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import type { Merchant } from './records.ts'
import type { World } from './world.ts'

/** iFood's list and details of merchants (docs/marketplaces/ifood.md section 2). */
export function merchantsApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const merchantOf = (request: FastifyRequest): Merchant | undefined =>
    world.merchants.get((request.params as { id: string }).id)

  app.get('/merchant/v1.0/merchants', guarded, (request) => {
    const { page = '1', size = '100' } = request.query as Record<string, string>
    const from = (Number(page) - 1) * Number(size)
    const token = world.access.tokenOf(request)
    return [...world.merchants.values()]
      .filter(({ id }) => token !== undefined && world.access.reaches(token, id))
      .slice(from, from + Number(size))
      .map(({ id, name }) => ({ id, name, corporateName: name }))
  })

  app.get('/merchant/v1.0/merchants/:id', guarded, async (request, reply) => {
    const merchant = merchantOf(request)
    // iFood does not tell an unknown merchant from one that is not granted.
    if (!merchant)
      return reply
        .code(403)
        .send({ error: { code: 'Forbidden', message: 'user is forbidden to access merchant' } })
    return {
      id: merchant.id,
      name: merchant.name,
      corporateName: merchant.name,
      description: '',
      type: 'RESTAURANT',
      status: 'AVAILABLE',
      address: {
        country: 'BR',
        state: 'SP',
        city: 'São Paulo',
        postalCode: '01310100',
        district: 'Centro',
        street: 'Rua das Acácias',
        number: '100',
      },
      operations: [{ name: 'DELIVERY', salesChannels: [{ name: 'ifood-app', enabled: 'true' }] }],
    }
  })
}
