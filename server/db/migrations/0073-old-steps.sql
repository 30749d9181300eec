-- Which day is old was the session's calendar day, so it followed the time zone of the connection.
-- needs: closing_guard_before
drop trigger orders_old_step_changed on orders;
create trigger orders_old_step_changed after update of status on orders
  for each row when (old.status is distinct from new.status and new.business_day < closing_guard_before())
  execute function old_step_changed();
