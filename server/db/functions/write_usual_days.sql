create or replace function write_usual_days(p_store uuid, p_days date[], p_through date) returns void language sql as $$
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
