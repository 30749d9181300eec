import { sql, type RawBuilder } from 'kysely'
import type { SelectedStore } from '../../../contract/shared/selection.ts'

interface FiscalSpan {
  readonly stores: readonly SelectedStore[]
  /** Business days, both included. */
  readonly from: string
  readonly to: string
}

/**
 * CTEs that end with `sold`: one row per order that counts as a sale, with the figures of the reports
 * (order_measures) but with all its refunds, whenever they were given: they lower the base of its own sale. Then what its
 * items cost by tax class, and its estimated base. The base of an order is divided among
 * its classes by cumulative rounding, so that the parts are its base to the centavo.
 */
export function soldOrders({ stores, from, to }: FiscalSpan): RawBuilder<unknown> {
  return sql`
    chosen as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as c ("storeId" uuid, merchants jsonb)),
    measured as materialized (
      select o.store_id, o.id, o.display_id, o.business_day, o.created_at, o.platform, o.status,
        o.detail #>> '{customer,document}' as customer_document, coalesce(o.detail -> 'alcohol' = 'true', false) as alcohol,
        m.gross_cents, m.store_discount_cents, o.refund_cents, m.delivery_fee_cents, m.service_fee_cents, m.tip_cents,
        o.refunded_fees_cents, m.commission_cents, m.logistics_cents, m.payment_fee_cents,
        m.gross_cents - m.store_discount_cents - o.refund_cents + m.delivery_fee_cents + m.service_fee_cents + m.tip_cents
          - o.refunded_fees_cents as charged_cents
      from chosen c
        join orders o on o.store_id = c."storeId" and o.business_day between ${from}::date and ${to}::date
          and (c.merchants = 'null' or c.merchants is null or c.merchants ? o.merchant_id)
        cross join lateral order_measures(o) m
      where counts_as_sale(o)),
    based as (
      select m.*, m.charged_cents - m.commission_cents - m.logistics_cents - m.tip_cents as base_cents,
        k.prepared_cents, k.resale_cents, k.alcoholic_cents,
        m.gross_cents - k.prepared_cents - k.resale_cents - k.alcoholic_cents as unclassed_cents
      from measured m
        cross join lateral (
          select ${ofClass('PREPARED')} as prepared_cents, ${ofClass('RESALE')} as resale_cents,
            ${ofClass('ALCOHOLIC')} as alcoholic_cents
          from order_items i where i.store_id = m.store_id and i.order_id = m.id) k),
    sold as materialized (
      select b.*,
        p.first as prepared_base_cents, p.second - p.first as resale_base_cents,
        p.third - p.second as alcoholic_base_cents, b.base_cents - p.third as unclassed_base_cents
      from based b
        cross join lateral (
          select ${partOf(sql`b.prepared_cents`)} as first, ${partOf(sql`b.prepared_cents + b.resale_cents`)} as second,
            ${partOf(sql`b.prepared_cents + b.resale_cents + b.alcoholic_cents`)} as third) p)`
}

const ofClass = (taxClass: string) =>
  sql`coalesce(sum(i.total_cents) filter (where i.detail ->> 'taxClass' = ${taxClass}), 0)::integer`

/** Nothing costs anything: all of the base has no class. */
const partOf = (cents: RawBuilder<unknown>) =>
  sql`case when b.gross_cents = 0 then 0 else round(b.base_cents::numeric * (${cents}) / b.gross_cents)::integer end`
