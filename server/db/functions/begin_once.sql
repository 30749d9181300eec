-- Takes the key of a call for a run, in one statement: false where another run has it or had it. The call's store is entered
-- first. A key is free again once it is older than `p_old_before`; the same input also takes over a run that has not ended, if
-- it began before `p_abandoned_before` or `p_takes_over` is set. See server/db/idempotency-keys.ts.
create or replace function begin_once(
  p_store text, p_uid text, p_route text, p_key text, p_request_hash bytea, p_now timestamptz,
  p_old_before timestamptz, p_abandoned_before timestamptz, p_takes_over boolean
) returns boolean language plpgsql as $$
begin
  perform enter_stores(p_store, p_uid, false);
  insert into idempotency_keys as k (uid, selected_store, route, key, request_hash, created_at)
  values (p_uid, p_store, p_route, p_key, p_request_hash, p_now)
  on conflict on constraint idempotency_keys_pkey do update
    set request_hash = excluded.request_hash, status = null, reply = null, created_at = excluded.created_at
    where k.created_at < p_old_before
      or (k.status is null and (p_takes_over or k.created_at < p_abandoned_before)
        and k.request_hash = excluded.request_hash);
  return found;
end $$;
