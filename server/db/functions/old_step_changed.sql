-- A step of an order whose day may already be closed: its times are counted again.
create or replace function old_step_changed() returns trigger language plpgsql as $$
begin
  perform mark_stale(array[new.store_id], array[new.business_day]);
  return null;
end $$;
