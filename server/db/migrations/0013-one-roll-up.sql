-- A changed order is now taken back and added in one call.
drop function if exists roll_up_order(uuid, uuid, integer);
drop function if exists roll_up(orders[], integer);
