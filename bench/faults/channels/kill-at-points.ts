import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { confirmOrder } from '../../../contract/orders/orders.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { askPanel, type AskPanel } from '../ask-panel.ts'
import { startProduct, type Product, type ProductOptions } from '../product.ts'
import { startPartners, type Partner } from './partners.ts'

export interface KilledPoint {
  readonly point: string
  readonly channel: string
  /** The order, its event or its action is not there. */
  readonly lost: number
  /** More than one order, arrival or action at the partner. */
  readonly doubled: number
}

interface Kit {
  readonly product: Product
  readonly owner: pg.Client
  readonly storeId: string
  readonly ask: AskPanel
}

interface Point {
  readonly name: string
  /** A person confirms the order before the kill. */
  readonly confirms: boolean
  /** Resolves when the process is dead at this point. */
  readonly die: (kit: Kit, partner: Partner, orderId: string) => Promise<void>
}

const cut = (name: string, line: (orderId: string) => string, before = false, confirms = false): Point => ({
  name,
  confirms,
  die: ({ product }, { proxy }, orderId) =>
    proxy.cutNext(new RegExp(line(orderId)), product.killServer, before),
})
const within = (name: string, table: string, confirms = false): Point => ({
  name,
  confirms,
  die: (kit) => killWithin(kit, table),
})

/** From the partner's event to its answer, in this order. */
const points: readonly Point[] = [
  cut('polled, not yet in the inbox', () => '^GET .*events:polling'),
  within('in the inbox, not committed', 'inbox'),
  cut('in the inbox, not acknowledged', () => '^POST .*acknowledgment', true),
  cut('acknowledged, unanswered', () => '^POST .*acknowledgment'),
  cut('order read, not folded', (orderId) => `^GET .*/orders/${orderId}$`),
  within('folded, not committed', 'order_events'),
  within('in the outbox, not committed', 'outbox', true),
  cut('in the outbox, not called', (orderId) => `^POST .*${orderId}/confirm`, true, true),
  cut('called, unanswered', (orderId) => `^POST .*${orderId}/confirm`, false, true),
]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** The product gives a part up that ends ten times in a minute. */
const betweenKillsMs = 6_500
/** A claim of an effect of 40 s has to end, and the server has to start. */
const withinMs = 240_000
/** After that an order counts as lost, unless it comes before the end. */
const arrivesWithinMs = 60_000

