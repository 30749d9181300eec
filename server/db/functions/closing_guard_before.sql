-- A change of a day before this one takes the lock that the closing job takes. An hour ahead of closable_before():
-- a transaction that was too early to take the lock has ended by the time the job may close the day.
create or replace function closing_guard_before() returns date language sql volatile as $$
  select ((clock_timestamp() at time zone 'UTC') - interval '7 hours')::date
$$;
