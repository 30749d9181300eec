-- What a store had sold up to the end of each closed day, so that any closed days in a row are the difference
-- of two of them instead of a row for each month and each day left over. Kept for every day from the first
-- sale of its channel and type on, also for days without any. bigint: a year of a large store is half of what
-- an integer holds in cents.
do $$
declare
  columns text;
begin
  select string_agg(format('%I bigint not null', attname), ', ' order by attnum) into columns
    from pg_attribute
    where attrelid = 'sales_days'::regclass and attnum > 5 and not attisdropped;
  execute format('create table sales_through (store_id uuid not null, business_day date not null, platform text not null,
    merchant_id text not null, type text not null, %s,
    constraint sales_through_pkey primary key (store_id, business_day, platform, merchant_id, type))', columns);
end $$;

-- The same by the hour, of all days with the weekday of the day (ISO) up to it: the weekdays and hours of any
-- closed days in a row are the difference of two weeks. An hour of one weekday and channel takes decades to
-- fill an integer.
create table sales_weekday_hours (like sales_day_hours including defaults,
  constraint sales_weekday_hours_pkey primary key (store_id, business_day, platform, merchant_id));

do $$
declare
  kept text;
begin
  foreach kept in array array['sales_through', 'sales_weekday_hours'] loop
    execute format('alter table %I enable row level security', kept);
    execute format('alter table %I force row level security', kept);
    execute format('create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[]))
      with check (store_id = any ((select app_store_ids())::uuid[]))', kept);
    execute format('grant select, insert, update, delete on %I to balcao_app', kept);
  end loop;
end $$;

-- Writes both anew from that closed day on (null: from the first) to the last one. The rows of the day before,
-- or of the week before, are what the sums begin with.
-- Days are joined by hash: the planner, which does not know how many there are, compared each with each.
create function write_sales_through(p_store uuid, p_from date) returns void language plpgsql
  set enable_mergejoin = off set enable_nestloop = off as $$
declare
  last constant date := (select through from report_closings where store_id = p_store);
  begins constant date := coalesce(p_from, (select min(business_day) from sales_days where store_id = p_store));
  measures constant text[] := (
    select array_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = 'sales_through'::regclass and attnum > 5 and not attisdropped);
  hours constant text[] := (
    select array_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = 'sales_weekday_hours'::regclass and attnum > 4 and not attisdropped);
begin
  delete from sales_through where store_id = p_store and (p_from is null or business_day >= p_from);
  delete from sales_weekday_hours where store_id = p_store and (p_from is null or business_day >= p_from);
  execute format(
    'with before as (select * from sales_through where store_id = $1 and business_day = $2 - 1),
     sold as (select * from sales_days where store_id = $1 and business_day >= $2 and business_day <= $3),
     keys as (
       select platform, merchant_id, type, min(first) as first from (
         select platform, merchant_id, type, $2 as first from before
         union all
         select platform, merchant_id, type, business_day from sold where received <> 0) known
       group by 1, 2, 3)
     insert into sales_through (store_id, business_day, platform, merchant_id, type, %1$s)
       select $1, d.day, k.platform, k.merchant_id, k.type, %2$s
       from keys k
         cross join lateral (select day::date as day from generate_series(k.first, $3, interval ''1 day'') day) d
         left join before b using (platform, merchant_id, type)
         left join sold s on s.business_day = d.day and s.platform = k.platform and s.merchant_id = k.merchant_id
           and s.type = k.type
       window days as (partition by k.platform, k.merchant_id, k.type order by d.day)',
    array_to_string(measures, ', '),
    (select string_agg(format('coalesce(b.%1$s, 0) + sum(coalesce(s.%1$s, 0)) over days', name), ', ')
       from unnest(measures) name))
  using p_store, begins, last;
  execute format(
    'with before as (
       select * from sales_weekday_hours where store_id = $1 and business_day >= $2 - 7 and business_day < $2),
     sold as (select * from sales_day_hours where store_id = $1 and business_day >= $2 and business_day <= $3),
     keys as (
       select platform, merchant_id, min(first) as first from (
         select platform, merchant_id, $2 as first from before
         union all
         select platform, merchant_id, business_day from sold) known
       group by 1, 2)
     insert into sales_weekday_hours (store_id, business_day, platform, merchant_id, %1$s)
       select $1, d.day, k.platform, k.merchant_id, %2$s
       from keys k
         cross join lateral (select day::date as day from generate_series(k.first, $3, interval ''1 day'') day) d
         left join before b on b.platform = k.platform and b.merchant_id = k.merchant_id
           and extract(isodow from b.business_day) = extract(isodow from d.day)
         left join sold s on s.business_day = d.day and s.platform = k.platform and s.merchant_id = k.merchant_id
       window weekdays as (partition by k.platform, k.merchant_id, extract(isodow from d.day) order by d.day)',
    array_to_string(hours, ', '),
    (select string_agg(format('coalesce(b.%1$s, 0) + sum(coalesce(s.%1$s, 0)) over weekdays', name), ', ')
       from unnest(hours) name))
  using p_store, begins, last;
