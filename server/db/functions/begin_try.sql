-- Counts a try on each of its counters, or on none of them, in one statement. Answers null, or the seconds to wait:
-- a counter is blocked, or as many checks of it run as may. The counters are locked in the order of their keys, so
-- that two callers never wait for each other.
create or replace function begin_try(
  p_keys text[], p_free integer[], p_most_in_flight integer[], p_first_wait integer, p_longest_wait integer,
  p_check_seconds integer, p_now timestamptz
) returns integer language plpgsql as $$
declare
  wait integer;
begin
  insert into sign_in_attempts (key, failures, updated_at)
    select k, 0, p_now from unnest(p_keys) k order by k
    on conflict on constraint sign_in_attempts_pkey do nothing;
  perform from sign_in_attempts where key = any (p_keys) order by key for update;
  select max(case
      when a.blocked_until > p_now then ceil(extract(epoch from a.blocked_until - p_now))
      when a.in_flight >= c.most and a.in_flight_until > p_now then 1
    end)
    into wait
    from unnest(p_keys, p_most_in_flight) c(key, most) join sign_in_attempts a using (key);
  if wait is not null then
    return greatest(wait, 1);
  end if;
  update sign_in_attempts a set
    failures = n.failures,
    -- The try that uses up the free ones is checked; the next one waits.
    blocked_until = case when n.failures >= n.free
      then p_now + least(p_longest_wait, p_first_wait * power(2, least(n.failures - n.free, 12))) * interval '1 second'
    end,
    in_flight = case when a.in_flight_until > p_now then a.in_flight + 1 else 1 end,
    in_flight_until = p_now + p_check_seconds * interval '1 second',
    updated_at = p_now
  from (
    select c.key, c.free, case when o.updated_at < p_now - interval '1 hour' then 1 else o.failures + 1 end as failures
    from unnest(p_keys, p_free) c(key, free) join sign_in_attempts o using (key)) n
  where a.key = n.key;
  return null;
end $$;
