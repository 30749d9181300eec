-- The key of a store's advisory lock: shared by its writers, exclusive while it leaves its cell.
create or replace function store_lock(p_store uuid) returns bigint language sql immutable parallel safe as $$
  select hashtextextended(p_store::text, 7)
$$;
