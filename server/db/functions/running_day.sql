-- The business day of a moment in this store.
create or replace function running_day(p_store uuid, at timestamptz) returns date language sql stable as $$
  select b.day from stores s cross join lateral business_day(s.id, s.timezone, at) b where s.id = p_store
$$;
