import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Dataset {
  readonly id: string
  readonly name: string
  readonly accessToken: string
}

interface PurchaseEvent {
  readonly event_name?: unknown
  readonly event_id?: unknown
  readonly event_time?: unknown
  readonly action_source?: unknown
  readonly messaging_channel?: unknown
  readonly user_data?: Readonly<Record<string, unknown>>
  readonly custom_data?: Readonly<Record<string, unknown>>
}

interface TakenEvent {
  readonly datasetId: string
  readonly event: PurchaseEvent
  readonly testEventCode: string | null
  /** Sent before with the same id: the network counts it once. */
  readonly repeated: boolean
}

/** What Meta's Graph API knows of the demo's and the tests' stores. */
export class AdsWorld {
  readonly datasets = new Map<string, Dataset>([
    ['1234567890', { id: '1234567890', name: 'Pedidos', accessToken: 'simulator-ads-token-1234567890' }],
  ])
  readonly taken: TakenEvent[] = []
  fault: { readonly status: number; readonly until: number } | null = null
}

/**
 * Plays Meta's Conversions API (docs/marketplaces/meta-ads.md): a dataset's name, and its events, which it takes only
 * with hashed phones, recent times and the fields of their source.
 */
export function adsApi(app: FastifyInstance, world: AdsWorld): void {
  app.get<{ Params: { dataset: string } }>('/graph/:version/:dataset', (request, reply) => {
    const dataset = allowed(world, request, reply, request.params.dataset)
    return dataset ? { id: dataset.id, name: dataset.name } : reply
  })
  app.post<{ Params: { dataset: string } }>('/graph/:version/:dataset/events', (request, reply) => {
    const dataset = allowed(world, request, reply, request.params.dataset)
    if (!dataset) return reply
    const { data, test_event_code: code } = (request.body ?? {}) as {
      data?: readonly PurchaseEvent[]
      test_event_code?: string
    }
    if (!Array.isArray(data) || data.length === 0) return refuse(reply, 400, 100, 'data is empty')
    const events = data as readonly PurchaseEvent[]
    const problem = events.map((event) => problemOf(event)).find(Boolean)
    if (problem) return refuse(reply, 400, 100, problem)
    for (const event of events)
      world.taken.push({
        datasetId: dataset.id,
        event,
        testEventCode: code ?? null,
        repeated: world.taken.some((one) => one.event.event_id === event.event_id),
      })
    return { events_received: events.length, messages: [], fbtrace_id: 'simulator' }
  })
  app.get('/_control/ads', () => ({ taken: world.taken }))
  app.put('/_control/ads/fault', (request) => {
    const { status, forMs } = request.body as { status: number; forMs: number }
    world.fault = { status, until: Date.now() + forMs }
    return {}
  })
  app.delete('/_control/ads', () => {
    world.taken.length = 0
    world.fault = null
    return {}
  })
}

function allowed(
  world: AdsWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Dataset | undefined {
  if (world.fault && world.fault.until > Date.now()) {
    void refuse(reply, world.fault.status, 2, 'Service temporarily unavailable')
    return undefined
  }
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const dataset = world.datasets.get(id)
  if (![...world.datasets.values()].some((one) => one.accessToken === token))
    void refuse(reply, 401, 190, 'Invalid OAuth access token')
  else if (!dataset) void refuse(reply, 400, 803, 'Some of the aliases you requested do not exist')
  else if (dataset.accessToken !== token) void refuse(reply, 403, 200, 'Permissions error')
  else return dataset
  return undefined
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ error: { code, message, type: 'OAuthException', fbtrace_id: 'simulator' } })

const oldestSeconds = 7 * 86_400
const hashed = /^[0-9a-f]{64}$/
/** Fields of a person, which the network takes hashed only. */
const personal = ['ph', 'em', 'fn', 'ln', 'db', 'ge', 'ct', 'st', 'zp', 'country', 'external_id']
const known = [...personal, 'ctwa_clid', 'whatsapp_business_account_id', 'page_id', 'fbc', 'fbp']

function problemOf(event: PurchaseEvent): string | null {
  const user = event.user_data ?? {}
  const value = event.custom_data ?? {}
  const time = Number(event.event_time)
  const now = Date.now() / 1_000
  if (event.event_name !== 'Purchase' || typeof event.event_id !== 'string') return 'event_name or event_id'
  if (!Number.isInteger(time) || time > now + 60) return 'event_time is in the future or no number'
  if (time < now - oldestSeconds) return 'event_time is older than 7 days'
  const unknown = Object.keys(user).find((name) => !known.includes(name))
  if (unknown) return `user_data.${unknown} is not known`
  for (const name of personal) {
    const given = user[name]
    if (given === undefined) continue
    const all = Array.isArray(given) ? (given as unknown[]) : [given]
    if (!all.every((one) => typeof one === 'string' && hashed.test(one))) return `${name} is not hashed`
  }
  if (Object.keys(user).length === 0) return 'user_data names nobody'
  if (event.action_source === 'business_messaging') {
    if (event.messaging_channel !== 'whatsapp') return 'messaging_channel'
    if (!user.ctwa_clid || !user.whatsapp_business_account_id) return 'ctwa_clid with its account'
  } else if (event.action_source !== 'chat') return 'action_source'
  if (value.currency !== 'BRL' || !/^\d+\.\d\d$/.test(String(value.value))) return 'currency or value'
  return null
}
