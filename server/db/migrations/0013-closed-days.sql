-- Figures of days that are over, written by the closing job (server/reports/closing) and never by an
-- order: long periods read a few rows a month, and intake pays one look-up for an order of an old day.

-- All days of the store up to `through` are closed. While the job takes more, `closing_through` is
-- ahead of it: from then on whoever changes such a day says so in stale_days.
create table report_closings (
  store_id uuid not null constraint report_closings_store_id_fkey references stores (id) on delete cascade,
  through date,
  closing_through date,
  -- Every transaction before this one is over: none can have overlooked closing_through.
  closing_tx xid8,
  constraint report_closings_pkey primary key (store_id)
);

-- Days that were closed, or about to be, and have changed since: read live until they are closed anew.
create table stale_days (
  store_id uuid not null,
  business_day date not null,
  marked_tx xid8 not null,
  constraint stale_days_pkey primary key (store_id, business_day)
);

-- No day from this one on is closed anywhere. By the clock, not by the transaction's start, so that
-- who looks before the job does has its transaction id before the job waits for it; eight hours
-- late, so that the orders of an evening in Brazil never look.
create function closable_before() returns date language sql volatile as $$
  select ((clock_timestamp() at time zone 'UTC') - interval '8 hours')::date
$$;

-- The row of a day is locked by who changed it until the change is committed: the job, which locks it
-- too, can't close the day without seeing the change.
create function mark_stale(p_stores uuid[], p_days date[]) returns void language sql as $$
  insert into stale_days as d (store_id, business_day, marked_tx)
    select distinct c.store_id, changed.day, pg_current_xact_id()
    from unnest(p_stores, p_days) as changed (store_id, day)
      join report_closings c on c.store_id = changed.store_id and c.closing_through >= changed.day
    order by 1, 2
  on conflict on constraint stale_days_pkey do update set marked_tx = excluded.marked_tx
$$;

-- By district, kept like the other figures of a running day. Orders without one have no row.
create table district_days (
  store_id uuid not null,
  business_day date not null,
  -- Normalised.
  district_key text not null,
  platform text not null,
  merchant_id text not null,
  -- As last written.
  name text not null,
  orders integer not null,
  net_cents integer not null,
  constraint district_days_pkey primary key (store_id, business_day, district_key, platform, merchant_id)
) with (fillfactor = 70);

-- Without case, accents and doubled spaces; null where nothing is written.
create function part_key(words text) returns text language sql immutable parallel safe as $$
  select nullif(search_key(regexp_replace(btrim(words), '\s+', ' ', 'g')), '')
$$;

