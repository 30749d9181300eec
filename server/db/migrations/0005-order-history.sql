-- What the search over old orders needs, and no more: intake pays for every index on orders.
--
-- The walk through the orders of a store goes by (business_day, created_at), which orders_day_idx
-- has already. Text is looked up by prefix in plain B-trees with collation "C". A trigram index
-- (pg_trgm is at hand) would never be used: LIKE and its kin are not leakproof, and behind
-- row-level security only leakproof operators (=, <, >= on text) may become index conditions.

-- As people type a name: lower case, without the accents of Portuguese.
create function search_key(words text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(words), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn')
$$;

alter table customers
  add column name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- The last word of the name.
  add column surname_key text collate "C" not null generated always as (split_part(search_key(name), ' ', -1)) stored;
create index customers_name_idx on customers (store_id, name_key);
create index customers_surname_idx on customers (store_id, surname_key);

create index orders_number_idx on orders (store_id, display_id, business_day);
create index orders_customer_idx on orders (store_id, customer_id, business_day) where customer_id is not null;

-- A buyer whom the channel hides is no row of customers: the name stands with the order.
alter table orders
  add column buyer_key text collate "C",
  add column buyer_surname_key text collate "C";
create index orders_buyer_idx on orders (store_id, buyer_key) where buyer_key is not null;
create index orders_buyer_surname_idx on orders (store_id, buyer_surname_key) where buyer_surname_key is not null;

create function remember_buyer() returns trigger language plpgsql as $$
begin
  new.buyer_key := nullif(search_key(new.detail #>> '{customer,name}'), '');
  new.buyer_surname_key := split_part(new.buyer_key, ' ', -1);
  return new;
end $$;
create trigger orders_remember_buyer before insert on orders
  for each row when (new.customer_id is null) execute function remember_buyer();

-- What a store ever sold, by name: a few hundred rows a store, so that a word of an item becomes
-- keys before any order is looked at.
create table sold_products (
  store_id uuid not null,
  product_key text not null,
  name_key text not null,
  constraint sold_products_pkey primary key (store_id, product_key)
);
alter table sold_products enable row level security;
alter table sold_products force row level security;
create policy own_stores on sold_products
  using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on sold_products to balcao_app;

-- Once a day and product, when its row of the roll-up is made, not once an order.
create function remember_product() returns trigger language plpgsql as $$
begin
  insert into sold_products as p (store_id, product_key, name_key)
    values (new.store_id, new.product_key, search_key(new.name))
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key
    where p.name_key <> excluded.name_key;
  return null;
end $$;
create trigger product_days_remember_product after insert on product_days
  for each row execute function remember_product();

-- Orders that are there already. The owner obeys forced policies too, unless it is a superuser.
alter table orders no force row level security;
alter table product_days no force row level security;
alter table sold_products no force row level security;
update orders set buyer_key = nullif(search_key(detail #>> '{customer,name}'), ''),
    buyer_surname_key = split_part(nullif(search_key(detail #>> '{customer,name}'), ''), ' ', -1)
  where customer_id is null;
insert into sold_products (store_id, product_key, name_key)
  select distinct on (store_id, product_key) store_id, product_key, search_key(name)
  from product_days order by store_id, product_key, business_day desc;
alter table orders force row level security;
alter table product_days force row level security;
alter table sold_products force row level security;
