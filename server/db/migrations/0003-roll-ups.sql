-- Figures of the reports, written in the transaction that changes the order. roll_up is the one
-- place that says what an order adds; take_orders and every change of an order go through it.

create table sales_hours (
  store_id uuid not null,
  business_day date not null,
  hour smallint not null,
  platform text not null,
  merchant_id text not null,
  type text not null,
  received integer not null,
  cancelled integer not null,
  refused integer not null,
  cancelled_cents integer not null,
  gross_cents integer not null,
  store_discount_cents integer not null,
  marketplace_discount_cents integer not null,
  refund_cents integer not null,
  delivery_fee_cents integer not null,
  service_fee_cents integer not null,
  tip_cents integer not null,
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  promised integer not null,
  on_time integer not null,
  new_customers integer not null,
  returning_customers integer not null,
  frequent_customers integer not null,
  unidentified_customers integer not null,
  constraint sales_hours_pkey primary key (store_id, business_day, hour, platform, merchant_id, type)
) with (fillfactor = 70);

create table payment_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  method text not null,
  prepaid boolean not null,
  orders integer not null,
  cents integer not null,
  constraint payment_days_pkey primary key (store_id, business_day, platform, merchant_id, method, prepaid)
) with (fillfactor = 70);

create table product_days (
  store_id uuid not null,
  business_day date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  name text not null,
  quantity_milli integer not null,
  cents integer not null,
  constraint product_days_pkey primary key (store_id, business_day, product_key, platform, merchant_id)
) with (fillfactor = 70);

do $$
declare
  name text;