-- Adds what the orders count for (sign 1) or takes it back (sign -1).
-- The plans do not depend on how many orders come: planning them anew cost more than running them.
-- They are made once for the session, perhaps over empty tables, so only index scans may be chosen.
create or replace function roll_up(changed orders[], sign integer) returns void language plpgsql
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
    where not o.is_test
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
    where counts_as_sale(o)
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
  on conflict on constraint payment_days_pkey do update set
      orders = p.orders + excluded.orders, cents = p.cents + excluded.cents;

  insert into product_days as d (store_id, business_day, product_key, platform, merchant_id, name, quantity_milli, cents)
    select o.store_id, o.business_day, i.product_key, o.platform, o.merchant_id, max(i.name),
      sign * sum(i.quantity_milli), sign * sum(i.total_cents)
    from unnest(changed) o
      join order_items i on i.store_id = o.store_id and i.order_id = o.id
    where counts_as_sale(o)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint product_days_pkey do update set
      name = excluded.name, quantity_milli = d.quantity_milli + excluded.quantity_milli,
      cents = d.cents + excluded.cents;

  insert into district_days as d (store_id, business_day, district_key, platform, merchant_id, name, orders, net_cents)
    select o.store_id, o.business_day, part_key(o.detail #>> '{delivery,address,district}'), o.platform, o.merchant_id,
      max(btrim(o.detail #>> '{delivery,address,district}')), sign * count(*),
      sign * sum(o.gross_cents - o.store_discount_cents - o.refund_cents)
    from unnest(changed) o
    where counts_as_sale(o) and part_key(o.detail #>> '{delivery,address,district}') is not null
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
  on conflict on constraint district_days_pkey do update set
      name = excluded.name, orders = d.orders + excluded.orders, net_cents = d.net_cents + excluded.net_cents;

  -- After the figures, so that this transaction has its id before it looks.
  if (select min(o.business_day) from unnest(changed) o) < closable_before() then
    perform mark_stale(array_agg(o.store_id), array_agg(o.business_day)) from unnest(changed) o;
  end if;
end $$;

-- Sales are closed by courier as well, who may be named when the day is long over.
create function courier_changed() returns trigger language plpgsql as $$
begin
  if new.business_day < closable_before() then
    perform mark_stale(array[new.store_id], array[new.business_day]);
  end if;
  return null;
end $$;
create trigger orders_courier_changed after update of motoboy_id on orders
  for each row when (old.motoboy_id is distinct from new.motoboy_id) execute function courier_changed();

-- The measures of sales_hours, by day and by month.
do $$
declare
  columns text;
begin
  select string_agg(format('%I integer not null', attname), ', ' order by attnum) into columns
    from pg_attribute
    where attrelid = 'sales_hours'::regclass and attnum > 0 and atttypid = 'integer'::regtype and not attisdropped;
  execute format('create table sales_days (store_id uuid not null, business_day date not null, platform text not null,
    merchant_id text not null, type text not null, %s,
    constraint sales_days_pkey primary key (store_id, business_day, platform, merchant_id, type))', columns);
  execute format('create table sales_months (store_id uuid not null, month date not null, platform text not null,
    merchant_id text not null, type text not null, %s,
    constraint sales_months_pkey primary key (store_id, month, platform, merchant_id, type))', columns);
end $$;

-- A column for each day of a month or hour of a day: what PostgreSQL pays for is the row, so the days
-- of a year are summed from twelve rows a store and channel. orders and net as in
-- contract/reports/metrics.ts; `sold` is gross less the store's discounts, what a ticket is made of.
do $$
declare
  measures constant text[] := array['orders', 'net', 'received', 'gross', 'sold'];
  by_day text;
  by_hour text;
begin
  select string_agg(format('%s_%s integer not null default 0', m, n), ', ' order by i, n) into by_day
    from unnest(measures) with ordinality as x (m, i), generate_series(1, 31) n;
  select string_agg(format('%s_%s integer not null default 0', m, n), ', ' order by i, n) into by_hour
    from unnest(measures) with ordinality as x (m, i), generate_series(0, 23) n;
  execute format('create table sales_month_days (store_id uuid not null, month date not null, platform text not null,
    merchant_id text not null, type text not null, %s,
    constraint sales_month_days_pkey primary key (store_id, month, platform, merchant_id, type))', by_day);
  execute format('create table sales_day_hours (store_id uuid not null, business_day date not null, platform text not null,
    merchant_id text not null, %s,
    constraint sales_day_hours_pkey primary key (store_id, business_day, platform, merchant_id))', by_hour);
  -- weekday: ISO, of the business day.
  execute format('create table sales_month_hours (store_id uuid not null, month date not null, weekday smallint not null,
    platform text not null, merchant_id text not null, %s,
    constraint sales_month_hours_pkey primary key (store_id, month, weekday, platform, merchant_id))', by_hour);
end $$;

-- Valid orders by what only the order itself says: courier and coupon. Orders without have no row.
create table sales_parts (
  store_id uuid not null,
  kind text not null constraint sales_parts_kind_check check (kind in ('driver', 'coupon')),
  business_day date not null,
  -- Normalised.
  value text not null,
  platform text not null,
  merchant_id text not null,
  -- As most written.
  name text not null,
  orders integer not null,
  net_cents integer not null,
  constraint sales_parts_pkey primary key (store_id, kind, business_day, value, platform, merchant_id)
);

-- By month, districts and payments as well; the cents of a payment are what was paid.
create table sales_part_months (
  store_id uuid not null,
  kind text not null constraint sales_part_months_kind_check check (kind in ('district', 'driver', 'coupon', 'payment')),
  month date not null,
  value text not null,
  platform text not null,
  merchant_id text not null,
  name text not null,
  orders integer not null,
  cents integer not null,
  constraint sales_part_months_pkey primary key (store_id, kind, month, value, platform, merchant_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['report_closings', 'stale_days', 'sales_days', 'sales_months', 'sales_month_days',
      'sales_day_hours', 'sales_month_hours', 'sales_parts', 'sales_part_months', 'district_days'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
    execute format('grant select, insert, update, delete on %I to balcao_app', name);
  end loop;
end $$;

-- Orders that are there already.
alter table orders no force row level security;
alter table district_days no force row level security;
insert into district_days (store_id, business_day, district_key, platform, merchant_id, name, orders, net_cents)
  select o.store_id, o.business_day, x.key, o.platform, o.merchant_id, max(x.name), count(*),
    sum(o.gross_cents - o.store_discount_cents - o.refund_cents)
  from orders o,
    lateral (select btrim(o.detail #>> '{delivery,address,district}') as name, part_key(o.detail #>> '{delivery,address,district}') as key) x
  where counts_as_sale(o) and x.key is not null
  group by 1, 2, 3, 4, 5;
alter table orders force row level security;
alter table district_days force row level security;
