-- Generated from ../templates/write_sales_so_far.sql by scripts/generate-functions.ts.
-- Rewrites the days' rows of sales_so_far from sales_hours.
create or replace function write_sales_so_far(p_store uuid, p_days date[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
begin
  delete from sales_so_far where store_id = p_store and business_day = any (p_days);
  insert into sales_so_far (store_id, hour, business_day,
      received,
      cancelled,
      refused,
      cancelled_cents,
      gross_cents,
      store_discount_cents,
      marketplace_discount_cents,
      refund_cents,
      refunded_fees_cents,
      delivery_fee_cents,
      service_fee_cents,
      tip_cents,
      commission_cents,
      payment_fee_cents,
      logistics_cents,
      promised,
      on_time,
      new_customers,
      returning_customers,
      frequent_customers,
      unidentified_customers)
    select p_store, g.hour, d.business_day,
      sum(coalesce(h.received, 0)) over hours,
      sum(coalesce(h.cancelled, 0)) over hours,
      sum(coalesce(h.refused, 0)) over hours,
      sum(coalesce(h.cancelled_cents, 0)) over hours,
      sum(coalesce(h.gross_cents, 0)) over hours,
      sum(coalesce(h.store_discount_cents, 0)) over hours,
      sum(coalesce(h.marketplace_discount_cents, 0)) over hours,
      sum(coalesce(h.refund_cents, 0)) over hours,
      sum(coalesce(h.refunded_fees_cents, 0)) over hours,
      sum(coalesce(h.delivery_fee_cents, 0)) over hours,
      sum(coalesce(h.service_fee_cents, 0)) over hours,
      sum(coalesce(h.tip_cents, 0)) over hours,
      sum(coalesce(h.commission_cents, 0)) over hours,
      sum(coalesce(h.payment_fee_cents, 0)) over hours,
      sum(coalesce(h.logistics_cents, 0)) over hours,
      sum(coalesce(h.promised, 0)) over hours,
      sum(coalesce(h.on_time, 0)) over hours,
      sum(coalesce(h.new_customers, 0)) over hours,
      sum(coalesce(h.returning_customers, 0)) over hours,
      sum(coalesce(h.frequent_customers, 0)) over hours,
      sum(coalesce(h.unidentified_customers, 0)) over hours
    from (select distinct business_day from sales_hours where store_id = p_store and business_day = any (p_days)) d
      cross join generate_series(0, 23) g (hour)
      left join (
        select business_day, hour,
          sum(received) as received,
          sum(cancelled) as cancelled,
          sum(refused) as refused,
          sum(cancelled_cents) as cancelled_cents,
          sum(gross_cents) as gross_cents,
          sum(store_discount_cents) as store_discount_cents,
          sum(marketplace_discount_cents) as marketplace_discount_cents,
          sum(refund_cents) as refund_cents,
          sum(refunded_fees_cents) as refunded_fees_cents,
          sum(delivery_fee_cents) as delivery_fee_cents,
          sum(service_fee_cents) as service_fee_cents,
          sum(tip_cents) as tip_cents,
          sum(commission_cents) as commission_cents,
          sum(payment_fee_cents) as payment_fee_cents,
          sum(logistics_cents) as logistics_cents,
          sum(promised) as promised,
          sum(on_time) as on_time,
          sum(new_customers) as new_customers,
          sum(returning_customers) as returning_customers,
          sum(frequent_customers) as frequent_customers,
          sum(unidentified_customers) as unidentified_customers
        from sales_hours
        where store_id = p_store and business_day = any (p_days) group by 1, 2) h
        on h.business_day = d.business_day and h.hour = g.hour
    window hours as (partition by d.business_day order by g.hour)
    order by g.hour, d.business_day;
end $$;
