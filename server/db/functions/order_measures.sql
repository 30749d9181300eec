-- The figures of one order. A cancelled one counts only as received and cancelled; a test order has none.
-- Its result grows with each measure, which `replace` refuses.
drop function if exists order_measures(orders);
create function order_measures(o orders) returns table (
  {{$ integer}}
) language sql immutable as $$
  select
    {{counted: $}}
  from (select counts_as_sale(o) as is_sale, not o.is_test as is_real) as kind
$$;
