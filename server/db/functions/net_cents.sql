-- Net revenue of valid orders, as netCents of contract/reports/metrics.ts.
create or replace function net_cents(gross integer, store_discount integer, refund integer) returns integer
  language sql immutable parallel safe as $$
  select gross - store_discount - refund
$$;
