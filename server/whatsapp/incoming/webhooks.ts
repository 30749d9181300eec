import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { sql, type Selectable } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { refusedCalls, type RefusedCall } from '../../errors/refused-calls.ts'
import { sendError } from '../../http/replies/error-reply.ts'
import { cloudEvents } from '../line/cloud/cloud-events.rules.ts'
import { evolutionEvents, evolutionLine } from '../line/evolution/evolution-events.rules.ts'
import { createDeliveryLanes } from './delivery-lanes.ts'
import { createFloodGate } from './flood-gate.ts'
import { storableJson } from '../messaging/text.rules.ts'
import { hashOfLineSecret } from '../line/line-secrets.ts'
import type { DriverKind } from '../messaging/messaging-driver.ts'
import type { LineEvent } from '../messaging/line-events.ts'
import { countRefused } from './refused-deliveries.ts'
import { receiveDeliveries, type Delivery } from './receive-deliveries.ts'

/**
 * A call from Meta may hold up to a thousand changes. One from an Evolution server holds one message, whose pictures it
 * writes byte by byte (`{"0":255,…}`): 11 bytes for each, of a preview of up to 64 KiB and one more in the quoted message.
 */
const maxBytes = { cloud: 3 * 1024 * 1024, evolution: 2 * 1024 * 1024 }

const paths = { cloud: '/webhooks/whatsapp', evolution: '/webhooks/evolution' }
const partners = { cloud: 'whatsapp-cloud', evolution: 'whatsapp-evolution' }

/**
 * The webhooks that Meta and Evolution servers call. A caller without the secret gets a bare status. An event for an
 * unknown line is accepted and ignored, so that its provider stops sending it.
 */
export function whatsappWebhooks(app: FastifyInstance, deps: Deps): void {
  const intake = createIntake(deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
  /** The line whose secret a call carries, known before its body is read. */
  const proved = new WeakMap<FastifyRequest, Route>()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      const partner = request.routeOptions.url === paths.cloud ? partners.cloud : partners.evolution
      await refuse(deps, { partner, cause: 'size', storeId: proved.get(request)?.store_id ?? null })
    }
    sendError(error, request, reply)
    return reply
  })
  app.get<{ Querystring: Record<string, string | undefined> }>(paths.cloud, async (request, reply) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query
    const own = deps.env.WHATSAPP_VERIFY_TOKEN
    const isOurs = mode === 'subscribe' && own !== undefined && isSame(String(token), own)
    if (!isOurs || !/^[\w-]{1,200}$/.test(String(challenge))) return reply.code(403).send()
    return reply.type('text/plain').send(String(challenge))
  })
  app.post(paths.cloud, { bodyLimit: maxBytes.cloud }, async (request, reply) => {
    const body = bytesOf(request)
    if (!isSigned(request, body, deps.env.WHATSAPP_APP_SECRET)) return reply.code(401).send()
    const parsed = storableJson(body.toString('utf8'))
    const events = cloudEvents(parsed, deps.now())
    if (events.some(isNobodys)) await refuse(deps, { partner: partners.cloud, cause: 'form', storeId: null })
    return reply.code(await receiveCloud(intake, parsed, events)).send()
  })
  app.post(
    paths.evolution,
    {
      bodyLimit: maxBytes.evolution,
      onRequest: async (request, reply) => {
        const secret = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
        const route = secret === undefined ? undefined : await intake.routeOfSecret(secret)
        // For an Evolution server, 401 and 404 are final: it does not retry.
        if (!route) return reply.code(401).send()
        proved.set(request, route)
      },
    },
    async (request, reply) => {
      const route = proved.get(request)
      if (!route) return reply.code(401).send()
      const parsed = storableJson(bytesOf(request).toString('utf8'))
      const lineKey = evolutionLine(parsed)
      if (lineKey === null) {
        await refuse(deps, { partner: partners.evolution, cause: 'form', storeId: route.store_id })
        return reply.code(400).send()
      }
      if (lineKey !== route.line_key) return reply.code(401).send()
      const events = evolutionEvents(parsed, deps.now())
      const delivery = { driver: 'evolution', body: storedBody(parsed), events } as const
      return reply.code(await intake.receive(new Map([[route.store_id, delivery]]))).send()
    },
  )
}

/** Counts a refused call for the operator, and for the line where it is known: the provider may not send it again. */
async function refuse(deps: Deps, { cause, storeId, ...call }: RefusedCall): Promise<void> {
  refusedCalls.emit('refused', { ...call, cause, storeId })
  if (storeId === null) return
  await withStoreScope(deps.cells, [storeId], (tx) =>
    countRefused(tx, storeId, { cause, count: 1 }, deps.now()),
  )
}

