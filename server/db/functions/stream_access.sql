-- The role of each of these sessions at every store, the one of support included; sessions that ended are left out.
-- Live streams of many people are checked together, and a store that somebody joined has no stream yet: no scope names
-- it. Runs as the owner, whose policies owner_checks_streams see every row.
create or replace function stream_access(p_sessions uuid[], p_owner integer, p_now timestamptz)
  returns table (session_id uuid, roles jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id,
    coalesce((select jsonb_object_agg(a.store_id, a.role) from access_entries a where a.uid = s.uid), '{}')
      || coalesce((
        select jsonb_object_agg(e.store_id, p_owner) from support_entries e
        where e.session_id = s.id and e.until > p_now), '{}')
  from sessions s
    join users u on u.uid = s.uid and u.disabled_at is null
  where s.id = any (p_sessions) and s.revoked_at is null and s.expires_at > p_now
$$;
revoke all on function stream_access from public;
grant execute on function stream_access to balcao_app;
