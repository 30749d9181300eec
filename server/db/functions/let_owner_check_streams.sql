-- Row-level security binds the owner too, unless it is a superuser. `stream_access` runs as the owner and reads who may
-- enter which store. Called by every migration run, because a dump may have been restored under another owner.
create or replace procedure let_owner_check_streams() language plpgsql as $$
declare
  protected text;
begin
  foreach protected in array array['access_entries', 'support_entries'] loop
    if exists (
      select from pg_policies p
      where p.schemaname = 'public' and p.tablename = protected and p.policyname = 'owner_checks_streams'
        and p.roles = array[current_user]) then
      continue;
    end if;
    execute format('drop policy if exists owner_checks_streams on %I', protected);
    execute format('create policy owner_checks_streams on %I for select to %I using (true)', protected, current_user);
  end loop;
end $$;
