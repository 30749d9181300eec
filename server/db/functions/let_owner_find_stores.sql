-- Row-level security binds the owner too, unless it is a superuser. `find_stores` runs as the owner and reads names
-- and documents of all stores. Called by every migration run, because a dump may have been restored under another owner.
create or replace procedure let_owner_find_stores() language plpgsql as $$
begin
  if exists (
    select from pg_policies p
    where p.schemaname = 'public' and p.tablename = 'stores' and p.policyname = 'owner_finds'
      and p.roles = array[current_user]) then
    return;
  end if;
  drop policy if exists owner_finds on stores;
  execute format('create policy owner_finds on stores for select to %I using (true)', current_user);
end $$;
