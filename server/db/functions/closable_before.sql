-- No store has closed this day or a later one. Uses the clock, not the start of the transaction: a writer that
-- reads it before the closing job does then already has the transaction id that the job waits for. Eight hours
-- late, so that orders of an evening in Brazil never have to look.
create or replace function closable_before() returns date language sql volatile as $$
  select ((clock_timestamp() at time zone 'UTC') - interval '8 hours')::date
$$;
