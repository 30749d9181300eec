-- The business day of a moment in this store.
create or replace function running_day(p_store uuid, at timestamptz) returns date language sql stable as $$
  select ((at at time zone s.timezone) - coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = p_store and d.effective_from <= (at at time zone s.timezone)::date
      order by d.effective_from desc limit 1), time '04:00')::interval)::date
  from stores s where s.id = p_store
$$;
