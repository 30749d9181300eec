-- The figures of one order. A cancelled one counts only as received and cancelled; a test order has none.
create or replace function order_measures(o orders) returns table (
  received integer, cancelled integer, refused integer, cancelled_cents integer, gross_cents integer,
  store_discount_cents integer, marketplace_discount_cents integer, refund_cents integer,
  delivery_fee_cents integer, service_fee_cents integer, tip_cents integer, commission_cents integer,
  payment_fee_cents integer, logistics_cents integer, promised integer, on_time integer,
  new_customers integer, returning_customers integer, frequent_customers integer, unidentified_customers integer
) language sql immutable as $$
  select real::int,
    (real and not v)::int, (real and not v and o.cancelled_from = 'placed')::int,
    case when real and not v then o.gross_cents else 0 end,
    case when v then o.gross_cents else 0 end,
    case when v then o.store_discount_cents else 0 end,
    case when v then o.marketplace_discount_cents else 0 end,
    case when v then o.refund_cents else 0 end,
    case when v then o.delivery_fee_cents else 0 end,
    case when v then o.service_fee_cents else 0 end,
    case when v then o.tip_cents else 0 end,
    case when v then o.commission_cents else 0 end,
    case when v then o.payment_fee_cents else 0 end,
    case when v then o.logistics_cents else 0 end,
    (v and o.completed_at is not null and o.promised_at is not null)::int,
    coalesce((v and o.completed_at <= o.promised_at)::int, 0),
    coalesce((v and o.customer_seq = 1)::int, 0),
    coalesce((v and o.customer_seq between 2 and 4)::int, 0),
    coalesce((v and o.customer_seq >= 5)::int, 0),
    (v and o.customer_seq is null)::int
  from (select counts_as_sale(o) as v, not o.is_test as real) as counted
$$;
