-- The menu in Open Delivery's words: categories, items, option groups, options; prices and state on each
-- partner; pauses as history. An item is UNAVAILABLE while it has an open pause before its end: no column repeats it.
-- needs: app_store_ids, protect_store_table

create table menu_categories (
  store_id uuid not null constraint menu_categories_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  external_code text,
  position integer not null default 0,
  constraint menu_categories_pkey primary key (store_id, id),
  constraint menu_categories_name_key unique (store_id, name)
);
call protect_store_table('menu_categories');

-- Public to anyone with the address, like the menu itself; named by their content.
create table menu_photos (
  store_id uuid not null constraint menu_photos_store_id_fkey references stores (id) on delete cascade,
  -- SHA-256 of the bytes.
  id text not null,
  content_type text not null,
  bytes bytea not null constraint menu_photos_size_check check (octet_length(bytes) <= 400000),
  constraint menu_photos_pkey primary key (store_id, id)
);
call protect_store_table('menu_photos');

create table menu_items (
  store_id uuid not null constraint menu_items_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: in no category.
  category_id uuid,
  name text not null,
  description text not null default '',
  external_code text,
  -- The same words as order_items.product_key of its orders (contract/menu/product-key.ts): joins the menu
  -- to the sales of every channel.
  product_key text not null,
  -- On the store's own channel; partners' prices are in menu_item_channels.
  price_cents integer not null constraint menu_items_price_check check (price_cents >= 0),
  photo_id text,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint menu_items_pkey primary key (store_id, id),
  constraint menu_items_product_key unique (store_id, product_key),
  constraint menu_items_category_fkey foreign key (store_id, category_id)
    references menu_categories (store_id, id) on delete set null (category_id),
  constraint menu_items_photo_fkey foreign key (store_id, photo_id) references menu_photos (store_id, id)
);
call protect_store_table('menu_items');

-- One row for each merchant of a partner where the item is published.
create table menu_item_channels (
  store_id uuid not null,
  item_id uuid not null,
  platform text not null constraint menu_item_channels_platform_check check (platform in ('ifood')),
  merchant_id text not null,
  partner_item_id text not null,
  price_cents integer not null constraint menu_item_channels_price_check check (price_cents >= 0),
  -- As the partner last accepted it; differs from the wanted state while an effect is pending.
  sent_status text not null default 'AVAILABLE'
    constraint menu_item_channels_status_check check (sent_status in ('AVAILABLE', 'UNAVAILABLE')),
  sent_price_cents integer not null,
  -- The partner said no, or never answered: its words for the screen.
  refusal text,
  refused_at timestamptz,
  constraint menu_item_channels_pkey primary key (store_id, item_id, platform, merchant_id),
  constraint menu_item_channels_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade
);
call protect_store_table('menu_item_channels');

create table menu_item_pauses (
  store_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  since timestamptz not null,
  -- Planned end: sold again from then on, whether or not `ended_at` is written yet. Null: until a person ends it.
  until timestamptz,
  ended_at timestamptz,
  started_by text,
  started_by_name text not null,
  -- Null on an ended one: it expired.
  ended_by text,
  ended_by_name text,
  reason text,
  constraint menu_item_pauses_pkey primary key (store_id, id),
  constraint menu_item_pauses_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade,
  constraint menu_item_pauses_until_check check (until > since),
  constraint menu_item_pauses_ended_check check (ended_at >= since)
);
-- Of two people who pause the same item, one succeeds.
create unique index menu_item_pauses_open_key on menu_item_pauses (store_id, item_id) where ended_at is null;
create index menu_item_pauses_item_idx on menu_item_pauses (store_id, item_id, since);
call protect_store_table('menu_item_pauses');

-- A group may belong to several items (Open Delivery).
create table menu_option_groups (
  store_id uuid not null constraint menu_option_groups_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  external_code text,
  min_permitted integer not null default 0,
  max_permitted integer not null default 1,
  constraint menu_option_groups_pkey primary key (store_id, id),
  constraint menu_option_groups_range_check check (min_permitted >= 0 and max_permitted >= greatest(min_permitted, 1))
);
call protect_store_table('menu_option_groups');

create table menu_options (
  store_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  name text not null,
  external_code text,
  price_cents integer not null default 0 constraint menu_options_price_check check (price_cents >= 0),
  position integer not null default 0,
  constraint menu_options_pkey primary key (store_id, id),
  constraint menu_options_group_fkey foreign key (store_id, group_id)
    references menu_option_groups (store_id, id) on delete cascade
);
create index menu_options_group_idx on menu_options (store_id, group_id);
call protect_store_table('menu_options');

create table menu_item_option_groups (
  store_id uuid not null,
  item_id uuid not null,
  group_id uuid not null,
  position integer not null default 0,
  constraint menu_item_option_groups_pkey primary key (store_id, item_id, group_id),
  constraint menu_item_option_groups_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade,
  constraint menu_item_option_groups_group_fkey foreign key (store_id, group_id)
    references menu_option_groups (store_id, id) on delete cascade
);
call protect_store_table('menu_item_option_groups');
