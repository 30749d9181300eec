create or replace function counts_as_sale(o orders) returns boolean language sql immutable as $$
  select o.status <> 'cancelled' and not o.is_test
$$;
