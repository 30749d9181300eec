import pg from 'pg'
import { until } from '../../server/testing/until.ts'
import { openScreen, placeOrders, type Acknowledged } from '../faults/load.ts'
import { verify, type Verdict } from '../faults/verify.ts'
import type { Shop } from './shop.ts'

export interface Served {
  readonly verdict: Pick<Verdict, 'lost' | 'doubled' | 'wrong'>
  readonly acknowledged: number
  /** The longest time in which no order was acknowledged. */
  readonly maxPauseMs: number
  /** Screens that missed an order and were not asked to reload. */
  readonly blindScreens: number
  /** How often the orders that were accepted are on paper; each is to be there once. */
  readonly onPaper: readonly number[]
}

/** Orders are placed and accepted, shown and printed while `strike` does harm; afterwards every screen hears a last order. */
export async function dinner(
  shop: Shop,
  /** Sees the rows of every store. */
  adminUrl: string,
  strike: (orders: readonly Acknowledged[]) => Promise<void>,
): Promise<Served> {
  const before = await countOrders(adminUrl)
  const screens = [openScreen(shop.panel), openScreen(shop.panel)]
  const accepted: Acknowledged[] = []
  const load = placeOrders(shop.panel, async (order) => {
    await shop.accept(order)
    accepted.push(order)
  })
  try {
    await until(() => load.acknowledged.length >= 20)
    await strike(load.acknowledged)
    const since = load.acknowledged.length
    await until(() => load.acknowledged.length >= since + 20, Boolean, 60_000)
  } finally {
    await load.stop()
  }
  const last = load.acknowledged.at(-1)
  await until(() => screens.every(({ heard }) => heard.has(last?.orderId ?? '')))
  const paper = () => [...shop.printed(accepted).values()]
  // One that is never printed is counted below, with what may be the reason.
  const onPaper = await until(paper, (times) => !times.includes(0), 60_000).catch(paper)
  for (const screen of screens) await screen.close()
  const { lost, doubled, wrong } = await verify(
    { ownerUrl: adminUrl },
    { acknowledged: load.acknowledged, sent: () => before + load.sent() },
    screens,
  )
  return {
    verdict: { lost, doubled, wrong },
    acknowledged: load.acknowledged.length,
    maxPauseMs: maxPause(load.acknowledged),
    blindScreens: screens.filter(
      ({ heard, resyncs }) => resyncs() === 0 && load.acknowledged.some(({ orderId }) => !heard.has(orderId)),
    ).length,
    onPaper,
  }
}

function maxPause(orders: readonly Acknowledged[]): number {
  const times = orders.map(({ at }) => at)
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)))
}

async function countOrders(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ orders: number }>('select count(*)::integer as orders from orders')
  await client.end()
  return rows[0]?.orders ?? 0
}
