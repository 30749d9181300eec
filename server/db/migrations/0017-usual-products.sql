-- What each product usually sells on the first day that is not closed: the sum of the four same
-- weekdays before it. Written when the day before is closed, so that the running day, asked for all
-- day long, does not add up four days of every product each time.
create table usual_products (
  store_id uuid not null,
  business_day date not null,
  product_key text not null,
  -- As last sold.
  name text not null,
  quantity_milli integer not null,
  -- { merchant id: quantity }, for who asks for some channels only.
  by_merchant jsonb not null,
  constraint usual_products_pkey primary key (store_id, business_day, product_key)
);
alter table usual_products enable row level security;
alter table usual_products force row level security;
create policy own_stores on usual_products
  using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on usual_products to balcao_app;

create function write_usual_products(p_store uuid, p_day date) returns void language sql as $$
  delete from usual_products where store_id = p_store;
  insert into usual_products (store_id, business_day, product_key, name, quantity_milli, by_merchant)
  select p_store, p_day, q.product_key, coalesce(n.name, q.name), q.quantity_milli, q.by_merchant
  from (
    select product_key, max(name) as name, sum(quantity_milli) as quantity_milli,
      jsonb_object_agg(merchant_id, quantity_milli) as by_merchant
    from (
      select d.product_key, d.merchant_id, max(d.name) as name, sum(d.quantity_milli) as quantity_milli
      from unnest(array[7, 14, 21, 28]) back
        join product_days d on d.store_id = p_store and d.business_day = p_day - back
      group by 1, 2) m
    group by 1) q
    left join sold_products n on n.store_id = p_store and n.product_key = q.product_key
  where q.quantity_milli <> 0
$$;

-- A product that is renamed is the same product: known by its new name from its first sale on.
create or replace function remember_product() returns trigger language plpgsql as $$
begin
  insert into sold_products as p (store_id, product_key, name_key, name)
    values (new.store_id, new.product_key, search_key(new.name), new.name)
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key, name = excluded.name
    where p.name <> excluded.name;
  update usual_products u set name = new.name
    where u.store_id = new.store_id and u.product_key = new.product_key and u.name <> new.name;
  return null;
end $$;

-- Stores whose days are closed already.
alter table report_closings no force row level security;
alter table usual_products no force row level security;
alter table product_days no force row level security;
alter table sold_products no force row level security;
select write_usual_products(store_id, through + 1) from report_closings where through is not null;
alter table report_closings force row level security;
alter table usual_products force row level security;
alter table product_days force row level security;
alter table sold_products force row level security;
