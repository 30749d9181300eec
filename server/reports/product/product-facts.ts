import { sql, type RawBuilder } from 'kysely'

/** The measures of product_months and product_month_days, in the order of their columns. */
export const productMeasures = [
  'quantity_milli',
  'cents',
  'orders',
  'option_quantity_milli',
  'option_cents',
  'discount_cents',
  'cancelled_orders',
  'cancelled_cents',
] as const

export const measureColumns = sql.join(productMeasures.map((name) => sql.ref(name)))

/**
 * CTEs `per_order`, `discounted` and `facts`: the measures that a set of orders adds to each product.
 * `chosen` is a relation `o` of orders, `label` one more of its columns to group by.
 *
 * A discount of the store is distributed over the order's products by their price, as differences of
 * rounded running sums, so that the parts sum to the discount to the centavo.
 */
export function productFacts(chosen: RawBuilder<unknown>, label: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    per_order as materialized (
      select o.store_id, ${label} as label, o.id, i.product_key, o.platform, o.merchant_id,
        o.status <> 'cancelled' as valid, o.store_discount_cents as discount,
        sum(i.quantity_milli) as quantity, sum(i.total_cents) as cents,
        sum(case when i.detail @? '$.options[*] ? (@.type() == "object")' then i.quantity_milli else 0 end) as option_quantity,
        sum(i.total_cents - round(i.unit_price_cents * i.quantity_milli::numeric / 1000)) as option_cents
      from ${chosen}
        join order_items i on i.store_id = o.store_id and i.order_id = o.id
      where not o.is_test
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ),
    discounted as (
      select store_id, label, product_key, platform, merchant_id,
        case when total = 0 then 0 else (discount * so_far / total)::bigint - (discount * (so_far - cents) / total)::bigint end as part
      from (
        select p.*, trunc(sum(cents) over (partition by store_id, id)) as total,
          sum(cents) over (partition by store_id, id order by product_key) as so_far
        from per_order p where valid and discount > 0) running
    ),
    facts as materialized (
      select store_id, label, product_key, platform, merchant_id,
        coalesce(sum(quantity) filter (where valid), 0)::bigint as quantity_milli,
        coalesce(sum(cents) filter (where valid), 0)::bigint as cents,
        count(*) filter (where valid) as orders,
        coalesce(sum(option_quantity) filter (where valid), 0)::bigint as option_quantity_milli,
        coalesce(sum(option_cents) filter (where valid), 0)::bigint as option_cents,
        0::bigint as discount_cents,
        count(*) filter (where not valid) as cancelled_orders,
        coalesce(sum(cents) filter (where not valid), 0)::bigint as cancelled_cents
      from per_order group by 1, 2, 3, 4, 5
      union all
      select store_id, label, product_key, platform, merchant_id, 0, 0, 0, 0, 0, sum(part)::bigint, 0, 0
      from discounted group by 1, 2, 3, 4, 5
    )`
}
