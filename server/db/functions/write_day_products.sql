-- Days after p_through + 1 are left out.
create or replace function write_day_products(p_store uuid, p_days date[], p_through date) returns void language sql as $$
  delete from day_products where store_id = p_store and business_day = any (p_days);
  insert into day_products (store_id, business_day, product_key, line, name, quantity_milli, cents, usual_milli, by_merchant)
  select p_store, q.day, q.product_key, row_number() over (partition by q.day, q.product_key order by q.name),
    case when q.day > p_through then coalesce(n.name, q.name) else q.name end,
    q.quantity, q.cents, q.usual, q.by_merchant
  from (
    select day, product_key, name, sum(quantity) as quantity, sum(cents) as cents, sum(usual) as usual,
      jsonb_object_agg(merchant_id, jsonb_build_array(quantity, cents, usual)) as by_merchant
    from (
      select day, product_key, merchant_id, quantity, cents, usual, coalesce(own_name,
          max(own_name) over (partition by day, product_key),
          first_value(last_name) over (partition by day, product_key order by back, last_name)) as name
      from (
        select a.day, d.product_key, d.merchant_id, min(b.back) as back,
          max(d.name) filter (where b.back = 0) as own_name,
          (array_agg(d.name order by b.back, d.name))[1] as last_name,
          coalesce(sum(d.quantity_milli) filter (where b.back = 0), 0) as quantity,
          coalesce(sum(d.cents) filter (where b.back = 0), 0) as cents,
          coalesce(sum(d.quantity_milli) filter (where b.back > 0), 0) as usual
        from unnest(p_days) a (day) cross join unnest(array[0, 7, 14, 21, 28]) b (back)
          join product_days d on d.store_id = p_store and d.business_day = a.day - b.back
        where a.day <= p_through + 1 and (b.back > 0 or a.day <= p_through)
          and (d.quantity_milli <> 0 or d.cents <> 0)
        group by 1, 2, 3) c) m
    group by 1, 2, 3) q
    left join sold_products n on n.store_id = p_store and n.product_key = q.product_key
$$;