end $$;

-- A month in which nothing was sold has the sums of the month before, up to the last closed one: whoever needs
-- what was sold up to a month looks there and nowhere else.
create function fill_product_months(p_store uuid) returns void language plpgsql as $$
declare
  missing date;
begin
  for missing in
    select m.month::date
    from report_closings c
      cross join lateral (
        select generate_series((select min(month) from product_months where store_id = c.store_id),
          date_trunc('month', c.through), interval '1 month') as month) m
    where c.store_id = p_store
      and not exists (select from product_months p where p.store_id = c.store_id and p.month = m.month)
    order by 1
  loop
    insert into product_months
      select p.store_id, missing, p.product_key, p.platform, p.merchant_id, p.quantity_milli, p.cents, p.orders,
        p.option_quantity_milli, p.option_cents, p.discount_cents, p.cancelled_orders, p.cancelled_cents
      from product_months p
      where p.store_id = p_store and p.month = (missing - interval '1 month')::date;
  end loop;
end $$;

drop table sales_months;
drop table sales_month_hours;

-- Stores whose days are closed already. A type of its own, '', holds all types together, and a channel of its
-- own, '', all channels: days are drawn by channel and products are summed without any much more often.
alter table report_closings no force row level security;
alter table sales_days no force row level security;
alter table sales_day_hours no force row level security;
alter table sales_month_days no force row level security;
alter table product_months no force row level security;
alter table product_month_days no force row level security;
alter table sales_through no force row level security;
alter table sales_weekday_hours no force row level security;
select write_sales_through(store_id, null) from report_closings where through is not null;
do $$
declare
  columns constant text[] := (
    select array_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = 'sales_month_days'::regclass and attnum > 5 and not attisdropped);
begin
  execute format(
    'insert into sales_month_days (store_id, month, platform, merchant_id, type, %s)
     select store_id, month, platform, merchant_id, '''', %s from sales_month_days group by 1, 2, 3, 4',
    array_to_string(columns, ', '),
    (select string_agg(format('sum(%s)', name), ', ') from unnest(columns) name));
end $$;
do $$
declare
  measures constant text[] := (
    select array_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = 'product_months'::regclass and attnum > 5 and not attisdropped);
begin
  execute format(
    'insert into product_months (store_id, month, product_key, platform, merchant_id, %s)
     select store_id, month, product_key, '''', '''', %s from product_months group by 1, 2, 3',
    array_to_string(measures, ', '),
    (select string_agg(format('sum(%s)', name), ', ') from unnest(measures) name));
  execute format(
    'insert into product_month_days (store_id, month, product_key, platform, merchant_id, %s)
     select store_id, month, product_key, '''', '''', %s
     from (
       select m.store_id, m.month, m.product_key, n.day, %s
       from product_month_days m
         join (select store_id, month, max(cardinality(cents)) as days from product_month_days group by 1, 2) whole
           using (store_id, month)
         cross join lateral generate_series(1, whole.days) n (day)
       group by 1, 2, 3, 4) sums
     group by 1, 2, 3',
    array_to_string(measures, ', '),
    (select string_agg(format('array_agg(%s order by day)', name), ', ') from unnest(measures) name),
    (select string_agg(format('sum(m.%1$s[least(n.day, cardinality(m.cents))])::integer as %1$s', name), ', ')
       from unnest(measures) name));
end $$;
select fill_product_months(store_id) from report_closings where through is not null;
alter table report_closings force row level security;
alter table sales_days force row level security;
alter table sales_day_hours force row level security;
alter table sales_month_days force row level security;
alter table product_months force row level security;
alter table product_month_days force row level security;
alter table sales_through force row level security;
alter table sales_weekday_hours force row level security;