begin
  foreach name in array array['sales_hours', 'payment_days', 'product_days'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on sales_hours, payment_days, product_days to balcao_app;

-- What one order counts for, in the columns of sales_hours. A cancelled order keeps only its
-- own figures: received, cancelled, refused and the money lost.
create function order_measures(o orders) returns table (
  received integer, cancelled integer, refused integer, cancelled_cents integer, gross_cents integer,
  store_discount_cents integer, marketplace_discount_cents integer, refund_cents integer,
  delivery_fee_cents integer, service_fee_cents integer, tip_cents integer, commission_cents integer,
  payment_fee_cents integer, logistics_cents integer, promised integer, on_time integer,
  new_customers integer, returning_customers integer, frequent_customers integer, unidentified_customers integer
) language sql immutable as $$
  select 1,
    (not v)::int, (not v and o.cancelled_from = 'placed')::int, case when v then 0 else o.gross_cents end,
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
  from (select o.status <> 'cancelled' as v) as counted
$$;

-- Adds what the orders count for (sign 1) or takes it back (sign -1).
-- The plans do not depend on how many orders come: planning them anew cost more than running them.
-- They are made once for the session, perhaps over empty tables, so only index scans may be chosen.
create function roll_up(changed orders[], sign integer) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  insert into sales_hours as s (store_id, business_day, hour, platform, merchant_id, type, received, cancelled,
      refused, cancelled_cents, gross_cents, store_discount_cents, marketplace_discount_cents, refund_cents,
      delivery_fee_cents, service_fee_cents, tip_cents, commission_cents, payment_fee_cents, logistics_cents,
      promised, on_time, new_customers, returning_customers, frequent_customers, unidentified_customers)
    select o.store_id, o.business_day, o.hour, o.platform, o.merchant_id, o.type,
      sign * sum(m.received), sign * sum(m.cancelled), sign * sum(m.refused), sign * sum(m.cancelled_cents),
      sign * sum(m.gross_cents), sign * sum(m.store_discount_cents), sign * sum(m.marketplace_discount_cents),
      sign * sum(m.refund_cents), sign * sum(m.delivery_fee_cents), sign * sum(m.service_fee_cents),
      sign * sum(m.tip_cents), sign * sum(m.commission_cents), sign * sum(m.payment_fee_cents),
      sign * sum(m.logistics_cents), sign * sum(m.promised), sign * sum(m.on_time), sign * sum(m.new_customers),
      sign * sum(m.returning_customers), sign * sum(m.frequent_customers), sign * sum(m.unidentified_customers)
    from unnest(changed) o, lateral order_measures(o) m
    group by 1, 2, 3, 4, 5, 6
    -- One order of locks for everybody: two batches never wait for each other in a circle.
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
      sign * count(*), sign * sum((pay ->> 'cents')::integer)
    from unnest(changed) o, jsonb_array_elements(o.detail -> 'payments') pay
    where o.status <> 'cancelled'
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
  on conflict on constraint payment_days_pkey do update set
      orders = p.orders + excluded.orders, cents = p.cents + excluded.cents;

  insert into product_days as d (store_id, business_day, product_key, platform, merchant_id, name, quantity_milli, cents)
    select o.store_id, o.business_day, i.product_key, o.platform, o.merchant_id, max(i.name),
      sign * sum(i.quantity_milli), sign * sum(i.total_cents)
    from unnest(changed) o
      join order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.status <> 'cancelled'
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint product_days_pkey do update set
      name = excluded.name, quantity_milli = d.quantity_milli + excluded.quantity_milli,
      cents = d.cents + excluded.cents;
end $$;

create function roll_up_order(p_store uuid, p_order uuid, sign integer) returns void language plpgsql as $$
declare
  changed orders[];
begin
  select array_agg(o) into changed from orders o where o.store_id = p_store and o.id = p_order;
  perform roll_up(changed, sign);
end $$;

-- Commits a batch of orders with items, events, customers, roll-ups and outbox in one round trip:
-- one order and a hundred go the same way. An order already taken (same store, platform and
-- external id) is left as it is. Answers [{ index, orderId, fresh }] for every order of the batch.
-- The shape of an element is written down in server/orders/taking/order-batch.ts.
create function take_orders(batch jsonb) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  taken orders[];
  answer jsonb;
begin
  perform set_config('app.store_ids',
    (select string_agg(distinct e ->> 'store_id', ',') from jsonb_array_elements(batch) e), true);

  with incoming as materialized (
    select x.*, ((x.created_at at time zone s.timezone) - start.at)::date as business_day,
      extract(hour from x.created_at at time zone s.timezone)::smallint as hour
    from jsonb_to_recordset(batch) as x (
        index integer, store_id uuid, id uuid, display_id text, platform text, merchant_id text, external_id text,
        type text, timing text, status text, created_at timestamptz, status_since timestamptz,
        promised_at timestamptz, preparation_start_at timestamptz, confirm_by timestamptz, completed_at timestamptz,
        cancelled_from text, customer jsonb, gross_cents integer, store_discount_cents integer,
        marketplace_discount_cents integer, refund_cents integer, delivery_fee_cents integer,
        service_fee_cents integer, tip_cents integer, commission_cents integer, payment_fee_cents integer,
        logistics_cents integer, order_cents integer, is_test boolean, detail jsonb)
      join stores s on s.id = x.store_id
      cross join lateral (
        select coalesce((
          select d.starts_at from store_day_starts d
          where d.store_id = x.store_id and d.effective_from <= (x.created_at at time zone s.timezone)::date
          order by d.effective_from desc limit 1), time '04:00')::interval as at) start
    where not exists (
      select from orders o
      where o.store_id = x.store_id and o.platform = x.platform and o.external_id = x.external_id)
  ),
  known as (
    insert into customers as c (store_id, id, phone, name, orders_count, first_order_at, last_order_at)
      select i.store_id, min(i.customer ->> 'id')::uuid, i.customer ->> 'phone', max(i.customer ->> 'name'),
        count(*), min(i.created_at), max(i.created_at)
      from incoming i where i.customer ->> 'phone' is not null
      group by 1, 3 order by 1, 3
    on conflict on constraint customers_phone_key do update set
      name = excluded.name, orders_count = c.orders_count + excluded.orders_count,
      last_order_at = greatest(c.last_order_at, excluded.last_order_at)
    returning c.store_id, c.id, c.phone, c.orders_count
  ),
  counted as (
    insert into order_counters as k (store_id, business_day, last)
      select i.store_id, i.business_day, count(*) from incoming i where i.display_id is null
      group by 1, 2 order by 1, 2
    on conflict on constraint order_counters_pkey do update set last = k.last + excluded.last
    returning k.store_id, k.business_day, k.last
  ),
  numbered as (
    select i.*, c.id as customer_id,
      c.orders_count - (count(*) over (partition by i.store_id, c.id))::integer
        + (row_number() over (partition by i.store_id, c.id order by i.created_at, i.index))::integer as customer_seq,
      coalesce(i.display_id, (k.last - count(*) filter (where i.display_id is null) over (partition by i.store_id, i.business_day)
        + row_number() over (partition by i.store_id, i.business_day, i.display_id is null order by i.created_at, i.index))::text) as number
    from incoming i
      left join known c on c.store_id = i.store_id and c.phone = i.customer ->> 'phone'
      left join counted k on k.store_id = i.store_id and k.business_day = i.business_day
  ),
  written as (
    insert into orders (store_id, id, display_id, platform, merchant_id, external_id, type, timing, status, open,
        business_day, hour, created_at, status_since, promised_at, preparation_start_at, confirm_by, completed_at,
        cancelled_from, customer_id, customer_seq, gross_cents, store_discount_cents, marketplace_discount_cents,
        refund_cents, delivery_fee_cents, service_fee_cents, tip_cents, commission_cents, payment_fee_cents,
        logistics_cents, order_cents, is_test, detail)
      select n.store_id, n.id, n.number, n.platform, n.merchant_id, n.external_id, n.type, n.timing, n.status,
        n.status not in ('concluded', 'cancelled'), n.business_day, n.hour, n.created_at, n.status_since,
        n.promised_at, n.preparation_start_at, n.confirm_by, n.completed_at, n.cancelled_from, n.customer_id,
        case when n.customer_id is not null then n.customer_seq end, n.gross_cents, n.store_discount_cents,
        n.marketplace_discount_cents, n.refund_cents, n.delivery_fee_cents, n.service_fee_cents, n.tip_cents,
        n.commission_cents, n.payment_fee_cents, n.logistics_cents, n.order_cents, n.is_test, n.detail
      from numbered n
    returning orders
  )
  select array_agg(w.orders) into taken from written w;

  if taken is not null then
    insert into order_items (store_id, order_id, line, product_key, name, quantity_milli, unit_price_cents, total_cents, detail)
      select t.store_id, t.id, i.line, i.product_key, i.name, i.quantity_milli, i.unit_price_cents, i.total_cents, i.detail
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, items jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.items) as i (line smallint, product_key text, name text, quantity_milli integer,
          unit_price_cents integer, total_cents integer, detail jsonb);

    insert into order_events (store_id, id, order_id, source, source_event_id, type, at, actor_uid, actor_name, data)
      select t.store_id, e.id, t.id, e.source, e.source_event_id, e.type, e.at, e.actor_uid, e.actor_name, e.data
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, events jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.events) as e (id uuid, source text, source_event_id text, type text, at timestamptz,
          actor_uid text, actor_name text, data jsonb)
    on conflict on constraint order_events_pkey do nothing;

    insert into outbox (store_id, id, kind, order_id, payload, due_at)
      select t.store_id, b.id, b.kind, t.id, b.payload, b.due_at
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, outbox jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.outbox) as b (id uuid, kind text, payload jsonb, due_at timestamptz);

    perform roll_up(taken, 1);
  end if;

  select jsonb_agg(jsonb_build_object('index', x.index, 'orderId', known.id, 'fresh', t.id is not null)) into answer
    from jsonb_to_recordset(batch) as x (index integer, store_id uuid, id uuid, platform text, external_id text)
      left join unnest(taken) t on t.id = x.id
      -- Only a repeat is looked up.
      cross join lateral (
        select coalesce(t.id, (
          select o.id from orders o
          where o.store_id = x.store_id and o.platform = x.platform and o.external_id = x.external_id)) as id) known
    where known.id is not null;
  return coalesce(answer, '[]');
end $$;

-- The business day that a moment belongs to in this store.
create function running_day(p_store uuid, at timestamptz) returns date language sql stable as $$
  select ((at at time zone s.timezone) - coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = p_store and d.effective_from <= (at at time zone s.timezone)::date
      order by d.effective_from desc limit 1), time '04:00')::interval)::date
  from stores s where s.id = p_store
$$;
