-- Generated from ../templates/order_measures.sql by scripts/generate-functions.ts.
-- The figures of one order. A cancelled one counts only as received and cancelled; a test order has none.
create or replace function order_measures(o orders) returns table (
  received integer,
  cancelled integer,
  refused integer,
  cancelled_cents integer,
  gross_cents integer,
  store_discount_cents integer,
  marketplace_discount_cents integer,
  refund_cents integer,
  refunded_fees_cents integer,
  delivery_fee_cents integer,
  service_fee_cents integer,
  tip_cents integer,
  commission_cents integer,
  payment_fee_cents integer,
  logistics_cents integer,
  promised integer,
  on_time integer,
  new_customers integer,
  returning_customers integer,
  frequent_customers integer,
  unidentified_customers integer
) language sql immutable as $$
  select
    coalesce((is_real)::int, 0) as received,
    coalesce((is_real and not is_sale)::int, 0) as cancelled,
    coalesce((is_real and not is_sale and o.cancelled_from = 'placed')::int, 0) as refused,
    case when is_real and not is_sale then o.gross_cents else 0 end as cancelled_cents,
    case when is_sale then o.gross_cents else 0 end as gross_cents,
    case when is_sale then o.store_discount_cents else 0 end as store_discount_cents,
    case when is_sale then o.marketplace_discount_cents else 0 end as marketplace_discount_cents,
    case when is_sale then o.refund_cents else 0 end as refund_cents,
    case when is_sale then o.refunded_fees_cents else 0 end as refunded_fees_cents,
    case when is_sale then o.delivery_fee_cents else 0 end as delivery_fee_cents,
    case when is_sale then o.service_fee_cents else 0 end as service_fee_cents,
    case when is_sale then o.tip_cents else 0 end as tip_cents,
    case when is_sale then o.commission_cents else 0 end as commission_cents,
    case when is_sale then o.payment_fee_cents else 0 end as payment_fee_cents,
    case when is_sale then o.logistics_cents else 0 end as logistics_cents,
    coalesce((is_sale and o.completed_at is not null and o.promised_at is not null)::int, 0) as promised,
    coalesce((is_sale and o.completed_at <= o.promised_at)::int, 0) as on_time,
    coalesce((is_sale and o.customer_seq = 1)::int, 0) as new_customers,
    coalesce((is_sale and o.customer_seq between 2 and 4)::int, 0) as returning_customers,
    coalesce((is_sale and o.customer_seq >= 5)::int, 0) as frequent_customers,
    coalesce((is_sale and o.customer_seq is null)::int, 0) as unidentified_customers
  from (select counts_as_sale(o) as is_sale, not o.is_test as is_real) as kind
$$;
