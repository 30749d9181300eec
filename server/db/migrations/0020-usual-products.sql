-- Of the first day of a store that is not closed: what it usually sells of each product, all channels together,
-- as one row, since the running day is asked for all the time. The lists belong together, position by position.
-- Made from day_products, which says the same by product and by channel.
create table usual_products (
  store_id uuid not null,
  business_day date not null,
  names text[] not null,
  usual_milli integer[] not null,
  constraint usual_products_pkey primary key (store_id)
);

alter table usual_products enable row level security;
alter table usual_products force row level security;
create policy own_stores on usual_products using (store_id = any ((select app_store_ids())::uuid[]))
  with check (store_id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on usual_products to balcao_app;

create function write_usual_products(p_store uuid, p_day date) returns void language sql as $$
  insert into usual_products as u (store_id, business_day, names, usual_milli)
  select p_store, p_day, coalesce(array_agg(d.name order by d.product_key, d.line), '{}'),
    coalesce(array_agg(d.usual_milli order by d.product_key, d.line), '{}')
  from day_products d where d.store_id = p_store and d.business_day = p_day and d.usual_milli <> 0
  on conflict on constraint usual_products_pkey do update set
    business_day = excluded.business_day, names = excluded.names, usual_milli = excluded.usual_milli
$$;

-- A product that is renamed is the same product: known by its new name from its first sale on.
create or replace function remember_product() returns trigger language plpgsql as $$
begin
  insert into sold_products as p (store_id, product_key, name_key, name)
    values (new.store_id, new.product_key, search_key(new.name), new.name)
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key, name = excluded.name
    where p.name <> excluded.name;
  update day_products d set name = new.name
    where d.store_id = new.store_id and d.business_day = new.business_day and d.product_key = new.product_key
      and d.quantity_milli = 0 and d.cents = 0 and d.name <> new.name;
  if found then
    perform write_usual_products(u.store_id, u.business_day) from usual_products u
      where u.store_id = new.store_id and u.business_day = new.business_day;
  end if;
  return null;
end $$;

-- Stores whose days are closed already.
alter table report_closings no force row level security;
alter table day_products no force row level security;
alter table usual_products no force row level security;
select write_usual_products(store_id, through + 1) from report_closings where through is not null;
alter table report_closings force row level security;
alter table day_products force row level security;
alter table usual_products force row level security;
