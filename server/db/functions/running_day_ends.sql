-- The end of the business day of a moment, by the day start of the day after.
create or replace function running_day_ends(p_store uuid, at timestamptz) returns timestamptz language sql stable as $$
  select (b.day + 1 + next.starts_at) at time zone s.timezone
  from stores s
    cross join lateral business_day(s.id, s.timezone, at) b
    cross join lateral day_start(s.id, b.day + 1) next
  where s.id = p_store
$$;
