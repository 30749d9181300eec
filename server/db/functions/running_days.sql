-- The business day of a moment for many stores at once: one call a store took 7 ms for a hundred of them.
create or replace function running_days(p_stores uuid[], at timestamptz) returns table (store_id uuid, day date)
  language sql stable as $$
  select s.id, ((at at time zone s.timezone) - coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = s.id and d.effective_from <= (at at time zone s.timezone)::date
      order by d.effective_from desc limit 1), time '04:00')::interval)::date
  from stores s where s.id = any (p_stores)
$$;
