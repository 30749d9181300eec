-- The figures of one refund, on the day it was given; the order's own are order_measures.
drop function if exists refund_measures(integer, integer);
create function refund_measures(cents integer, fees integer) returns table (
  {{$ integer}}
) language sql immutable as $$
  select
    {{refunded: $}}
$$;
