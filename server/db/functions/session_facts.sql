-- The caller and the stores they have access to, in one round trip. Null when the session is gone.
create or replace function session_facts(p_session uuid, p_uid text) returns jsonb language plpgsql as $$
declare
  facts jsonb;
begin
  perform set_config('app.uid', p_uid, true);
  select jsonb_build_object(
      'name', u.name,
      'email', u.email,
      'phoneNumber', u.phone_number,
      'tokenVersion', u.token_version,
      'profileVersion', u.profile_version,
      'disabled', u.disabled_at is not null,
      'revoked', s.revoked_at is not null,
      'signedInAt', s.signed_in_at,
      'expiresAt', s.expires_at,
      'secondFactor', s.second_factor,
      'lastSeenAt', s.last_seen_at,
      'access', coalesce((
        select jsonb_agg(jsonb_build_object('storeId', a.store_id, 'role', a.role))
        from access_entries a where a.uid = p_uid), '[]'),
      'support', (
        select jsonb_build_object('storeId', e.store_id, 'until', e.until)
        from support_entries e where e.session_id = p_session and e.uid = p_uid))
    into facts
    from sessions s join users u on u.uid = s.uid
    where s.id = p_session and s.uid = p_uid;
  return facts;
end $$;
