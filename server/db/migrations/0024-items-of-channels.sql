-- Items of marketplaces' orders that match nothing in the menu, and what a person decided of each
-- (docs/adr/0097-unmapped-items-are-matched-once.md).
-- needs: app_store_ids, protect_store_table

create table channel_items (
  store_id uuid not null,
  platform text not null,
  -- The product key of the item as the marketplace sends it (contract/menu/product-key.ts).
  sent_key text not null,
  -- As they were sent last.
  external_code text,
  name text not null,
  first_sent_at timestamptz not null,
  last_sent_at timestamptz not null,
  -- No reference to menu_items: an item that is deleted and restored keeps its id, and its match comes back with it.
  item_id uuid,
  not_in_menu boolean not null default false,
  decided_by text,
  decided_at timestamptz,
  constraint channel_items_pkey primary key (store_id, platform, sent_key),
  constraint channel_items_decision_check check (item_id is null or not not_in_menu)
);
call protect_store_table('channel_items');
