-- The refunds of an order as rows; of a cancelled or test order there are none.
create or replace function refund_parts(o orders) returns table (day date, hour smallint, cents integer, fees integer)
  language sql immutable as $$
  select * from jsonb_to_recordset(o.refund_parts) as r (day date, hour smallint, cents integer, fees integer)
  where counts_as_sale(o)
$$;
