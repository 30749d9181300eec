-- The days that an order counts on: its own, and those of its refunds.
create or replace function counted_days(o orders) returns date[] language sql immutable as $$
  select array[o.business_day] || array(select r.day from jsonb_to_recordset(o.refund_parts) as r (day date))
$$;
