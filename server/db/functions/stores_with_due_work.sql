-- The stores that have work now, the longest waiting first: `outbox` for effects that are due and not claimed,
-- `inbox` for partners' events that are not handled. Returns store ids and nothing else, so a worker can ask for
-- all stores in one statement and then open the scope of those that it takes.
-- A store may be returned although its effects cannot be claimed yet: an earlier effect of the same lane runs.
-- Runs as the owner, whose policy owner_reads sees every row of the two tables.
create or replace function stores_with_due_work(p_now timestamptz, p_work text[], p_limit integer)
  returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select due.store_id
  from (
    select o.store_id, min(o.due_at) as since
    from outbox o
    where 'outbox' = any (p_work) and o.dead_at is null and o.due_at <= p_now
      and (o.claimed_until is null or o.claimed_until < p_now)
    group by 1
    union all
    select i.store_id, min(i.next_try_at)
    from inbox i
    where 'inbox' = any (p_work) and i.handled_at is null and i.dead_at is null and i.next_try_at <= p_now
    group by 1) due
  -- The effects of a store that left are done in its new cell.
  where due.store_id not in (select m.store_id from moved_stores m)
  group by 1
  order by min(due.since)
  limit p_limit
$$;
revoke all on function stores_with_due_work from public;
grant execute on function stores_with_due_work to balcao_app;
