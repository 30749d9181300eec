-- Where a store delivers, for what fee and in what time: its zones, in their order.
create table delivery_configs (
  store_id uuid not null constraint delivery_configs_store_id_fkey references stores (id) on delete cascade,
  zones jsonb not null,
  version integer not null,
  saved_at timestamptz not null,
  saved_by text,
  constraint delivery_configs_pkey primary key (store_id)
);
call protect_store_table('delivery_configs');

-- What changes fee and time for a while or under a condition.
create table delivery_modifiers (
  store_id uuid not null constraint delivery_modifiers_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  effects jsonb not null,
  cap_cents integer,
  to_courier boolean not null,
  trigger_of jsonb not null,
  zone_ids uuid[] not null default '{}',
  active boolean not null,
  -- Of an automatic or manual one: since when it is on.
  on_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint delivery_modifiers_pkey primary key (store_id, id)
);
call protect_store_table('delivery_modifiers');

-- Times in which a manual or automatic modifier was on, for what it did.
create table delivery_modifier_runs (
  store_id uuid not null,
  modifier_id uuid not null,
  started_at timestamptz not null,
  -- Null: until its cause ends it. Of a manual one: its end, moved when a person ends it.
  ended_at timestamptz,
  constraint delivery_modifier_runs_pkey primary key (store_id, modifier_id, started_at),
  constraint delivery_modifier_runs_modifier_fkey foreign key (store_id, modifier_id)
    references delivery_modifiers (store_id, id) on delete cascade
);
call protect_store_table('delivery_modifier_runs');

-- Fee and time given to a customer, kept until an order takes it or it expires.
create table delivery_quotes (
  store_id uuid not null constraint delivery_quotes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  expires_at timestamptz not null,
  items_cents integer not null,
  quote jsonb not null,
  constraint delivery_quotes_pkey primary key (store_id, id)
);
call protect_store_table('delivery_quotes');
create index delivery_quotes_expired_idx on delivery_quotes (store_id, expires_at);
