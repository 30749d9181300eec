import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { seededRandom } from '../../../demo/random.ts'
import { withStoreScope } from '../../../server/db/scope.ts'
import type { ProxyAnswer } from '../cutting-proxy.ts'
import type { Partner } from './partners.ts'
import type { ShopOfAll } from './shop-of-all.ts'

export interface PlayedPoison {
  readonly channel: string
  readonly orders: number
  readonly poisoned: number
  /** Sound orders that are not here exactly once with their amount. */
  readonly harmed: number
  /** Poisoned ones that are neither on the board, as far as they could be read, nor a failed row that people see. */
  readonly unseen: number
  /** Events that the partner still repeats. */
  readonly unacknowledged: number
  /** Milliseconds from the inbox to the board, of sound orders: without poison, and beside it. */
  readonly p99Alone: number
  readonly p99Beside: number
}

type Poison = (answer: ProxyAnswer) => ProxyAnswer

const text = ({ body }: ProxyAnswer): string => body.toString()
const json = (answer: ProxyAnswer, changes: object): ProxyAnswer => ({
  ...answer,
  body: JSON.stringify({ ...(JSON.parse(text(answer)) as object), ...changes }),
})
/** What a partner's order may be instead of an order. */
const poisons = {
  'half a document': (answer) => ({ ...answer, body: text(answer).slice(0, 40) }),
  'a list': (answer) => ({ ...answer, body: '[]' }),
  nothing: (answer) => ({ ...answer, body: 'null' }),
  'not there': () => ({ status: 404, body: '{}' }),
  'a failure that stays': () => ({ status: 400, body: '{"error":"?"}' }),
  'other kinds of values': (answer) =>
    json(answer, { items: 'x', total: 7, customer: [], type: {}, orderType: 5 }),
  'amounts beyond all sums': (answer) =>
    json(answer, {
      items: [
        { name: 'Pastel', quantity: 1e300, unitPrice: 1e300, totalPrice: { value: 1e300, currency: 'BRL' } },
      ],
      total: { orderAmount: 1e300 },
    }),
  'letters that no table takes': (answer) =>
    json(answer, { displayId: '\0', customer: { name: `a\0${'\ud83d'}` }, extraInfo: '\0' }),
  'instants before all years': (answer) =>
    json(answer, { createdAt: '-200000-01-01T00:00:00Z', preparationStartDateTime: 'ontem' }),
} satisfies Readonly<Record<string, Poison>>
const { 'half a document': first, ...others } = poisons
const kinds: readonly [Poison, ...Poison[]] = [first, ...Object.values(others)]

const batch = 250
/** Longer than the longest try that was put off. */
const stepMs = 150_000

interface Plan {
  readonly orders: number
  /** One order of this number is poisoned. */
  readonly oneIn: number
  readonly seed: number
}

/** Orders at each channel, of all at once, some of them poisoned, with the same seed always the same. */
export async function playPoison(
  shop: ShopOfAll,
  plan: Plan,
  say: (ended: string) => void = () => {},
): Promise<readonly PlayedPoison[]> {
  const placed = await Promise.all(
    shop.partners.map(async (partner) => {
      const orders = await placeBoth(shop, partner, plan)
      say(`${partner.platform}: ${String(plan.orders)} orders tried`)
      return { partner, orders }
    }),
  )
  await givenUp(shop)
  const played: PlayedPoison[] = []
  for (const { partner, orders } of placed) played.push(await judged(shop, partner, orders))
  return played
}

interface Placed {
  /** Without poison. */
  readonly alone: readonly string[]
  readonly beside: readonly string[]
  readonly poisoned: ReadonlySet<string>
  readonly p99Alone: number
  readonly p99Beside: number
}

async function placeBoth(shop: ShopOfAll, partner: Partner, { orders, oneIn, seed }: Plan): Promise<Placed> {
  const random = seededRandom(seed)
  const poisonOf = new Map<string, Poison>()
  partner.proxy.answerWith((line, answer) => {
    const id = /^GET .*\/orders\/([\w-]+)$/.exec(line)?.[1] ?? ''
    return poisonOf.get(id)?.(answer) ?? null
  })
  const alone = await placeAll(shop, partner, Math.min(orders, 200), () => {})
  const p99Alone = await p99Of(shop, partner, alone)
  const beside = await placeAll(shop, partner, orders, (id, index) => {
    if (index % oneIn === oneIn - 1) poisonOf.set(id, random.pick(kinds))
  })
  const sound = beside.filter((id) => !poisonOf.has(id))
  const p99Beside = await p99Of(shop, partner, sound)
  return { alone, beside, poisoned: new Set(poisonOf.keys()), p99Alone, p99Beside }
}

