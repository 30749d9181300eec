-- The business day that a moment belongs to, for many stores at once: asked store by store, a
-- hundred of them cost 7 ms.
create function running_days(p_stores uuid[], at timestamptz) returns table (store_id uuid, day date)
  language sql stable as $$
  select s.id, ((at at time zone s.timezone) - coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = s.id and d.effective_from <= (at at time zone s.timezone)::date
      order by d.effective_from desc limit 1), time '04:00')::interval)::date
  from stores s where s.id = any (p_stores)
$$;

-- A name that some hundred orders have is read by stretches of days: the day stands in the index.
drop index orders_buyer_idx;
drop index orders_buyer_surname_idx;
create index orders_buyer_idx on orders (store_id, buyer_key, business_day) where buyer_key is not null;
create index orders_buyer_surname_idx on orders (store_id, buyer_surname_key, business_day)
  where buyer_surname_key is not null;

-- An order that a partner sent to try the connection is worked like any other and is no sale. What
-- such orders had counted for is taken back first, by the functions that had counted them.
alter table orders no force row level security;
alter table order_items no force row level security;
alter table sales_hours no force row level security;
alter table payment_days no force row level security;
alter table product_days no force row level security;
select roll_up(array_agg(o), -1) from orders o where o.is_test group by o.store_id;
alter table orders force row level security;
alter table order_items force row level security;
alter table sales_hours force row level security;
alter table payment_days force row level security;
alter table product_days force row level security;

create function counts_as_sale(o orders) returns boolean language sql immutable as $$
  select o.status <> 'cancelled' and not o.is_test
$$;

-- As in migration 0003; an order that was a test has no figures at all.
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
end $$;

-- What a partner was told of the store's pause (research: interruptions), one row a merchant.
create table channel_pauses (
  store_id uuid not null constraint channel_pauses_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  -- As the partner knows it; null: none of ours is there.
  interruption_id text,
  ends_at timestamptz,
  -- Of the store's capacity, the version that this answers: an older one is still on its way.
  capacity_version integer not null,
  -- Why the partner did not do it, in our words.
  refusal text,
  updated_at timestamptz not null,
  constraint channel_pauses_pkey primary key (store_id, merchant_id)
);
alter table channel_pauses enable row level security;
alter table channel_pauses force row level security;
create policy own_stores on channel_pauses
  using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on channel_pauses to balcao_app;
