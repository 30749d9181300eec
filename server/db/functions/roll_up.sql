-- Generated from ../templates/roll_up.sql by scripts/generate-functions.ts.
-- Adds what the orders count for, and takes back what they counted for as they were: of a changed order both at
-- once, so that a transaction locks the rows of each table once, in one order, and two of them cannot deadlock.
-- The plans do not depend on the number of orders, and planning cost more than running: they are made once a
-- session, perhaps over empty tables, so only index scans are allowed.
create or replace function roll_up(added orders[], taken_back orders[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  with counted as materialized (
    select o.store_id, o.business_day, o.hour, o.platform, o.merchant_id, o.type,
      sum(sign * m.received)::integer as received,
      sum(sign * m.cancelled)::integer as cancelled,
      sum(sign * m.refused)::integer as refused,
      sum(sign * m.cancelled_cents)::integer as cancelled_cents,
      sum(sign * m.gross_cents)::integer as gross_cents,
      sum(sign * m.store_discount_cents)::integer as store_discount_cents,
      sum(sign * m.marketplace_discount_cents)::integer as marketplace_discount_cents,
      sum(sign * m.refund_cents)::integer as refund_cents,
      sum(sign * m.refunded_fees_cents)::integer as refunded_fees_cents,
      sum(sign * m.delivery_fee_cents)::integer as delivery_fee_cents,
      sum(sign * m.service_fee_cents)::integer as service_fee_cents,
      sum(sign * m.tip_cents)::integer as tip_cents,
      sum(sign * m.commission_cents)::integer as commission_cents,
      sum(sign * m.payment_fee_cents)::integer as payment_fee_cents,
      sum(sign * m.logistics_cents)::integer as logistics_cents,
      sum(sign * m.promised)::integer as promised,
      sum(sign * m.on_time)::integer as on_time,
      sum(sign * m.new_customers)::integer as new_customers,
      sum(sign * m.returning_customers)::integer as returning_customers,
      sum(sign * m.frequent_customers)::integer as frequent_customers,
      sum(sign * m.unidentified_customers)::integer as unidentified_customers
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o, lateral order_measures(o) m
    where not o.is_test
    group by 1, 2, 3, 4, 5, 6
  ),
  hours as (
    insert into sales_hours as s (store_id, business_day, hour, platform, merchant_id, type,
        received,
        cancelled,
        refused,
        cancelled_cents,
        gross_cents,
        store_discount_cents,
        marketplace_discount_cents,
        refund_cents,
        refunded_fees_cents,
        delivery_fee_cents,
        service_fee_cents,
        tip_cents,
        commission_cents,
        payment_fee_cents,
        logistics_cents,
        promised,
        on_time,
        new_customers,
        returning_customers,
        frequent_customers,
        unidentified_customers)
      select store_id, business_day, hour, platform, merchant_id, type, received,
      cancelled,
      refused,
      cancelled_cents,
      gross_cents,
      store_discount_cents,
      marketplace_discount_cents,
      refund_cents,
      refunded_fees_cents,
      delivery_fee_cents,
      service_fee_cents,
      tip_cents,
      commission_cents,
      payment_fee_cents,
      logistics_cents,
      promised,
      on_time,
      new_customers,
      returning_customers,
      frequent_customers,
      unidentified_customers
      from counted
      -- Every caller locks in this order, so that two batches cannot deadlock.
      order by 1, 2, 3, 4, 5, 6
    on conflict on constraint sales_hours_pkey do update set
      received = s.received + excluded.received,
      cancelled = s.cancelled + excluded.cancelled,
      refused = s.refused + excluded.refused,
      cancelled_cents = s.cancelled_cents + excluded.cancelled_cents,
      gross_cents = s.gross_cents + excluded.gross_cents,
      store_discount_cents = s.store_discount_cents + excluded.store_discount_cents,
      marketplace_discount_cents = s.marketplace_discount_cents + excluded.marketplace_discount_cents,
      refund_cents = s.refund_cents + excluded.refund_cents,
      refunded_fees_cents = s.refunded_fees_cents + excluded.refunded_fees_cents,
      delivery_fee_cents = s.delivery_fee_cents + excluded.delivery_fee_cents,
      service_fee_cents = s.service_fee_cents + excluded.service_fee_cents,
      tip_cents = s.tip_cents + excluded.tip_cents,
      commission_cents = s.commission_cents + excluded.commission_cents,
      payment_fee_cents = s.payment_fee_cents + excluded.payment_fee_cents,
      logistics_cents = s.logistics_cents + excluded.logistics_cents,
      promised = s.promised + excluded.promised,
      on_time = s.on_time + excluded.on_time,
      new_customers = s.new_customers + excluded.new_customers,
      returning_customers = s.returning_customers + excluded.returning_customers,
      frequent_customers = s.frequent_customers + excluded.frequent_customers,
      unidentified_customers = s.unidentified_customers + excluded.unidentified_customers
  ),
  store_hours as (
    insert into sales_store_hours as s (store_id, business_day, hour, orders, net_cents, received)
      select store_id, business_day, hour, sum(received - cancelled),
        sum(net_cents(gross_cents, store_discount_cents, refund_cents)), sum(received)
      from counted
      group by 1, 2, 3
      order by 1, 2, 3
    on conflict on constraint sales_store_hours_pkey do update set
      orders = s.orders + excluded.orders,
      net_cents = s.net_cents + excluded.net_cents,
      received = s.received + excluded.received
  )
  insert into sales_days as s (store_id, business_day, platform, merchant_id, type,
        received,
        cancelled,
        refused,
        cancelled_cents,
        gross_cents,
        store_discount_cents,
        marketplace_discount_cents,
        refund_cents,
        refunded_fees_cents,
        delivery_fee_cents,
        service_fee_cents,
        tip_cents,
        commission_cents,
        payment_fee_cents,
        logistics_cents,
        promised,
        on_time,
        new_customers,
        returning_customers,
        frequent_customers,
        unidentified_customers)
    select store_id, business_day, platform, merchant_id, type,
      sum(received),
      sum(cancelled),
      sum(refused),
      sum(cancelled_cents),
      sum(gross_cents),
      sum(store_discount_cents),
      sum(marketplace_discount_cents),
      sum(refund_cents),
      sum(refunded_fees_cents),
      sum(delivery_fee_cents),
      sum(service_fee_cents),
      sum(tip_cents),
      sum(commission_cents),
      sum(payment_fee_cents),
      sum(logistics_cents),
      sum(promised),
      sum(on_time),
      sum(new_customers),
      sum(returning_customers),
      sum(frequent_customers),
      sum(unidentified_customers)
    from counted
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint sales_days_pkey do update set
      received = s.received + excluded.received,
      cancelled = s.cancelled + excluded.cancelled,
      refused = s.refused + excluded.refused,
      cancelled_cents = s.cancelled_cents + excluded.cancelled_cents,
      gross_cents = s.gross_cents + excluded.gross_cents,
      store_discount_cents = s.store_discount_cents + excluded.store_discount_cents,
      marketplace_discount_cents = s.marketplace_discount_cents + excluded.marketplace_discount_cents,
      refund_cents = s.refund_cents + excluded.refund_cents,
      refunded_fees_cents = s.refunded_fees_cents + excluded.refunded_fees_cents,
      delivery_fee_cents = s.delivery_fee_cents + excluded.delivery_fee_cents,
      service_fee_cents = s.service_fee_cents + excluded.service_fee_cents,
      tip_cents = s.tip_cents + excluded.tip_cents,
      commission_cents = s.commission_cents + excluded.commission_cents,
      payment_fee_cents = s.payment_fee_cents + excluded.payment_fee_cents,
      logistics_cents = s.logistics_cents + excluded.logistics_cents,
      promised = s.promised + excluded.promised,
      on_time = s.on_time + excluded.on_time,
      new_customers = s.new_customers + excluded.new_customers,
      returning_customers = s.returning_customers + excluded.returning_customers,
      frequent_customers = s.frequent_customers + excluded.frequent_customers,
      unidentified_customers = s.unidentified_customers + excluded.unidentified_customers;

  insert into payment_days as p (store_id, business_day, platform, merchant_id, method, prepaid, orders, cents)
    select o.store_id, o.business_day, o.platform, o.merchant_id, pay ->> 'method', (pay ->> 'prepaid')::boolean,
      sum(sign), sum(sign * (pay ->> 'cents')::integer)
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o,
      jsonb_array_elements(o.detail -> 'payments') pay
    where counts_as_sale(o)
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
  on conflict on constraint payment_days_pkey do update set
      orders = p.orders + excluded.orders, cents = p.cents + excluded.cents;

  insert into product_days as d (store_id, business_day, product_key, platform, merchant_id, name, quantity_milli, cents)
    select o.store_id, o.business_day, i.product_key, o.platform, o.merchant_id, max(i.name),
      sum(sign * i.quantity_milli), sum(sign * i.total_cents)
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o
      cross join lateral (
        select i.product_key, i.name, i.quantity_milli, i.total_cents from order_items i
          where i.store_id = o.store_id and i.order_id = o.id and not o.detail ? 'itemsBefore'
        -- Items that were replaced come with the order as it was (patchOrder).
        union all
        select * from jsonb_to_recordset(o.detail -> 'itemsBefore')
          as i (product_key text, name text, quantity_milli integer, total_cents integer)) i
    where counts_as_sale(o)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint product_days_pkey do update set
      name = excluded.name, quantity_milli = d.quantity_milli + excluded.quantity_milli,
      cents = d.cents + excluded.cents;

  insert into district_days as d (store_id, business_day, district_key, platform, merchant_id, name, orders, net_cents)
    select o.store_id, o.business_day, part_key(o.detail #>> '{delivery,address,district}'), o.platform, o.merchant_id,
      max(btrim(o.detail #>> '{delivery,address,district}')), sum(sign),
      sum(sign * net_cents(o.gross_cents, o.store_discount_cents, o.refund_cents))
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o
    where counts_as_sale(o) and part_key(o.detail #>> '{delivery,address,district}') is not null
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint district_days_pkey do update set
      name = excluded.name, orders = d.orders + excluded.orders, net_cents = d.net_cents + excluded.net_cents;

  -- After the figures, so that this transaction has its id before it looks.
  if (select min(o.business_day) from unnest(added || taken_back) o) < closable_before() then
    perform mark_stale(array_agg(o.store_id), array_agg(o.business_day)) from unnest(added || taken_back) o;
  end if;
end $$;
