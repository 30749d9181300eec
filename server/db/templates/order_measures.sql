-- The figures of one order. A cancelled one counts only as received and cancelled; a test order has none.
create or replace function order_measures(o orders) returns table (
  {{$ integer}}
) language sql immutable as $$
  select {{$}}
  from (
    select real::int as received,
      (real and not v)::int as cancelled,
      (real and not v and o.cancelled_from = 'placed')::int as refused,
      case when real and not v then o.gross_cents else 0 end as cancelled_cents,
      case when v then o.gross_cents else 0 end as gross_cents,
      case when v then o.store_discount_cents else 0 end as store_discount_cents,
      case when v then o.marketplace_discount_cents else 0 end as marketplace_discount_cents,
      case when v then o.refund_cents else 0 end as refund_cents,
      case when v then o.delivery_fee_cents else 0 end as delivery_fee_cents,
      case when v then o.service_fee_cents else 0 end as service_fee_cents,
      case when v then o.tip_cents else 0 end as tip_cents,
      case when v then o.commission_cents else 0 end as commission_cents,
      case when v then o.payment_fee_cents else 0 end as payment_fee_cents,
      case when v then o.logistics_cents else 0 end as logistics_cents,
      (v and o.completed_at is not null and o.promised_at is not null)::int as promised,
      coalesce((v and o.completed_at <= o.promised_at)::int, 0) as on_time,
      coalesce((v and o.customer_seq = 1)::int, 0) as new_customers,
      coalesce((v and o.customer_seq between 2 and 4)::int, 0) as returning_customers,
      coalesce((v and o.customer_seq >= 5)::int, 0) as frequent_customers,
      (v and o.customer_seq is null)::int as unidentified_customers
    from (select counts_as_sale(o) as v, not o.is_test as real) as counted
  ) as figures
$$;
