-- Deletes what is past its retention in the tables that no scope of the app sees as a whole, at most `p_most` rows
-- of each. Runs as the owner, whose policies (let_owner_sweep) allow nothing younger. Answers how many went.
create or replace function sweep_protected(p_most integer)
  returns table (name text, deleted bigint)
  language sql volatile security definer set search_path = public, pg_temp as $$
  with keys as (
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit p_most)) returning 1),
  audits as (
    delete from audit_entries where ctid = any (array(
      select ctid from audit_entries where at < now() - interval '5 years' limit p_most)) returning 1),
  codes as (
    delete from phone_codes where ctid = any (array(
      select ctid from phone_codes where expires_at < now() - interval '1 day' limit p_most)) returning 1)
  select 'idempotency_keys', count(*) from keys
  union all
  select 'audit_entries', count(*) from audits
  union all
  select 'phone_codes', count(*) from codes
$$;
revoke all on function sweep_protected from public;
grant execute on function sweep_protected to balcao_app;
