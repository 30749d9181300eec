-- Moves the store's scheduled orders of this day and later ones to the day and hour that they are for, with their
-- figures: after the start of the day or the zone changed. Returns how many moved.
create or replace function place_scheduled_orders(p_store uuid, p_from date) returns integer language plpgsql as $$
declare
  former orders[];
  placed orders[];
begin
  perform from orders o
    where o.store_id = p_store and o.timing = 'SCHEDULED' and o.scheduled_for is not null and o.business_day >= p_from
    order by o.id for update;

  select array_agg(o) into former
    from orders o
      join stores s on s.id = o.store_id
      cross join lateral business_day(s.id, s.timezone, o.scheduled_for) b
    where o.store_id = p_store and o.timing = 'SCHEDULED' and o.scheduled_for is not null and o.business_day >= p_from
      and (b.day, extract(hour from o.scheduled_for at time zone s.timezone)) <> (o.business_day, o.hour);
  if former is null then
    return 0;
  end if;

  with moved as (
    update orders o set business_day = b.day, hour = extract(hour from o.scheduled_for at time zone s.timezone)::smallint,
      version = o.version + 1
    from unnest(former) f join stores s on s.id = f.store_id
      cross join lateral business_day(s.id, s.timezone, f.scheduled_for) b
    where o.store_id = p_store and o.id = f.id
    returning o)
  select array_agg(m.o) into placed from moved m;

  perform roll_up(placed, former);
  update reviews v set business_day = o.business_day from unnest(placed) o
    where v.store_id = p_store and v.order_id = o.id;
  update late_changes c set business_day = o.business_day from unnest(placed) o
    where c.store_id = p_store and c.order_id = o.id;
  update order_settlements q set sale_day = o.business_day from unnest(placed) o
    where q.store_id = p_store and q.order_external_id = o.external_id and q.order_id = o.id;
  return cardinality(placed);
end $$;
