-- A month without sales repeats the sums of the month before, up to the last closed month, so that the sums up
-- to any month are in that month's row.
create or replace function fill_product_months(p_store uuid) returns void language plpgsql as $$
declare
  missing date;
begin
  for missing in
    select m.month::date
    from report_closings c
      cross join lateral (
        select generate_series((select min(month) from product_months where store_id = c.store_id),
          date_trunc('month', c.through), interval '1 month') as month) m
    where c.store_id = p_store
      and not exists (select from product_months p where p.store_id = c.store_id and p.month = m.month)
    order by 1
  loop
    insert into product_months (store_id, month, product_key, platform, merchant_id, quantity_milli, cents, orders,
        option_quantity_milli, option_cents, discount_cents, cancelled_orders, cancelled_cents)
      select p.store_id, missing, p.product_key, p.platform, p.merchant_id, p.quantity_milli, p.cents, p.orders,
        p.option_quantity_milli, p.option_cents, p.discount_cents, p.cancelled_orders, p.cancelled_cents
      from product_months p
      where p.store_id = p_store and p.month = (missing - interval '1 month')::date;
  end loop;
end $$;
