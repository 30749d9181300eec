import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** The most merchants that one request of presence names. */
const merchantsAtOnce = 1_000

/**
 * iFood's presence by webhook (docs/marketplaces/ifood.md section 4). By application a 202 shows all merchants as
 * online, whatever its body; by merchant a 202 shows those of its list that were asked for. Any other answer shows none.
 */
export function keepAliveControl(app: FastifyInstance, world: World): void {
  app.post('/_control/keep-alive', async (request) => {
    const { byMerchant } = request.body as { byMerchant: boolean }
    const all = [...world.merchants.keys()]
    const shown: string[] = []
    const statuses: number[] = []
    const lists = byMerchant ? listsOf(all) : [null]
    for (const asked of lists) {
      const { status, listed } = await ask(world, asked)
      statuses.push(status)
      if (status === 202) shown.push(...(asked ? asked.filter((id) => listed.includes(id)) : all))
    }
    for (const merchantId of shown) {
      const merchant = world.merchants.get(merchantId)
      if (merchant) merchant.lastPolledAt = world.now()
    }
    return { statuses, shown }
  })
}

const listsOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / merchantsAtOnce) }, (_, index) =>
    ids.slice(index * merchantsAtOnce, (index + 1) * merchantsAtOnce),
  )

async function ask(
  { env }: World,
  merchantIds: readonly string[] | null,
): Promise<{ readonly status: number; readonly listed: readonly unknown[] }> {
  const event = { code: 'KEEPALIVE', fullCode: 'KEEPALIVE', id: randomUUID() }
  const body = JSON.stringify(merchantIds ? { ...event, merchantIds } : event)
  const signature = createHmac('sha256', env.clientSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-ifood-signature': signature }
  const reply = await fetch(env.webhookUrl ?? '', { method: 'POST', headers, body })
  const answered: unknown = await reply.json().catch(() => null)
  const { merchantIds: listed } = (answered ?? {}) as { merchantIds?: unknown }
  return { status: reply.status, listed: Array.isArray(listed) ? listed : [] }
}