async function judged(
  shop: ShopOfAll,
  partner: Partner,
  { alone, beside, poisoned, p99Alone, p99Beside }: Placed,
): Promise<PlayedPoison> {
  const taken = Map.groupBy(await shop.taken(partner.platform), ({ externalId }) => externalId)
  const usual = taken.get(alone[0] ?? '')?.[0]?.cents
  const isWhole = (id: string): boolean => {
    const rows = taken.get(id) ?? []
    return rows.length === 1 && (!partner.sameAmount || rows[0]?.cents === usual)
  }
  const failed = await failedOrders(shop, partner)
  const sound = beside.filter((id) => !poisoned.has(id))
  return {
    channel: partner.platform,
    orders: beside.length,
    poisoned: poisoned.size,
    harmed: [...alone, ...sound].filter((id) => !isWhole(id)).length,
    unseen: [...poisoned].filter((id) => taken.get(id)?.length !== 1 && !failed.has(id)).length,
    unacknowledged: await partner.unacknowledged(),
    p99Alone,
    p99Beside,
  }
}

/** In batches, each until its sound orders are here; returns their ids at the partner. */
async function placeAll(
  shop: ShopOfAll,
  partner: Partner,
  orders: number,
  placed: (id: string, index: number) => void,
): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < orders) {
    const from = ids.length
    const some = await Promise.all(
      Array.from({ length: Math.min(batch, orders - from) }, () => partner.place()),
    )
    some.forEach((id, index) => placed(id, from + index))
    ids.push(...some)
    await handled(shop, partner, some)
  }
  return ids
}

/** Until every one of them was tried. */
async function handled(
  { app, storeId, poll }: ShopOfAll,
  partner: Partner,
  ids: readonly string[],
): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 240_000; await pause(250)) {
    poll(partner)
    const { rows } = await withStoreScope(app.db, [storeId], (tx) =>
      sql<{ tried: number }>`select count(distinct order_external_id)::integer as tried from inbox
        where store_id = ${storeId} and source = ${partner.platform} and order_external_id = any(${ids}::text[])
          and (handled_at is not null or attempts > 0)`.execute(tx),
    )
    if (rows[0]?.tried === ids.length) return
  }
  throw new Error(`${partner.platform}: some of ${String(ids.length)} orders were never tried`)
}

async function p99Of(
  { app, storeId }: ShopOfAll,
  { platform }: Partner,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await withStoreScope(app.db, [storeId], (tx) =>
    sql<{ ms: number }>`select percentile_cont(0.99) within group (
        order by extract(epoch from handled_at - received_at) * 1000)::float8 as ms
      from inbox where store_id = ${storeId} and source = ${platform} and code <> 'CANCELLED'
        and order_external_id = any(${ids}::text[])`.execute(tx),
  )
  return Math.round(rows[0]?.ms ?? Number.NaN)
}

/** Lets pass what the last tries wait for. */
async function givenUp({ app, storeId }: ShopOfAll): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    const { rows } = await withStoreScope(app.db, [storeId], (tx) =>
      sql<{ waiting: number }>`select count(*)::integer as waiting from inbox
        where store_id = ${storeId} and handled_at is null and dead_at is null`.execute(tx),
    )
    if (rows[0]?.waiting === 0) break
    app.setClock(new Date(app.deps.now().getTime() + stepMs))
    app.deps.worker()?.wake('inbox')
    await pause(500)
  }
  app.setClock(null)
}

/** Orders of which an event is among the failed rows. */
async function failedOrders(
  { app, storeId }: ShopOfAll,
  { platform }: Partner,
): Promise<ReadonlySet<string>> {
  const { rows } = await withStoreScope(app.db, [storeId], (tx) =>
    sql<{ id: string }>`select order_external_id as id from inbox
      where store_id = ${storeId} and source = ${platform} and dead_at is not null and last_error is not null`.execute(
      tx,
    ),
  )
  return new Set(rows.map(({ id }) => id))
}
