-- The same as sweep_protected for tables of stores, which no scope of the app sees as a whole either.
create or replace function sweep_rows_of_stores(p_table text, p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  if p_table = 'bulk_files' then
    delete from bulk_files where ctid = any (array(
      select ctid from bulk_files where made_at < now() - interval '7 days' limit p_most));
  elsif p_table = 'bulk_parts' then
    delete from bulk_parts where ctid = any (array(
      select ctid from bulk_parts where asked_at < now() - interval '90 days' limit p_most));
  else
    raise 'sweep_rows_of_stores: % is not swept', p_table;
  end if;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function sweep_rows_of_stores(text, integer) from public;
grant execute on function sweep_rows_of_stores(text, integer) to balcao_app;
