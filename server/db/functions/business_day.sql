-- The business day of a moment in a store: the local date of the moment less the start of the day, as
-- businessDayOf of contract/shared/day.ts.
create or replace function business_day(p_store uuid, p_timezone text, p_at timestamptz) returns table (day date)
  language sql stable as $$
  select ((p_at at time zone p_timezone) - s.starts_at::interval)::date
  from day_start(p_store, (p_at at time zone p_timezone)::date) s
$$;
