-- Orders of other channels that a marketplace carries, by its own id of them: its events find the order here, which is
-- neither taken nor counted a second time (docs/adr/0113-a-marketplace-carries-orders-of-others.md).
create table carried_orders (
  store_id uuid not null,
  platform text not null,
  external_id text not null,
  order_id uuid not null,
  asked_at timestamptz not null,
  constraint carried_orders_pkey primary key (store_id, platform, external_id)
);
call protect_store_table('carried_orders');
