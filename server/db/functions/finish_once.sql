-- Keeps the reply of a call under its key, in one statement: server/db/idempotency-keys.ts.
create or replace function finish_once(p_store text, p_uid text, p_route text, p_key text, p_reply text) returns void
  language plpgsql as $$
begin
  perform enter_stores(p_store, p_uid, false);
  update idempotency_keys set status = 200, reply = p_reply
  where uid = p_uid and selected_store = p_store and route = p_route and key = p_key;
end $$;
