create or replace function write_usual_products(p_store uuid, p_day date) returns void language sql as $$
  insert into usual_products as u (store_id, business_day, product_keys, names, usual_milli)
  select p_store, p_day, coalesce(array_agg(d.product_key order by d.product_key, d.line), '{}'),
    coalesce(array_agg(d.name order by d.product_key, d.line), '{}'),
    coalesce(array_agg(d.usual_milli order by d.product_key, d.line), '{}')
  from day_products d where d.store_id = p_store and d.business_day = p_day and d.usual_milli <> 0
  on conflict on constraint usual_products_pkey do update set
    business_day = excluded.business_day, product_keys = excluded.product_keys, names = excluded.names, usual_milli = excluded.usual_milli
$$;
