-- needs: protect_store_table

-- The connection to an ad network. The key is sealed and never returned.
create table ads_setups (
  store_id uuid not null constraint ads_setups_store_id_fkey references stores (id) on delete cascade,
  state text not null constraint ads_setups_state_check check (state in ('none', 'started', 'finished', 'failed')),
  version integer not null,
  dataset_id text,
  dataset_name text,
  account_id text,
  sealed jsonb,
  seal_key text,
  test_event_code text,
  started_at timestamptz,
  started_by text,
  finished_at timestamptz,
  finished_by text,
  failed_at timestamptz,
  failed_by text,
  failure text,
  constraint ads_setups_pkey primary key (store_id),
  constraint ads_setups_key_check check (state <> 'finished' or (sealed is not null and dataset_id is not null))
);
call protect_store_table('ads_setups');

create table ads (
  store_id uuid not null constraint ads_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- In the address of its link.
  code text not null,
  name text not null,
  created_at timestamptz not null,
  created_by text not null,
  ended_at timestamptz,
  constraint ads_pkey primary key (store_id, id),
  constraint ads_code_key unique (store_id, code)
);
call protect_store_table('ads');
create unique index ads_name_idx on ads (store_id, lower(name)) where ended_at is null;

-- A click on an ad. Of the visitor it keeps the network's own click id only.
create table ad_clicks (
  store_id uuid not null,
  id uuid not null,
  -- Null: told by the messaging channel.
  ad_id uuid,
  -- What the customer sends along; null: told by the messaging channel.
  code text,
  -- The network's click id: `fbclid` of a link, `ctwaClid` of a message.
  click_kind text constraint ad_clicks_click_kind_check check (click_kind in ('fbclid', 'ctwaClid')),
  click_id text,
  at timestamptz not null,
  constraint ad_clicks_pkey primary key (store_id, id),
  constraint ad_clicks_code_key unique (store_id, code),
  constraint ad_clicks_ad_fkey foreign key (store_id, ad_id) references ads (store_id, id) on delete cascade
);
call protect_store_table('ad_clicks');
create unique index ad_clicks_click_idx on ad_clicks (store_id, click_id) where click_kind = 'ctwaClid';
create index ad_clicks_at_idx on ad_clicks (store_id, at);

-- Orders that came by an ad, and the report to the network.
create table ad_orders (
  store_id uuid not null,
  order_id uuid not null,
  click_id uuid not null,
  linked_at timestamptz not null,
  linked_by text not null,
  -- Null: the customer did not agree to the report.
  consented_at timestamptz,
  state text not null
    constraint ad_orders_state_check check (state in ('silent', 'waiting', 'sent', 'skipped', 'failed')),
  sent_at timestamptz,
  -- pt-BR, of a failed or skipped one.
  problem text,
  constraint ad_orders_pkey primary key (store_id, order_id),
  constraint ad_orders_click_key unique (store_id, click_id),
  constraint ad_orders_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade,
  constraint ad_orders_click_fkey foreign key (store_id, click_id) references ad_clicks (store_id, id),
  constraint ad_orders_consent_check check (consented_at is not null or state = 'silent')
);
call protect_store_table('ad_orders');
