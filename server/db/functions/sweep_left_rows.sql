-- Deletes rows of stores that left this cell more than seven days ago, of those in the caller's scope, at most `p_most` of
-- one table. Runs as the owner, because the app may not delete from every table. Answers how many went.
-- needs: app_store_ids
create or replace function sweep_left_rows(p_table text, p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  store text := case p_table when 'stores' then 'id' else 'store_id' end;
  gone integer;
begin
  if not exists (
    select from pg_policies p
    where p.schemaname = 'public' and p.tablename = p_table and p.policyname in ('own_stores', 'own_audit')) then
    raise 'sweep_left_rows: % is not a table of stores', p_table;
  end if;
  execute format('delete from %1$I where ctid = any (array(
      select t.ctid from %1$I t join moved_stores m on m.store_id = t.%2$I
      where t.%2$I = any ((select app_store_ids())::uuid[]) and m.at < now() - interval ''7 days'' limit $1))',
    p_table, store) using p_most;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function sweep_left_rows(text, integer) from public;
grant execute on function sweep_left_rows(text, integer) to balcao_app;
