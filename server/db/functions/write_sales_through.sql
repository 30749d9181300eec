-- Rewrites both tables from that closed day on (null: from the first) to the last one. The sums begin with the
-- rows of the day before, or of the week before.
-- Days are joined by hash: the planner does not know their number and compared each with each.
create or replace function write_sales_through(p_store uuid, p_from date) returns void language plpgsql
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
