-- The store's own courier of an order: for the route, the courier's day and the search.
alter table orders add column motoboy_id uuid;
create index orders_motoboy_idx on orders (store_id, motoboy_id, business_day) where motoboy_id is not null;
