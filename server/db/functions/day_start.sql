-- The start of a business day in a store, as a local time: that of the last change up to this day. A table of
-- one row, because the planner inlines such a function and no other.
create or replace function day_start(p_store uuid, p_day date) returns table (starts_at time)
  language sql stable as $$
  select coalesce((
    select d.starts_at from store_day_starts d
    where d.store_id = p_store and d.effective_from <= p_day
    order by d.effective_from desc limit 1), time '{{default day start}}')
$$;
