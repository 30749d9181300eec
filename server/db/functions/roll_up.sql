-- Adds what the orders count for, and takes back what they counted for as they were: of a changed order both at
-- once, so that a transaction locks the rows of each table once, in one order, and two of them cannot deadlock.
-- The plans do not depend on the number of orders, and planning cost more than running: they are made once a
-- session, perhaps over empty tables, so only index scans are allowed.
-- A refund counts on the day and hour it was given. With `only_day` nothing is counted on other days. `items_before`:
-- the items of the orders of `taken_back` as they were, if they were replaced; null: they are as in order_items.
drop function if exists roll_up(orders[], orders[]), roll_up(orders[], orders[], date);
create or replace function roll_up(added orders[], taken_back orders[], only_day date default null,
    items_before order_items[] default null) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  refunded orders;
begin
  with counted as materialized (
    select x.store_id, x.business_day, x.hour, x.platform, x.merchant_id, x.type,
      {{sum(x.sign * x.$)::integer as $}}
    from (
      select of.sign, o.store_id, o.business_day, o.hour, o.platform, o.merchant_id, o.type, m.*
      from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o, lateral order_measures(o) m
      where not o.is_test
      union all
      select of.sign, o.store_id, r.day, r.hour, o.platform, o.merchant_id, o.type, m.*
      from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o, lateral refund_parts(o) r,
        lateral refund_measures(r.cents, r.fees) m) x
    where only_day is null or x.business_day = only_day
    group by 1, 2, 3, 4, 5, 6
  ),
  hours as (
    insert into sales_hours as s (store_id, business_day, hour, platform, merchant_id, type,
        {{$}})
      select store_id, business_day, hour, platform, merchant_id, type, {{$}}
      from counted
      -- Every caller locks in this order, so that two batches cannot deadlock.
      order by 1, 2, 3, 4, 5, 6
    on conflict on constraint sales_hours_pkey do update set
      {{$ = s.$ + excluded.$}}
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
        {{$}})
    select store_id, business_day, platform, merchant_id, type,
      {{sum($)}}
    from counted
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint sales_days_pkey do update set
      {{$ = s.$ + excluded.$}};

  insert into payment_days as p (store_id, business_day, platform, merchant_id, method, prepaid, orders, cents)
    select o.store_id, o.business_day, o.platform, o.merchant_id, pay.method, pay.prepaid,
      sum(sign), sum(sign * pay.cents)
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o,
      payments_of(o.detail) pay
    where counts_as_sale(o) and (only_day is null or o.business_day = only_day)
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
          where i.store_id = o.store_id and i.order_id = o.id and (sign = 1 or items_before is null)
        union all
        select i.product_key, i.name, i.quantity_milli, i.total_cents from unnest(items_before) i
          where i.store_id = o.store_id and i.order_id = o.id and sign = -1) i
    where counts_as_sale(o) and (only_day is null or o.business_day = only_day)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint product_days_pkey do update set
      name = excluded.name, quantity_milli = d.quantity_milli + excluded.quantity_milli,
      cents = d.cents + excluded.cents;

  insert into district_days as d (store_id, business_day, district_key, platform, merchant_id, name, orders, net_cents)
    select o.store_id, k.day, part_key(o.detail #>> '{delivery,address,district}'), o.platform, o.merchant_id,
      max(btrim(o.detail #>> '{delivery,address,district}')), sum(sign * k.orders), sum(sign * k.cents)
    from (values (1, added), (-1, taken_back)) as of (sign, orders), unnest(of.orders) o
      cross join lateral (
        select o.business_day as day, 1 as orders, net_cents(o.gross_cents, o.store_discount_cents, 0) as cents
        union all
        select r.day, 0, -r.cents from refund_parts(o) r) k
    where counts_as_sale(o) and part_key(o.detail #>> '{delivery,address,district}') is not null
      and (only_day is null or k.day = only_day)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint district_days_pkey do update set
      name = excluded.name, orders = d.orders + excluded.orders, net_cents = d.net_cents + excluded.net_cents;

  -- Each refund keeps what Vendas asks of its order. The order is locked, and so are they.
  for refunded in select o.* from unnest(added) o where o.refund_parts <> '[]' loop
    update order_refunds r set sold_day = refunded.business_day, sold_hour = refunded.hour,
        merchant_id = refunded.merchant_id, of_sale = counts_as_sale(refunded)
      where r.store_id = refunded.store_id and r.order_id = refunded.id
        and (r.sold_day, r.sold_hour, r.merchant_id, r.of_sale)
          is distinct from (refunded.business_day, refunded.hour, refunded.merchant_id, counts_as_sale(refunded));
  end loop;

  -- After the figures, so that this transaction has its id before it looks.
  if (select min(day) from unnest(added || taken_back) o, unnest(counted_days(o)) day) < closable_before() then
    perform mark_stale(array_agg(o.store_id), array_agg(day)) from unnest(added || taken_back) o, unnest(counted_days(o)) day;
  end if;
end $$;
