-- The end of the business day of a moment, by the day start of the day after.
create or replace function running_day_ends(p_store uuid, at timestamptz) returns timestamptz language sql stable as $$
  select (next.day + coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = p_store and d.effective_from <= next.day
      order by d.effective_from desc limit 1), time '04:00')) at time zone s.timezone
  from stores s, lateral (select running_day(p_store, at) + 1 as day) next where s.id = p_store
$$;
