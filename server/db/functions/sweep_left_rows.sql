-- Deletes what a store left behind in this cell more than seven days ago, at most `p_most` rows of one call, table after
-- table in the given order. Runs as the owner, because the app may not delete from every table. Answers how many went; when
-- there was nothing more, the store is noted as swept.
create or replace function sweep_left_rows(p_store uuid, p_tables text[], p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  name text;
  gone integer := 0;
  deleted integer;
begin
  if not exists (
    select from moved_stores m where m.store_id = p_store and m.at < now() - interval '7 days') then
    return 0;
  end if;
  -- Row-level security binds the owner too.
  perform set_config('app.store_ids', p_store::text, true);
  foreach name in array p_tables loop
    if not exists (
      select from pg_policies p
      where p.schemaname = 'public' and p.tablename = name and p.policyname in ('own_stores', 'own_audit')) then
      raise 'sweep_left_rows: % is not a table of stores', name;
    end if;
    -- The mover changes the row before it copies the store back: what it copies is not seen here.
    execute format('delete from %1$I where ctid = any (array(
        select t.ctid from %1$I t join moved_stores m on m.store_id = t.%2$I
        where t.%2$I = $1 and m.at < now() - interval ''7 days'' limit $2))',
      name, case name when 'stores' then 'id' else 'store_id' end) using p_store, p_most - gone;
    get diagnostics deleted = row_count;
    gone := gone + deleted;
    exit when gone >= p_most;
  end loop;
  if gone = 0 then
    update moved_stores m set swept_at = now() where m.store_id = p_store and m.at < now() - interval '7 days';
  end if;
  return gone;
end $$;
revoke all on function sweep_left_rows(uuid, text[], integer) from public;
grant execute on function sweep_left_rows(uuid, text[], integer) to balcao_app;
