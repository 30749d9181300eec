-- Closed figures of products and customers: written by the closing job (server/reports/closing),
-- never by an order, so that intake pays nothing for them.

-- The name that a product was last sold under, for who reads its key: kept once a day and product.
alter table sold_products add column name text not null default '';
create or replace function remember_product() returns trigger language plpgsql as $$
begin
  insert into sold_products as p (store_id, product_key, name_key, name)
    values (new.store_id, new.product_key, search_key(new.name), new.name)
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key, name = excluded.name
    where p.name <> excluded.name;
  return null;
end $$;
alter table product_days no force row level security;
alter table sold_products no force row level security;
update sold_products p set name = d.name
  from (
    select distinct on (store_id, product_key) store_id, product_key, name
    from product_days order by store_id, product_key, business_day desc) d
  where d.store_id = p.store_id and d.product_key = p.product_key;
alter table product_days force row level security;
alter table sold_products force row level security;

-- What a product sold from its first day to the end of the month (or to the last closed day in it).
-- A product has a row in every month since its first, so that any run of days is the difference of
-- two ends, however long it is.
create table product_months (
  store_id uuid not null,
  month date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  quantity_milli bigint not null,
  cents bigint not null,
  -- Valid orders with it.
  orders bigint not null,
  -- Of the quantity, what was ordered with at least one option; and what the options cost.
  option_quantity_milli bigint not null,
  option_cents bigint not null,
  -- Its part of the store's discounts.
  discount_cents bigint not null,
  cancelled_orders bigint not null,
  cancelled_cents bigint not null,
  constraint product_months_pkey primary key (store_id, month, product_key, platform, merchant_id)
);

-- The same within a month: element n is the sum of its first n days. At most 31 short elements each,
-- so they stay in the row, uncompressed: an element is read without unpacking.
create table product_month_days (
  store_id uuid not null,
  month date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  quantity_milli integer[] storage plain not null,
  cents integer[] storage plain not null,
  orders integer[] storage plain not null,
  option_quantity_milli integer[] storage plain not null,
  option_cents integer[] storage plain not null,
  discount_cents integer[] storage plain not null,
  cancelled_orders integer[] storage plain not null,
  cancelled_cents integer[] storage plain not null,
  constraint product_month_days_pkey primary key (store_id, month, product_key, platform, merchant_id)
);

-- The first n sums; where there are fewer the last one goes on.
create function padded_sums(sums integer[], n integer) returns integer[] language sql immutable parallel safe as $$
  select case
    when coalesce(cardinality(sums), 0) = 0 then array_fill(0, array[n])
    when cardinality(sums) >= n then sums[1:n]
    else sums || array_fill(sums[cardinality(sums)], array[n - cardinality(sums)])
  end
$$;

-- The unit price that most lines of a day had, from the day where it changed.
create table product_prices (
  store_id uuid not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  since date not null,
  unit_price_cents integer not null,
  -- Null: the first price ever seen.
  before_cents integer,
  constraint product_prices_pkey primary key (store_id, product_key, platform, merchant_id, since)
);

-- Each identified customer to the last closed day, valid orders only.
create table customer_figures (
  store_id uuid not null,
  customer_id uuid not null,
  first_day date not null,
  -- Of the second order, which may be of the same day.
  second_day date,
  last_day date not null,
  orders integer not null,
  -- Net of discounts of the store and refunds.
  cents bigint not null,
  -- As written with the last delivery; '' without any.
  district text not null,
  constraint customer_figures_pkey primary key (store_id, customer_id)
);

-- Sums of customer_figures and of the orders behind them, so that a report of many stores reads no customer.
create table customer_standings (
  store_id uuid not null,
  last_day date not null,
  -- Orders so far: 1, 2 (two to four) or 5 (five and more).
  frequency smallint not null constraint customer_standings_frequency_check check (frequency in (1, 2, 5)),
  -- Spent as much as contract/reports/customer.ts calls high.
  high_value boolean not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  -- Days from the first to the last order, summed.
  span_days bigint not null,
  constraint customer_standings_pkey primary key (store_id, last_day, frequency, high_value)
);

create table customer_first_days (
  store_id uuid not null,
  first_day date not null,
  customers integer not null,
  -- Ordered again within so many days.
  again_30 integer not null,
  again_60 integer not null,
  again_90 integer not null,
  constraint customer_first_days_pkey primary key (store_id, first_day)
);

create table customer_cohorts (
  store_id uuid not null,
  first_month date not null,
  month date not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  constraint customer_cohorts_pkey primary key (store_id, first_month, month)
);

create table customer_districts (
  store_id uuid not null,
  district_key text not null,
  district text not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  constraint customer_districts_pkey primary key (store_id, district_key)
);

-- The customers who spent most, so that nobody sorts all of them.
create table customer_tops (
  store_id uuid not null,
  rank smallint not null,
  customer_id uuid not null,
  orders integer not null,
  cents bigint not null,
  last_day date not null,
  constraint customer_tops_pkey primary key (store_id, rank)
);

do $$
declare
  name text;
begin
  foreach name in array array['product_months', 'product_month_days', 'product_prices', 'customer_figures',
      'customer_standings', 'customer_first_days', 'customer_cohorts', 'customer_districts', 'customer_tops'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on product_months, product_month_days, product_prices, customer_figures,
  customer_standings, customer_first_days, customer_cohorts, customer_districts, customer_tops to balcao_app;
