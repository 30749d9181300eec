-- Row-level security binds the owner too: it may delete, and see for that, only what is older than its retention.
-- Called by every migration run, because a dump may have been restored under another owner.
create or replace procedure let_owner_sweep() language plpgsql as $$
declare
  old record;
begin
  for old in select * from (values
    ('idempotency_keys', 'created_at < now() - interval ''24 hours''', '24:00:00'),
    ('audit_entries', 'at < now() - interval ''5 years''', '5 years'),
    ('phone_codes', 'expires_at < now() - interval ''1 day''', '1 day'),
    ('bulk_files', 'made_at < now() - interval ''7 days''', '7 days'),
    ('bulk_parts', 'asked_at < now() - interval ''90 days''', '90 days')
  ) as t(name, condition, age) loop
    continue when exists (
      select from pg_policies p
      where p.schemaname = 'public' and p.tablename = old.name and p.policyname = 'owner_sweeps'
        and p.roles = array[current_user] and p.qual like '%' || old.age || '%');
    execute format('drop policy if exists owner_sees_old on %I', old.name);
    execute format('drop policy if exists owner_sweeps on %I', old.name);
    execute format('create policy owner_sees_old on %I for select to current_user using (%s)', old.name, old.condition);
    execute format('create policy owner_sweeps on %I for delete to current_user using (%s)', old.name, old.condition);
  end loop;
  -- In a cell: what was noted of stores that have left it, and was copied with them.
  if not exists (
    select from pg_policies p
    where p.schemaname = 'public' and p.tablename = 'audit_entries' and p.policyname = 'owner_sweeps_left'
      and p.roles = array[current_user]) then
    drop policy if exists owner_sweeps_left on audit_entries;
    create policy owner_sweeps_left on audit_entries for delete to current_user using (store_id in (
      select m.store_id from moved_stores m where m.at < now() - interval '7 days'));
  end if;
end $$;
