import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql, type Selectable } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { sendError } from '../../http/error-reply.ts'
import { cloudEvents } from '../line/cloud/cloud-events.rules.ts'
import { evolutionEvents, evolutionLine } from '../line/evolution/evolution-events.rules.ts'
import { createDeliveryLanes } from './delivery-lanes.ts'
import { createFloodGate } from './flood-gate.ts'
import { storableJson } from '../messaging/letters.rules.ts'
import { hashOfLineSecret } from '../line/line-secrets.ts'
import type { DriverKind, LineEvent } from '../messaging/messaging-driver.ts'
import { takeEvents, type Delivery } from './take-events.ts'

/** Meta's calls share up to a thousand changes; one of an Evolution server is about one. */
const mostBytes = { cloud: 3 * 1024 * 1024, evolution: 64 * 1024 }

/**
 * The addresses that Meta and Evolution servers call. A caller without the secret gets nothing but a status; a line
 * that nobody has here is taken silently, so that its provider stops.
 */
export function whatsappWebhooks(app: FastifyInstance, deps: Deps): void {
  const door = openDoor(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/webhooks/whatsapp',
    async (request, reply) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query
      const own = deps.env.WHATSAPP_VERIFY_TOKEN
      const proved = mode === 'subscribe' && own !== undefined && isSame(String(token), own)
      if (!proved || !/^[\w-]{1,200}$/.test(String(challenge))) return reply.code(403).send()
      return reply.type('text/plain').send(String(challenge))
    },
  )
  app.post('/webhooks/whatsapp', { bodyLimit: mostBytes.cloud }, async (request, reply) => {
    const body = bytesOf(request)
    if (!isSigned(request, body, deps.env.WHATSAPP_APP_SECRET)) return reply.code(401).send()
    const events = cloudEvents(storableJson(body.toString('utf8')), deps.now())
    return reply.code(await takeCloud(door, body, events)).send()
  })
  app.post('/webhooks/evolution', { bodyLimit: mostBytes.evolution }, async (request, reply) => {
    const body = bytesOf(request)
    const parsed = storableJson(body.toString('utf8'))
    const lineKey = evolutionLine(parsed)
    const secret = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
    // 401 and 404 are final for an Evolution server: it does not try again.
    if (lineKey === null || secret === undefined) return reply.code(401).send()
    const [route] = await door.routesOf('evolution', { lines: [lineKey], accounts: [] })
    if (!route?.secret_hash || !isSame(hashOfLineSecret(secret), route.secret_hash))
      return reply.code(401).send()
    const events = evolutionEvents(parsed, deps.now())
    // The body carries the line's own key, which no log and no table keeps.
    const delivery = { driver: 'evolution', body: withoutKey(parsed), events } as const
    return reply.code(await door.take(new Map([[route.store_id, delivery]]))).send()
  })
}

interface Door {
  /** In one statement, however many are named. */
  routesOf(driver: DriverKind, named: Named): Promise<readonly Route[]>
  /** The status that the provider gets. */
  take(byStore: ReadonlyMap<string, Delivery>): Promise<200 | 429>
}

/** What all calls of one process share: whose turn it is, and the look-ups of the same moment. */
function openDoor(deps: Deps): Door {
  const gate = createFloodGate()
  const lanes = createDeliveryLanes<Delivery>((storeId, deliveries) => takeEvents(deps, storeId, deliveries))
  const asked = new Map<string, Promise<readonly Route[]>>()
  return {
    routesOf: (driver, named) => {
      const key = JSON.stringify([driver, named])
      const running = asked.get(key) ?? readRoutes(deps, driver, named).finally(() => asked.delete(key))
      asked.set(key, running)
      return running
    },
    take: async (byStore) => {
      for (const storeId of byStore.keys()) if (!gate.lets(storeId, deps.now())) return 429
      const kept = [...byStore].map(([storeId, delivery]) => lanes.add(storeId, delivery))
      await Promise.all(kept.filter((one) => one !== null))
      return kept.includes(null) ? 429 : 200
    },
  }
}

/** One call may be about several numbers, and so about several stores. */
async function takeCloud(door: Door, body: Buffer, events: readonly LineEvent[]): Promise<200 | 429> {
  const byStore = new Map<string, LineEvent[]>()
  const lines = namesOf(events, ({ lineKey }) => lineKey)
  const accounts = namesOf(events, (event) => (event.lineKey === null ? event.accountId : null))
  const routes = events.length === 0 ? [] : await door.routesOf('cloud', { lines, accounts })
  const byLine = Map.groupBy(routes, (route) => route.line_key)
  const byAccount = Map.groupBy(routes, (route) => route.account_id)
  for (const event of events) {
    const its = event.lineKey === null ? byAccount.get(event.accountId) : byLine.get(event.lineKey)
    if (!its || (event.lineKey === null && event.accountId === null)) continue
    for (const storeId of new Set(its.map((route) => route.store_id))) {
      const known = byStore.get(storeId)
      if (known) known.push(event)
      else byStore.set(storeId, [event])
    }
  }
  // What another store's customers wrote stays out of this one's rows.
  const rawOf = (its: readonly LineEvent[]): string =>
    byStore.size === 1 ? body.toString('utf8') : JSON.stringify(its)
  return door.take(
    new Map(
      [...byStore].map(([storeId, its]): [string, Delivery] => [
        storeId,
        { driver: 'cloud', body: rawOf(its), events: its },
      ]),
    ),
  )
}

/** Each once and sorted, so that calls about the same lines share a look-up. */
const namesOf = (
  events: readonly LineEvent[],
  name: (event: LineEvent) => string | null,
): readonly string[] =>
  [...new Set(events.map(name).filter((given) => given !== null))].toSorted((a, b) => (a < b ? -1 : 1))

interface Named {
  readonly lines: readonly string[]
  /** Accounts whose every line is meant. */
  readonly accounts: readonly string[]
}

type Route = Pick<
  Selectable<Directory['whatsapp_routes']>,
  'line_key' | 'account_id' | 'store_id' | 'secret_hash'
>

const readRoutes = (deps: Deps, driver: DriverKind, { lines, accounts }: Named): Promise<readonly Route[]> =>
  deps.directory
    .selectFrom('whatsapp_routes')
    .select(['line_key', 'account_id', 'store_id', 'secret_hash'])
    .where('driver', '=', driver)
    .where((where) =>
      where.or([
        where('line_key', '=', sql<string>`any(${lines}::text[])`),
        ...(accounts.length > 0 ? [where('account_id', '=', sql<string>`any(${accounts}::text[])`)] : []),
      ]),
    )
    .execute()

const bytesOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

function isSigned(request: FastifyRequest, body: Buffer, secret: string | undefined): boolean {
  const given = request.headers['x-hub-signature-256']
  if (secret === undefined || typeof given !== 'string') return false
  return isSame(given, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
}

function isSame(given: string, own: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(own)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const withoutKey = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) => (key === 'apikey' || key === 'base64' ? undefined : value))
