-- What waits in each queue, of all stores of this cell together: counts and the oldest moment, for the metrics.
-- Runs as the owner, whose policy owner_reads sees every row of inbox and outbox.
create or replace function queue_states(p_now timestamptz)
  returns table (queue text, due bigint, oldest_due_at timestamptz, failed bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select 'inbox', count(*), min(next_try_at), (select count(*) from inbox where dead_at is not null and store_id not in (select m.store_id from moved_stores m))
    from inbox where handled_at is null and dead_at is null and next_try_at <= p_now
      and store_id not in (select m.store_id from moved_stores m)
  union all
  select 'outbox', count(*), min(due_at), (select count(*) from outbox where dead_at is not null and store_id not in (select m.store_id from moved_stores m))
    from outbox where dead_at is null and due_at <= p_now
      and store_id not in (select m.store_id from moved_stores m)
  union all
  select 'mail', count(*), min(due_at), (select count(*) from mail_messages where dead_at is not null)
    from mail_messages where sent_at is null and dead_at is null and due_at <= p_now
$$;
revoke all on function queue_states from public;
grant execute on function queue_states to balcao_app;
