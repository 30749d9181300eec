-- Begins a transaction over these stores, whose rows it then sees. A writer shares each store's lock to its commit, so that
-- none is inside when the store leaves its cell (docs/adr/0110-a-store-leaves-its-cell.md). A store that has left is
-- refused with BC001, to a reader too. A reader takes the lock only then: after BC001 the directory has the new place.
create or replace function enter_stores(p_stores text, p_uid text, p_reads boolean) returns void language plpgsql as $$
declare
  stores uuid[] := string_to_array(nullif(p_stores, ''), ',')::uuid[];
  gone text;
begin
  perform set_config('app.store_ids', p_stores, true), set_config('app.uid', p_uid, true);
  if not p_reads then
    perform pg_advisory_xact_lock_shared(store_lock(s.store_id)) from unnest(stores) s (store_id);
  end if;
  -- A statement of its own: it sees what was committed while the lock was awaited.
  if exists (select from moved_stores m where m.store_id = any (stores)) then
    perform pg_advisory_xact_lock_shared(store_lock(s.store_id)) from unnest(stores) s (store_id);
    select string_agg(m.store_id::text, ',') into gone from moved_stores m where m.store_id = any (stores);
    if gone is not null then
      raise exception 'a store has left this cell' using errcode = 'BC001', detail = gone;
    end if;
  end if;
end $$;
