import pg from 'pg'
import type { Load, Screen } from './load.ts'
import type { Product } from './product.ts'

export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged and not in the database. */
  readonly lost: number
  /** Rows beyond one for each order that was sent, and orders that two customers received as theirs. */
  readonly doubled: number
  /** Acknowledged orders that an open screen did not hear, and those that it heard twice. */
  readonly gaps: number
  readonly heardTwice: number
  /** Orders without exactly one PLACED event or their item, holes in the numbers of a day, sums that differ. */
  readonly wrong: readonly string[]
}

/** Compares what was acknowledged and heard with the tables, by SQL of its own. */
export async function verify(
  { ownerUrl }: Pick<Product, 'ownerUrl'>,
  { acknowledged, sent }: Pick<Load, 'acknowledged' | 'sent'>,
  screens: readonly Screen[],
): Promise<Verdict> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows: kept } = await owner.query<{ id: string; gross: number }>(
      'select id, order_cents as gross from orders',
    )
    const ids = new Set(kept.map(({ id }) => id))
    const acked = new Set(acknowledged.map(({ orderId }) => orderId))
    const wrong: string[] = []
    for (const [name, text] of Object.entries(invariants)) {
      const { rows } = await owner.query<{ count: number }>(
        `select count(*)::integer as count from (${text}) wrong`,
      )
      if ((rows[0]?.count ?? 0) > 0) wrong.push(`${name}: ${rows[0]?.count}`)
    }
    return {
      acknowledged: acknowledged.length,
      lost: [...acked].filter((id) => !ids.has(id)).length,
      doubled: Math.max(ids.size - sent(), 0) + acknowledged.length - acked.size,
      gaps: sum(screens, ({ heard }) => [...acked].filter((id) => !heard.has(id)).length),
      heardTwice: sum(screens, ({ heard }) => [...heard.values()].filter((times) => times > 1).length),
      wrong,
    }
  } finally {
    await owner.end()
  }
}

const sum = <T>(list: readonly T[], value: (one: T) => number): number =>
  list.reduce((total, one) => total + value(one), 0)

/** Each selects what must not be. */
const invariants = {
  'orders without one PLACED': `select o.id from orders o where 1 <> (
    select count(*) from order_events e where e.store_id = o.store_id and e.order_id = o.id and e.type = 'PLACED')`,
  'orders without their item': `select o.id from orders o where 1 <> (
    select count(*) from order_items i where i.store_id = o.store_id and i.order_id = o.id)`,
  'external ids twice': `select from orders group by store_id, platform, external_id having count(*) > 1`,
  'holes in the day’s numbers': `select from orders group by store_id, business_day
    having count(distinct display_id) <> count(*)`,
  'holes in the live stream': `select from live_events group by store_id having count(*) <> max(seq) - min(seq) + 1`,
  'hours that differ from the orders': `select from (select store_id, count(*) as orders from orders group by 1) o
    full join (select store_id, sum(received) as orders from sales_hours group by 1) h using (store_id)
    where o.orders is distinct from h.orders`,
}
