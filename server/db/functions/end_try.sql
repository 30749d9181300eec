-- Ends the check of a try; one that was right is given back, with the wait that it caused.
create or replace function end_try(p_keys text[], p_free integer[], p_given_back boolean) returns void
  language plpgsql as $$
begin
  perform from sign_in_attempts where key = any (p_keys) order by key for update;
  update sign_in_attempts a set
    in_flight = greatest(a.in_flight - 1, 0),
    failures = case when p_given_back then greatest(a.failures - 1, 0) else a.failures end,
    blocked_until = case when p_given_back and a.failures - 1 < c.free then null else a.blocked_until end
  from unnest(p_keys, p_free) c(key, free)
  where a.key = c.key;
end $$;
