-- Numbers events in their store's stream. Holds the store's row of store_streams to the commit, so that numbers
-- become visible in their order and without a gap: the last statement of a transaction.
create or replace function publish_live_events(
  p_stores uuid[], p_orders uuid[], p_types text[], p_ats timestamptz[]
) returns void language sql as $$
  with event as (
    select e.* from unnest(p_stores, p_orders, p_types, p_ats) with ordinality
      as e (store_id, order_id, type, at, place)
  ),
  numbered as (
    insert into store_streams as s (store_id, last_seq)
      select e.store_id, count(*) from event e group by e.store_id
      -- Every caller locks in this order, so that two cannot deadlock.
      order by e.store_id
    on conflict on constraint store_streams_pkey do update set last_seq = s.last_seq + excluded.last_seq
    returning s.store_id, s.last_seq
  )
  insert into live_events (store_id, seq, order_id, type, at)
    select e.store_id,
      n.last_seq - count(*) over (partition by e.store_id) + row_number() over (partition by e.store_id order by e.place),
      e.order_id, e.type, e.at
    from event e join numbered n on n.store_id = e.store_id
$$;
