-- How a store was connected to a marketplace. Existing connections use our application's own access.
alter table integrations
  add column way text not null default 'app'
    constraint integrations_way_check check (way in ('app', 'code')),
  -- Names of the merchants, by id, as the marketplace told them.
  add column merchant_names jsonb not null default '{}',
  add column connected_at timestamptz,
  add column connected_by text,
  add column disconnected_at timestamptz;

-- Null: served with our application's own access.
alter table merchant_routes add column credential_id uuid;

-- What an owner authorised by code: tokens that are never returned and never logged.
create table channel_credentials (
  store_id uuid not null constraint channel_credentials_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  -- A new one for each authorisation: connections of an earlier one end.
  id uuid not null,
  sealed jsonb not null,
  -- Which encryption key sealed it; null: none was set.
  seal_key text,
  -- Rises with each renewal, so that of several renewals one wins.
  version integer not null default 1,
  access_until timestamptz not null,
  renew_until timestamptz,
  renewing_until timestamptz,
  refused_at timestamptz,
  created_at timestamptz not null,
  constraint channel_credentials_pkey primary key (store_id, type)
);
call protect_store_table('channel_credentials');

-- A connection in progress. It serves no orders before its last step.
create table integration_setups (
  store_id uuid not null constraint integration_setups_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  way text not null constraint integration_setups_way_check check (way in ('app', 'code')),
  step text not null
    constraint integration_setups_step_check check (step in ('authorise', 'merchants', 'check', 'test')),
  version integer not null,
  user_code text,
  verification_url text,
  expires_at timestamptz,
  -- The verifier of the code, then the tokens.
  sealed jsonb,
  seal_key text,
  merchant_id text,
  merchant_secondary_ids text[] not null default '{}',
  checks jsonb not null default '[]',
  connected_at timestamptz,
  started_by text not null,
  started_at timestamptz not null,
  constraint integration_setups_pkey primary key (store_id, type)
);
call protect_store_table('integration_setups');

-- How each kind of call to a marketplace goes. Merchant '': the call named an order, not a merchant.
create table channel_operations (
  store_id uuid not null constraint channel_operations_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  merchant_id text not null,
  operation text not null,
  ok_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- Of the last hour, at most a hundred.
  failures timestamptz[] not null default '{}',
  constraint channel_operations_pkey primary key (store_id, type, merchant_id, operation)
);
call protect_store_table('channel_operations');
