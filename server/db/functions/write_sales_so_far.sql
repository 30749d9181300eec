-- Rewrites the days' rows of sales_so_far from sales_hours.
create or replace function write_sales_so_far(p_store uuid, p_days date[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
begin
  delete from sales_so_far where store_id = p_store and business_day = any (p_days);
  insert into sales_so_far (store_id, hour, business_day,
      {{$}})
    select p_store, g.hour, d.business_day,
      {{sum(coalesce(h.$, 0)) over hours}}
    from (select distinct business_day from sales_hours where store_id = p_store and business_day = any (p_days)) d
      cross join generate_series(0, 23) g (hour)
      left join (
        select business_day, hour,
          {{sum($) as $}}
        from sales_hours
        where store_id = p_store and business_day = any (p_days) group by 1, 2) h
        on h.business_day = d.business_day and h.hour = g.hour
    window hours as (partition by d.business_day order by g.hour)
    order by g.hour, d.business_day;
end $$;