interface Intake {
  /** One statement, however many lines are named. */
  routesOf(driver: DriverKind, named: Named): Promise<readonly Route[]>
  /** The line with this secret in its webhooks' address. */
  routeOfSecret(secret: string): Promise<Route | undefined>
  /** Resolves with the status for the provider once the deliveries are committed. */
  receive(byStore: ReadonlyMap<string, Delivery>): Promise<200 | 429>
}

/** What all webhooks of one process share: the flood gate, the lanes, and concurrent look-ups of routes. */
function createIntake(deps: Deps): Intake {
  const gate = createFloodGate()
  const lanes = createDeliveryLanes<Delivery>((storeId, deliveries) =>
    receiveDeliveries(deps, storeId, deliveries),
  )
  const asked = new Map<string, Promise<readonly Route[]>>()
  return {
    routesOf: (driver, named) => {
      const key = JSON.stringify([driver, named])
      const running = asked.get(key) ?? readRoutes(deps, driver, named).finally(() => asked.delete(key))
      asked.set(key, running)
      return running
    },
    routeOfSecret: (secret) => readRouteOfSecret(deps, hashOfLineSecret(secret)),
    receive: async (byStore) => {
      for (const storeId of byStore.keys()) if (!gate.allows(storeId, deps.now())) return 429
      const commits = [...byStore].map(([storeId, delivery]) => lanes.add(storeId, delivery))
      await Promise.all(commits.filter((one) => one !== null))
      return commits.includes(null) ? 429 : 200
    },
  }
}

/** Sorts a call's events by store: one call may be about several numbers. */
async function receiveCloud(intake: Intake, body: unknown, events: readonly LineEvent[]): Promise<200 | 429> {
  const byStore = new Map<string, LineEvent[]>()
  const lines = namesOf(events, ({ lineKey }) => lineKey)
  const accounts = namesOf(events, (event) => (event.lineKey === null ? event.accountId : null))
  const routes = events.length === 0 ? [] : await intake.routesOf('cloud', { lines, accounts })
  const byLine = Map.groupBy(routes, (route) => route.line_key)
  const byAccount = Map.groupBy(routes, (route) => route.account_id)
  for (const event of events) {
    if (isNobodys(event)) continue
    const found = event.lineKey === null ? byAccount.get(event.accountId) : byLine.get(event.lineKey)
    if (!found) continue
    for (const storeId of new Set(found.map((route) => route.store_id))) {
      const known = byStore.get(storeId)
      if (known) known.push(event)
      else byStore.set(storeId, [event])
    }
  }
  // The raw body of a shared call holds other stores' messages, which must not enter this store's rows.
  const rawOf = (own: readonly LineEvent[]): string =>
    byStore.size === 1 ? storedBody(body) : JSON.stringify(own)
  return intake.receive(
    new Map(
      [...byStore].map(([storeId, own]): [string, Delivery] => [
        storeId,
        { driver: 'cloud', body: rawOf(own), events: own },
      ]),
    ),
  )
}

/** It names neither a line nor an account. */
const isNobodys = (event: LineEvent): boolean => event.lineKey === null && event.accountId === null

/** Distinct and sorted, so that calls about the same lines share a look-up. */
const namesOf = (
  events: readonly LineEvent[],
  name: (event: LineEvent) => string | null,
): readonly string[] =>
  [...new Set(events.map(name).filter((given) => given !== null))].toSorted((a, b) => (a < b ? -1 : 1))

interface Named {
  readonly lines: readonly string[]
  /** Business accounts; each stands for all of its lines. */
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

const readRouteOfSecret = (deps: Deps, hash: string): Promise<Route | undefined> =>
  deps.directory
    .selectFrom('whatsapp_routes')
    .select(['line_key', 'account_id', 'store_id', 'secret_hash'])
    .where('driver', '=', 'evolution')
    .where('secret_hash', '=', hash)
    .executeTakeFirst()

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

/** Without the line's own key, which is never logged or stored, and without pictures. */
const storedBody = (body: unknown): string =>
  JSON.stringify(body, (name, value: unknown) =>
    name === 'apikey' || name === 'base64' || isPicture(name, value) ? undefined : value,
  )

/** A preview's bytes, in any form: base64, a list, or an object with a key for each byte. An address stays. */
const isPicture = (name: string, value: unknown): boolean =>
  /thumbnail$/i.test(name) && !(typeof value === 'string' && /^https?:/.test(value))
