-- Sales are also closed by courier, and a courier may be assigned long after the day ended.
create or replace function courier_changed() returns trigger language plpgsql as $$
begin
  if new.business_day < closing_guard_before() then
    perform mark_stale(array[new.store_id], array[new.business_day]);
  end if;
  return null;
end $$;
