-- A try is counted before it is checked, and at most a few checks of one account run at once.
alter table sign_in_attempts
  add column in_flight integer not null default 0,
  -- When checks that never ended, because their process died, no longer count as running.
  add column in_flight_until timestamptz;
create index sign_in_attempts_updated_at_idx on sign_in_attempts (updated_at);
