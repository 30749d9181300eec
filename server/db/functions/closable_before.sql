-- The closing job closes no day from this one on. Eight hours late, so that orders of an evening in Brazil never
-- wait for it.
create or replace function closable_before() returns date language sql volatile as $$
  select ((clock_timestamp() at time zone 'UTC') - interval '8 hours')::date
$$;
