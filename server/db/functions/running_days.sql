-- The business day of a moment for many stores at once: one call a store took 7 ms for a hundred of them.
create or replace function running_days(p_stores uuid[], at timestamptz) returns table (store_id uuid, day date)
  language sql stable as $$
  select s.id, b.day
  from stores s cross join lateral business_day(s.id, s.timezone, at) b
  where s.id = any (p_stores)
$$;
