create or replace function write_sales_so_far(p_store uuid, p_days date[]) returns void language plpgsql as $$
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
