-- The hour of a moment in this store.
create or replace function running_hour(p_store uuid, at timestamptz) returns smallint language sql stable as $$
  select extract(hour from at at time zone s.timezone)::smallint from stores s where s.id = p_store
$$;
