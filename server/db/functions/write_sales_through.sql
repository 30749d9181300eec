-- Rewrites sales_through and sales_weekday_hours from that closed day on (null: from the first) to the last one.
-- The sums begin with the rows of the day before, or of the week before.
-- Days are joined by hash: the planner does not know their number and compared each with each.
create or replace function write_sales_through(p_store uuid, p_from date) returns void language plpgsql
  set enable_mergejoin = off set enable_nestloop = off set plan_cache_mode = force_custom_plan as $$
declare
  p_last constant date := (select through from report_closings where store_id = p_store);
  p_begin constant date := coalesce(p_from, (select min(business_day) from sales_days where store_id = p_store));
begin
  delete from sales_through where store_id = p_store and (p_from is null or business_day >= p_from);
  delete from sales_weekday_hours where store_id = p_store and (p_from is null or business_day >= p_from);

  with before as (select * from sales_through where store_id = p_store and business_day = p_begin - 1),
  sold as (
    select * from sales_days where store_id = p_store and business_day >= p_begin and business_day <= p_last),
  keys as (
    select platform, merchant_id, type, min(first) as first from (
      select platform, merchant_id, type, p_begin as first from before
      union all
      select platform, merchant_id, type, business_day from sold
        where (received, refund_cents, refunded_fees_cents) <> (0, 0, 0)) known
    group by 1, 2, 3)
  insert into sales_through (store_id, business_day, platform, merchant_id, type,
      {{$}})
    select p_store, d.day, k.platform, k.merchant_id, k.type,
      {{coalesce(b.$, 0) + sum(coalesce(s.$, 0)) over days}}
    from keys k
      cross join lateral (select day::date as day from generate_series(k.first, p_last, interval '1 day') day) d
      left join before b using (platform, merchant_id, type)
      left join sold s on s.business_day = d.day and s.platform = k.platform and s.merchant_id = k.merchant_id
        and s.type = k.type
    window days as (partition by k.platform, k.merchant_id, k.type order by d.day);

  with before as (
    select * from sales_weekday_hours
    where store_id = p_store and business_day >= p_begin - 7 and business_day < p_begin),
  sold as (
    select * from sales_day_hours where store_id = p_store and business_day >= p_begin and business_day <= p_last),
  keys as (
    select platform, merchant_id, min(first) as first from (
      select platform, merchant_id, p_begin as first from before
      union all
      select platform, merchant_id, business_day from sold) known
    group by 1, 2)
  insert into sales_weekday_hours (store_id, business_day, platform, merchant_id,
      {{hours: $}})
    select p_store, d.day, k.platform, k.merchant_id,
      {{hours: coalesce(b.$, 0) + sum(coalesce(s.$, 0)) over weekdays}}
    from keys k
      cross join lateral (select day::date as day from generate_series(k.first, p_last, interval '1 day') day) d
      left join before b on b.platform = k.platform and b.merchant_id = k.merchant_id
        and extract(isodow from b.business_day) = extract(isodow from d.day)
      left join sold s on s.business_day = d.day and s.platform = k.platform and s.merchant_id = k.merchant_id
    window weekdays as (partition by k.platform, k.merchant_id, extract(isodow from d.day) order by d.day);
end $$;
