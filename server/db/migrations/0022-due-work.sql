-- One look answers which stores have work, so that an idle store costs nothing. Only ids and counts leave these
-- functions; the rows themselves are read inside the store's own scope.
create index inbox_due_idx on inbox (next_try_at) where handled_at is null and dead_at is null;
create index outbox_due_anywhere_idx on outbox (due_at) where dead_at is null;
create index inbox_failed_idx on inbox (store_id) where dead_at is not null;
create index outbox_failed_idx on outbox (store_id) where dead_at is not null;

-- An owner that is no superuser is held by the forced policies as well.
do $$
declare
  name text;
begin
  foreach name in array array['inbox', 'outbox'] loop
    execute format('create policy due_work on %I for select to %I using (true)', name, current_user);
  end loop;
end $$;

create function due_inbox_stores(p_now timestamptz, p_except uuid[], p_most integer) returns setof uuid
language sql stable security definer set search_path from current as $$
  select store_id from inbox
  where handled_at is null and dead_at is null and next_try_at <= p_now and store_id <> all (p_except)
  group by store_id order by min(next_try_at) limit p_most
$$;

create function due_outbox_stores(p_now timestamptz, p_except uuid[], p_most integer) returns setof uuid
language sql stable security definer set search_path from current as $$
  select store_id from outbox
  where dead_at is null and due_at <= p_now and (claimed_until is null or claimed_until < p_now)
    and store_id <> all (p_except)
  group by store_id order by min(due_at) limit p_most
$$;

create function queue_states(p_now timestamptz)
returns table (queue text, due bigint, oldest_due_at timestamptz, failed bigint)
language sql stable security definer set search_path from current as $$
  select 'inbox', count(*), min(next_try_at), (select count(*) from inbox where dead_at is not null)
    from inbox where handled_at is null and dead_at is null and next_try_at <= p_now
  union all
  select 'outbox', count(*), min(due_at), (select count(*) from outbox where dead_at is not null)
    from outbox where dead_at is null and due_at <= p_now
  union all
  select 'mail', count(*), min(due_at), (select count(*) from mail_messages where dead_at is not null)
    from mail_messages where sent_at is null and dead_at is null and due_at <= p_now
$$;

revoke all on function due_inbox_stores(timestamptz, uuid[], integer), due_outbox_stores(timestamptz, uuid[], integer),
  queue_states(timestamptz) from public;
grant execute on function due_inbox_stores(timestamptz, uuid[], integer),
  due_outbox_stores(timestamptz, uuid[], integer), queue_states(timestamptz) to balcao_app;
