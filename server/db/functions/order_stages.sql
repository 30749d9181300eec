-- The minutes of each stage of an order that was not cancelled; null where it has no such stage or
-- its time is unknown. A step that was undone counts from when it was done again. Scheduled orders have
-- no acceptance and no total: their customers chose the hour.
create or replace function order_stages(o orders) returns table (
  accept smallint, prepare smallint, wait smallint, deliver smallint, total smallint
) language sql stable as $$
  select
    case when o.timing <> 'SCHEDULED' then stage_minutes(o.created_at, e.confirmed) end,
    stage_minutes(case when o.timing = 'SCHEDULED' then coalesce(e.preparing, e.confirmed) else e.confirmed end, e.ready),
    case when o.type = 'DELIVERY' then stage_minutes(e.ready, e.dispatched) end,
    case when o.type = 'DELIVERY' then stage_minutes(e.dispatched, o.completed_at) end,
    case when o.timing <> 'SCHEDULED' then stage_minutes(o.created_at, o.completed_at) end
  from (
    select min(t.at) filter (where t.type = 'CONFIRMED') as confirmed,
      min(t.at) filter (where t.type = 'PREPARING') as preparing,
      min(t.at) filter (where t.type = 'READY') as ready,
      min(t.at) filter (where t.type = 'DISPATCHED') as dispatched
    from order_events t
    where t.store_id = o.store_id and t.order_id = o.id
      and t.type in ('CONFIRMED', 'PREPARING', 'READY', 'DISPATCHED')
      and not exists (
        select from order_events back
        where back.store_id = o.store_id and back.order_id = o.id and back.type = 'RETURNED'
          and upper(back.data ->> 'from') = t.type and back.at >= t.at)) e
  where o.status <> 'cancelled'
$$;
