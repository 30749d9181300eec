import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createGroup } from '../contract/groups/groups.ts'
import { readGroupDay } from '../contract/groups/group-day.ts'
import { readGroupNow } from '../contract/groups/group-now.ts'
import { readAlerts } from '../contract/alerts/alerts.ts'
import { headers } from '../contract/shared/headers.ts'
import { selectionText } from '../contract/shared/selection.ts'
import { watchShifts } from '../server/alerts/alerts.ts'
import { takeOrders } from '../server/orders/taking/order-intake.ts'
import { benchApp } from './bench-app.ts'
import { benchOrder } from './intake-rate.ts'
import { loadLargeHistory } from './large-history.ts'
import { startServer } from './live-streams.ts'
import { idTokenFor } from './report-latency.ts'

/** The group page: what it asks before it is drawn, together. Medians of one run, both groups in turn. */
export interface GroupPageCost {
  /** A hundred stores ÷ six. Goal: ≤ 3. */
  readonly ratio: number
  readonly sixMs: number
  readonly hundredMs: number
  readonly orders: number
}

/** A round of the alerts over all stores; it is due once a minute. */
export interface AlertsCost {
  readonly stores: number
  /** Seconds of the processor, here and in the database, of a round after the first of the day. */
  readonly processorSeconds: number
  /** Of a core, a round a minute. Goal: ≤ 0.2. */
  readonly shareOfCore: number
  /** The first round of a business day, which reads the baselines. */
  readonly firstSeconds: number
}

export interface ChainOptions {
  readonly ownerUrl: string
  readonly port: number
  readonly ordersPerDay: number
  readonly log: (line: string) => void
}

const rounds = 31

export async function measureGroupPage({
  ownerUrl,
  port,
  ordersPerDay,
  log,
}: ChainOptions): Promise<GroupPageCost> {
  const loaded = await loadLargeHistory({ chain: 'pagina', ownerUrl, ordersPerDay, now: new Date(), log })
  const server = await startServer(ownerUrl, port, { CALL_LIMIT_FACTOR: '1000' })
  const url = `http://127.0.0.1:${port}`
  try {
    const token = await idTokenFor(url, loaded.email, loaded.password)
    const groups = [loaded.storeIds.slice(0, 6), loaded.storeIds].map((storeIds) => ({
      storeIds,
      slug: `pagina-${storeIds.length}`,
    }))
    for (const { storeIds, slug } of groups)
      await timed(`${url}/api${createGroup.path}`, token, { name: slug, slug, storeIds })
    const times: [number[], number[]] = [[], []]
    for (let round = -5; round < rounds; round += 1)
      for (const [index, group] of groups.entries()) {
        const ms = await page(`${url}/api`, token, group)
        if (round >= 0) times[index]?.push(ms)
      }
    const [sixMs = 0, hundredMs = 0] = times.map(median)
    return { ratio: round2(hundredMs / sixMs), sixMs, hundredMs, orders: loaded.orders }
  } finally {
    server.kill()
  }
}

async function page(
  api: string,
  token: string,
  { slug, storeIds }: { readonly slug: string; readonly storeIds: readonly string[] },
): Promise<number> {
  const selection = selectionText(storeIds.map((storeId) => ({ storeId, merchants: null })))
  const begun = performance.now()
  await Promise.all([
    ...[readGroupDay, readGroupNow].map(({ path }) => timed(api + path.replace('{slug}', slug), token)),
    timed(`${api}${readAlerts.path}?selection=${selection}`, token),
  ])
  return performance.now() - begun
}

async function timed(address: string, token: string, body?: object): Promise<void> {
  const reply = await fetch(address, {
    headers: { [headers.userToken]: token, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const text = await reply.text()
  if (!reply.ok && !text.includes('slug-taken')) throw new Error(`${address}: ${reply.status} ${text}`)
}

const watched = 1_000

/** Each store with eight weeks of every hour as baselines read them, and an hour's usual orders just now. */
export async function measureAlerts({ ownerUrl }: Pick<ChainOptions, 'ownerUrl'>): Promise<AlertsCost> {
  const { deps, close } = await benchApp(ownerUrl)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const storeIds = await storesWithBaselines(owner)
  for (const storeId of storeIds)
    await takeOrders(
      await deps.cells.of(storeId),
      Array.from({ length: 6 }, () => benchOrder(storeId)),
    )
  await owner.query('vacuum (analyze)')
  const look = () =>
    watchShifts(deps, storeIds, { signal: new AbortController().signal, progressed: () => {} })
  try {
    const first = await processorOf(owner, look)
    const later: number[] = []
    for (let round = 0; round < 5; round += 1) later.push(await processorOf(owner, look))
    const seconds = median(later)
    return {
      stores: storeIds.length,
      processorSeconds: seconds,
      shareOfCore: Math.round((seconds / 60) * 1e4) / 1e4,
      firstSeconds: first,
    }
  } finally {
    await owner.end()
    await close()
  }
}

async function storesWithBaselines(owner: pg.Client): Promise<readonly string[]> {
  const { rows } = await owner.query<{ id: string }>(`
    insert into stores (id, name, brand_name, menu_slug, timezone, address)
    select gen_random_uuid(), 'Bench', 'Bench', 'alertas-' || n, 'America/Sao_Paulo', '{}'
    from generate_series(1, ${watched}) n returning id`)
  const storeIds = rows.map(({ id }) => id)
  await owner.query(
    `insert into sales_hours (store_id, business_day, hour, platform, merchant_id, type, received, cancelled, refused,
       cancelled_cents, gross_cents, store_discount_cents, marketplace_discount_cents, refund_cents, delivery_fee_cents,
       service_fee_cents, tip_cents, commission_cents, payment_fee_cents, logistics_cents, promised, on_time,
       new_customers, returning_customers, frequent_customers, unidentified_customers)
     select id, current_date - 7 * week + day, hour, platform, '', 'DELIVERY', 2 + (hour + week) % 4, 0, 0,
       0, 10000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1
     from unnest($1::uuid[]) id, generate_series(1, 8) week, generate_series(-1, 1) day,
       generate_series(0, 23) hour, unnest(array['balcao', 'ifood']) platform`,
    [storeIds],
  )
  return storeIds
}

/** Seconds of the processor that this process and the connections of the app spend on it. */
async function processorOf(owner: pg.Client, work: () => Promise<void>): Promise<number> {
  const before = { here: process.cpuUsage(), there: await ticksOf(owner) }
  await work()
  const here = process.cpuUsage(before.here)
  const there = (await ticksOf(owner)) - before.there
  return round2((here.user + here.system) / 1e6 + there / ticksPerSecond)
}

const ticksPerSecond = 100

/** Clock ticks of every connection but this one, from /proc. */
async function ticksOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return rows.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + Number(fields[11]) + Number(fields[12])
  }, 0)
}

const round2 = (value: number): number => Math.round(value * 100) / 100
const median = (times: readonly number[]): number =>
  round2(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