/** Kills the server at each point of an order of each channel. `chosen`: of all pairs, those to play. */
export async function killAtPoints(
  chosen: (point: number, channel: string) => boolean = () => true,
  options: ProductOptions = {},
): Promise<readonly KilledPoint[]> {
  const partners = await startPartners()
  const product = await startProduct({
    ...options,
    environment: { ...partners.environment, NODE_ENV: 'development', CALL_LIMIT_FACTOR: '1000' },
    // Day and night: a store outside its hours is paused.
    store: { openingHours: weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' })) },
  })
  const owner = new pg.Client({ connectionString: product.ownerUrl })
  await owner.connect()
  try {
    const storeId = product.stores[0] ?? ''
    const ask = askPanel(product)
    const kit = { product, owner, storeId, ask }
    const pairs = points.flatMap((point, index) =>
      partners.all.flatMap((partner) => (chosen(index, partner.platform) ? [{ point, partner }] : [])),
    )
    for (const partner of new Set(pairs.map((pair) => pair.partner)))
      await partner.connect((route, input) => ask(route, storeId, input))
    return await play(kit, pairs)
  } finally {
    await owner.end()
    await product.stop()
    await partners.stop()
  }
}

interface Pair {
  readonly point: Point
  readonly partner: Partner
}

async function play(kit: Kit, pairs: readonly Pair[]): Promise<readonly KilledPoint[]> {
  const confirming: Promise<unknown>[] = []
  const killed: (Pair & { readonly externalId: string })[] = []
  for (const { point, partner } of pairs) {
    const began = performance.now()
    const externalId = await partner.place()
    const orderId = point.confirms ? await ourOrder(kit, partner.platform, externalId) : null
    const dead = point.die(kit, partner, externalId)
    if (orderId !== null) confirming.push(confirm(kit, orderId, randomUUID()))
    const time = AbortSignal.timeout(withinMs)
    await Promise.race([dead, once(time, 'abort')])
    if (time.aborted) throw new Error(`${partner.platform}: never ${point.name}`)
    // An event that waits while three processes end is taken for their cause, and waits for a person.
    await ourOrder(kit, partner.platform, externalId, arrivesWithinMs).catch(() => null)
    killed.push({ point, partner, externalId })
    await pause(Math.max(betweenKillsMs - (performance.now() - began), 0))
  }
  await Promise.all(confirming)
  await settled(kit, pairs)
  const judgements: KilledPoint[] = []
  for (const one of killed) judgements.push(await judged(kit, one))
  return judgements
}

/** Our id of the order, once it is taken. */
async function ourOrder(
  { owner, storeId }: Kit,
  platform: string,
  externalId: string,
  limitMs = withinMs,
): Promise<string> {
  for (const began = performance.now(); ; await pause(100)) {
    const { rows } = await owner.query<{ id: string }>(
      'select id from orders where store_id = $1 and platform = $2 and external_id = $3',
      [storeId, platform, externalId],
    )
    if (rows[0]) return rows[0].id
    if (performance.now() - began > limitMs) throw new Error(`${platform}: ${externalId} never came`)
  }
}

/** Repeats the call with its key until it is answered. */
async function confirm({ ask, storeId }: Kit, orderId: string, key: string): Promise<void> {
  for (const began = performance.now(); ; await pause(200)) {
    try {
      await ask(confirmOrder, storeId, { params: { orderId }, body: {} }, key)
      return
    } catch (error) {
      if (performance.now() - began > withinMs) throw error
    }
  }
}

/** While a transaction that inserts into the table waits for the test's lock. */
async function killWithin({ owner, product }: Kit, table: string): Promise<void> {
  await owner.query('begin')
  await owner.query(`lock table ${table} in share mode`)
  for (const began = performance.now(); ; await pause(20)) {
    // Within a transaction the texts of the others are those of the first look.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.relation = $1::regclass and a.query ~* ('insert into "?' || $1 || '\\M')`,
      [table],
    )
    if (rows.length > 0) break
    if (performance.now() - began > withinMs) throw new Error(`nothing was ever written to ${table}`)
  }
  product.killServer()
  await owner.query('rollback')
}

/** Nothing waits any more, here and at the partners, or the time is up. */
async function settled({ owner }: Kit, pairs: readonly Pair[]): Promise<void> {
  const partners = new Set(pairs.map(({ partner }) => partner))
  for (const began = performance.now(); performance.now() - began < withinMs; await pause(250)) {
    const { rows } = await owner.query<{ waiting: number }>(
      `select (select count(*) from inbox where handled_at is null and dead_at is null)
        + (select count(*) from outbox where kind = 'marketplace-action')
        + (select count(*) from orders where pending_action is not null) as waiting`,
    )
    const unacknowledged = await Promise.all([...partners].map((one) => one.unacknowledged()))
    if (Number(rows[0]?.waiting) + unacknowledged.reduce((sum, one) => sum + one, 0) === 0) return
  }
}

async function judged(
  { owner, storeId }: Kit,
  { point, partner, externalId }: Pair & { readonly externalId: string },
): Promise<KilledPoint> {
  const { rows } = await owner.query<{ status: string; arrivals: number; confirmations: number }>(
    `select o.status,
      (select count(*)::integer from order_events e where e.store_id = o.store_id and e.order_id = o.id
        and e.type = 'PLACED') as arrivals,
      (select count(*)::integer from order_events e where e.store_id = o.store_id and e.order_id = o.id
        and e.type = 'CONFIRMED') as confirmations
    from orders o where store_id = $1 and platform = $2 and external_id = $3`,
    [storeId, partner.platform, externalId],
  )
  const wanted = point.confirms ? 1 : 0
  const done = await partner.doneTo(externalId)
  const confirmed = done.filter((action) => action === 'confirm').length
  const missing = (count: number, of: number) => Math.max(of - count, 0)
  const beyond = (count: number, of: number) => Math.max(count - of, 0)
  const counted = [
    [rows.length, 1],
    [rows[0]?.arrivals ?? 0, 1],
    [rows[0]?.confirmations ?? 0, wanted],
    [confirmed, wanted],
  ] as const
  return {
    point: point.name,
    channel: partner.platform,
    lost: counted.reduce((sum, [count, of]) => sum + missing(count, of), 0),
    doubled: counted.reduce((sum, [count, of]) => sum + beyond(count, of), 0),
  }
}
