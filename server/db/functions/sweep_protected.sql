-- Deletes what is past its retention in a table that no scope of the app sees as a whole, at most `p_most` rows. Runs as
-- the owner, whose policies (let_owner_sweep) allow nothing younger. Answers how many went.
create or replace function sweep_protected(p_table text, p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  if p_table = 'idempotency_keys' then
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit p_most));
  elsif p_table = 'audit_entries' then
    delete from audit_entries where ctid = any (array(
      select ctid from audit_entries where at < now() - interval '5 years' limit p_most));
  elsif p_table = 'phone_codes' then
    delete from phone_codes where ctid = any (array(
      select ctid from phone_codes where expires_at < now() - interval '1 day' limit p_most));
  elsif p_table = 'accountant_links' then
    delete from accountant_links where ctid = any (array(
      select ctid from accountant_links where least(expires_at, revoked_at) < now() - interval '180 days' limit p_most));
  elsif p_table = 'group_grants' then
    delete from group_grants where ctid = any (array(
      select ctid from group_grants where ended_at < now() - interval '180 days' limit p_most));
  elsif p_table = 'group_grant_answers' then
    -- What they answered is gone, with its group or by the rows above.
    delete from group_grant_answers where ctid = any (array(
      select ctid from group_grant_answers a
      where not exists (select from group_grants g where g.id = a.grant_id) limit p_most));
  else
    raise 'sweep_protected: % is not protected', p_table;
  end if;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function sweep_protected(text, integer) from public;
grant execute on function sweep_protected(text, integer) to balcao_app;
