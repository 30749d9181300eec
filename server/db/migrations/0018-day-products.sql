-- What a closed day sold of each product and what it usually sells, without channels: a row a product where
-- product_days has one for each channel of five days. Of the first day that is not closed only what is usual is
-- known. Usual: the four same weekdays before, together. Written when a day is closed, for it and for
-- the days to whose usual it belongs.
create table day_products (
  store_id uuid not null,
  business_day date not null,
  product_key text not null,
  -- A product that is called differently on two channels is two.
  line smallint not null,
  -- As sold on the day, else as last sold before it.
  name text not null,
  quantity_milli integer not null,
  cents integer not null,
  usual_milli integer not null,
  -- { merchant id: [quantity, cents, usual] }, for who asks for some channels only.
  by_merchant jsonb not null,
  constraint day_products_pkey primary key (store_id, business_day, product_key, line)
);

-- By store and day: how many of its usual days had orders, and their orders by hour (24, together).
create table usual_days (
  store_id uuid not null,
  business_day date not null,
  days smallint not null,
  orders integer[] not null,
  constraint usual_days_pkey primary key (store_id, business_day)
);

-- What a closed day had sold from its hour 0 to the end of an hour, all channels together, in the columns of
-- sales_days. Any stretch of hours is a row less another one, a whole day the row of the hour 23.
create table sales_so_far (
  store_id uuid not null,
  hour smallint not null,
  business_day date not null,
  constraint sales_so_far_pkey primary key (store_id, hour, business_day)
);

do $$
declare
  name text;
begin
  for name in select attname from pg_attribute where attrelid = 'sales_days'::regclass and attnum > 5 and not attisdropped order by attnum loop
    execute format('alter table sales_so_far add column %I integer not null', name);
  end loop;
  foreach name in array array['day_products', 'usual_days', 'sales_so_far'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
    execute format('grant select, insert, update, delete on %I to balcao_app', name);
  end loop;
end $$;

-- Days that lie after p_through + 1 are left out.
create function write_day_products(p_store uuid, p_days date[], p_through date) returns void language sql as $$
  delete from day_products where store_id = p_store and business_day = any (p_days);
  insert into day_products (store_id, business_day, product_key, line, name, quantity_milli, cents, usual_milli, by_merchant)
  select p_store, q.day, q.product_key, row_number() over (partition by q.day, q.product_key order by q.name),
    case when q.day > p_through then coalesce(n.name, q.name) else q.name end,
    q.quantity, q.cents, q.usual, q.by_merchant
  from (
    select day, product_key, name, sum(quantity) as quantity, sum(cents) as cents, sum(usual) as usual,
      jsonb_object_agg(merchant_id, jsonb_build_array(quantity, cents, usual)) as by_merchant
    from (
      select day, product_key, merchant_id, quantity, cents, usual, coalesce(own_name,
          max(own_name) over (partition by day, product_key),
          first_value(last_name) over (partition by day, product_key order by back, last_name)) as name
      from (
        select a.day, d.product_key, d.merchant_id, min(b.back) as back,
          max(d.name) filter (where b.back = 0) as own_name,
          (array_agg(d.name order by b.back, d.name))[1] as last_name,
          coalesce(sum(d.quantity_milli) filter (where b.back = 0), 0) as quantity,
          coalesce(sum(d.cents) filter (where b.back = 0), 0) as cents,
          coalesce(sum(d.quantity_milli) filter (where b.back > 0), 0) as usual
        from unnest(p_days) a (day) cross join unnest(array[0, 7, 14, 21, 28]) b (back)
          join product_days d on d.store_id = p_store and d.business_day = a.day - b.back
        where a.day <= p_through + 1 and (b.back > 0 or a.day <= p_through)
          and (d.quantity_milli <> 0 or d.cents <> 0)
        group by 1, 2, 3) c) m
    group by 1, 2, 3) q
    left join sold_products n on n.store_id = p_store and n.product_key = q.product_key
$$;

create function write_usual_days(p_store uuid, p_days date[], p_through date) returns void language sql as $$
  delete from usual_days where store_id = p_store and business_day = any (p_days);
  insert into usual_days (store_id, business_day, days, orders)
  select p_store, h.day, max(h.days), array_agg(h.orders order by h.hour)
  from (
    select a.day, g.hour, coalesce(sum(s.received - s.cancelled) filter (where s.hour = g.hour), 0) as orders,
      count(distinct s.business_day) as days
    from unnest(p_days) a (day) cross join unnest(array[7, 14, 21, 28]) b (back)
      join sales_hours s on s.store_id = p_store and s.business_day = a.day - b.back and s.received > s.cancelled
      cross join generate_series(0, 23) g (hour)
    where a.day <= p_through + 1
    group by 1, 2) h
  group by 2
$$;

create function write_sales_so_far(p_store uuid, p_days date[]) returns void language plpgsql as $$
declare
  columns text[] := (
    select array_agg(quote_ident(attname) order by attnum) from pg_attribute
    where attrelid = 'sales_so_far'::regclass and attnum > 3 and not attisdropped);
begin
  delete from sales_so_far where store_id = p_store and business_day = any (p_days);
  execute format(
    'insert into sales_so_far (store_id, hour, business_day, %1$s)
     select $1, g.hour, d.business_day, %2$s
     from (select distinct business_day from sales_hours where store_id = $1 and business_day = any ($2)) d
       cross join generate_series(0, 23) g (hour)
       left join (
         select business_day, hour, %3$s from sales_hours
         where store_id = $1 and business_day = any ($2) group by 1, 2) h
         on h.business_day = d.business_day and h.hour = g.hour
     window hours as (partition by d.business_day order by g.hour)
     order by g.hour, d.business_day',
    array_to_string(columns, ', '),
    (select string_agg(format('sum(coalesce(h.%1$s, 0)) over hours', name), ', ') from unnest(columns) name),
    (select string_agg(format('sum(%1$s) as %1$s', name), ', ') from unnest(columns) name))
  using p_store, p_days;
end $$;

-- A product that is renamed is the same product: known by its new name from its first sale on.
create or replace function remember_product() returns trigger language plpgsql as $$
begin
  insert into sold_products as p (store_id, product_key, name_key, name)
    values (new.store_id, new.product_key, search_key(new.name), new.name)
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key, name = excluded.name
    where p.name <> excluded.name;
  update day_products d set name = new.name
    where d.store_id = new.store_id and d.business_day = new.business_day and d.product_key = new.product_key
      and d.quantity_milli = 0 and d.cents = 0 and d.name <> new.name;
  return null;
end $$;

drop function write_usual_products(uuid, date);
drop table usual_products;

-- Stores whose days are closed already, from the first of them on.
alter table report_closings no force row level security;
alter table day_products no force row level security;
alter table usual_days no force row level security;
alter table sales_so_far no force row level security;
alter table product_days no force row level security;
alter table sales_hours no force row level security;
alter table sold_products no force row level security;
select write_day_products(c.store_id, d.days, c.through), write_usual_days(c.store_id, d.days, c.through),
  write_sales_so_far(c.store_id, array_remove(d.days, c.through + 1))
from report_closings c cross join lateral (
  select array_agg(day::date) as days
  from generate_series((select min(business_day) from sales_hours s where s.store_id = c.store_id), c.through + 1, interval '1 day') day) d
where c.through is not null and d.days is not null;
alter table report_closings force row level security;
alter table day_products force row level security;
alter table usual_days force row level security;
alter table sales_so_far force row level security;
alter table product_days force row level security;
alter table sales_hours force row level security;
alter table sold_products force row level security;
