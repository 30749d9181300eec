import { sql, type Transaction } from 'kysely'
import type { MenuReport, readMenuReport as readMenuReportRoute } from '../../../contract/reports/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { byText, mergeSorted } from '../../db/many-stores.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { factsOf, planPeriod } from '../figures/plan-period.rules.ts'
import {
  haveFewOrders,
  productParts,
  productSources,
  type ProductSources,
} from '../product/product-sources.ts'
import { withReading } from '../frame/reading.ts'
import { coverageOf, judgedItems, storeScores, type MenuFact } from './menu-report.rules.ts'

export type MenuCall = Pick<Call<typeof readMenuReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

const itemsShown = 500

/** The current menus with their sales in the period. */
export async function readMenuReport(
  call: MenuCall,
  most = itemsShown,
): Promise<Reply<typeof readMenuReportRoute>> {
  const { deps, stores, query, now } = call
  return withReading(deps.cells, stores, {}, async (reading) => {
    const { stores: selected, closings, each } = reading
    // There is no comparison: past sales say nothing about the current menu.
    const plan = planPeriod(selected, { ...query, comparison: 'none', comparedFrom: undefined }, now)
    const few = await haveFewOrders(reading, plan, closings)
    const menus = await each((tx, { part }) => readMenus(tx, productSources(part(plan), closings, few), now))
    const menu = mergeSorted(menus, (a, b) => byText(a.storeId, b.storeId))
    const items = judgedItems(menu, now)
    const { problem } = query
    const found = problem === undefined ? items : items.filter((item) => item.problems.includes(problem))
    return {
      period: factsOf(plan, true, now),
      stores: storeScores(selected, items),
      items: found.slice(0, most).map((item) => ({ ...item, problems: [...item.problems] })),
      found: found.length,
      coverage: coverageOf(menu).map(({ nameKey: _key, ...row }) => row),
    } satisfies MenuReport
  })
}

async function readMenus(
  tx: Transaction<Cell>,
  sources: ProductSources,
  now: Date,
): Promise<readonly MenuFact[]> {
  await sql`select set_config('enable_hashjoin', 'on', true), set_config('enable_sort', 'off', true)`.execute(
    tx,
  )
  const { rows } = await sql<MenuFact>`
    with ${productParts(sources)},
    sold as materialized (
      select store_id, product_key, sum(quantity_milli) as quantity_milli, sum(cents) as cents
      from parts group by 1, 2
    ),
    -- Up to the last closed month, and what was sold since.
    ever as materialized (
      select p.store_id, p.product_key
      from chosen_stores s, unnest(s.stores) one (id)
        cross join lateral (
          select max(month) as month from product_months where store_id = one.id) last
        cross join lateral (
          select * from product_months where store_id = one.id and month = last.month and platform = '' offset 0) p
      where p.orders > 0
      union
      select p.store_id, p.product_key
      from chosen_stores s, unnest(s.stores) one (id)
        left join report_closings c on c.store_id = one.id
        cross join lateral (
          select * from product_days
          where store_id = one.id and business_day > coalesce(c.through, '-infinity') offset 0) p
      where p.quantity_milli > 0
    )
    select i.store_id as "storeId", i.id as "itemId", i.name, search_key(i.name) as "nameKey", c.name as category,
      i.price_cents as "priceCents", i.photo_id is not null as "hasPhoto", btrim(i.description) <> '' as "hasDescription",
      exists (
        select from menu_item_option_groups g
          join menu_option_groups o on o.store_id = g.store_id and o.id = g.group_id
        where g.store_id = i.store_id and g.item_id = i.id and o.min_permitted > 0) as "pricedByOptions",
      (
        select jsonb_build_object('since', to_char(p.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'until', to_char(p.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'byName', p.started_by_name, 'reason', p.reason)
        from menu_item_pauses p
        where p.store_id = i.store_id and p.item_id = i.id and p.ended_at is null
          and (p.until is null or p.until > ${now}) limit 1) as pause,
      coalesce((
        select jsonb_agg(jsonb_build_object('merchantId', n.merchant_id, 'priceCents', n.price_cents) order by n.merchant_id)
        from menu_item_channels n
        where n.store_id = i.store_id and n.item_id = i.id
          and (s.merchants is null or s.merchants ? n.merchant_id)), '[]') as channels,
      coalesce(d.quantity_milli, 0) as "soldMilli", coalesce(d.cents, 0) as "soldCents",
      e.product_key is not null as "everSold"
    from chosen_stores s
      cross join lateral (select * from menu_items where store_id = any (s.stores) offset 0) i
      left join menu_categories c on c.store_id = i.store_id and c.id = i.category_id
      left join sold d on d.store_id = i.store_id and d.product_key = i.product_key
      left join ever e on e.store_id = i.store_id and e.product_key = i.product_key
    order by i.store_id, i.position, i.id`.execute(tx)
  return rows
}
