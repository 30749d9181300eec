-- A store's WhatsApp: its line, what it sends automatically, and what came in by it.
-- needs: protect_store_table

-- Which store a line's webhooks belong to. In the directory, because a webhook names the line and no store.
create table whatsapp_routes (
  driver text not null constraint whatsapp_routes_driver_check check (driver in ('cloud', 'evolution')),
  -- Cloud API: the phone number's id. Evolution: the instance's name.
  line_key text not null,
  store_id uuid not null,
  -- SHA-256 of the secret in the webhooks' address; null where the provider signs them.
  secret_hash text,
  -- Cloud API: the business account; news of templates and bans name it instead of the number.
  account_id text,
  constraint whatsapp_routes_pkey primary key (driver, line_key)
);
create index whatsapp_routes_store_idx on whatsapp_routes (store_id);
grant select, insert, update, delete on whatsapp_routes to balcao_app;

create table whatsapp_lines (
  store_id uuid not null constraint whatsapp_lines_store_id_fkey references stores (id) on delete cascade,
  -- Another one after each connection.
  id uuid not null,
  driver text not null constraint whatsapp_lines_driver_check check (driver in ('cloud', 'evolution')),
  method text not null constraint whatsapp_lines_method_check check (method in ('qr', 'code', 'embedded')),
  -- E.164 without "+".
  number text not null,
  line_key text not null,
  -- The line's token; null once the connection is closed.
  sealed jsonb,
  seal_key text,
  state text not null constraint whatsapp_lines_state_check
    check (state in ('pairing', 'syncing', 'open', 'degraded', 'closed', 'refused', 'expired', 'banned')),
  state_since timestamptz not null,
  -- Why it is closed or degraded, as a word of the rules.
  cause text,
  -- The n-th QR or code of three.
  tries integer not null,
  qr text,
  code text,
  step_ends_at timestamptz,
  -- A stuck line is logged out and renewed once.
  renewed boolean not null default false,
  opened_at timestamptz,
  last_in_at timestamptz,
  last_out_at timestamptz,
  read_at timestamptz,
  quality text constraint whatsapp_lines_quality_check check (quality in ('green', 'yellow', 'red')),
  tier integer,
  -- Messages handed over in this second: the number has a limit.
  burst_second timestamptz,
  burst integer not null default 0,
  risk_accepted_by text,
  connected_by text not null,
  created_at timestamptz not null,
  constraint whatsapp_lines_pkey primary key (store_id)
);
call protect_store_table('whatsapp_lines');

create table whatsapp_settings (
  store_id uuid not null constraint whatsapp_settings_store_id_fkey references stores (id) on delete cascade,
  -- Kinds of messages that leave automatically.
  kinds text[] not null default '{}',
  -- Null: no cap.
  cap_cents integer constraint whatsapp_settings_cap_check check (cap_cents >= 0),
  conversational boolean not null default false,
  -- Whether the conversation answers only while the store is open.
  only_open boolean not null default true,
  greeting text not null default '',
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by text not null,
  constraint whatsapp_settings_pkey primary key (store_id)
);
call protect_store_table('whatsapp_settings');

-- Approved texts of the platform, by the name they have there.
create table whatsapp_templates (
  store_id uuid not null constraint whatsapp_templates_store_id_fkey references stores (id) on delete cascade,
  name text not null,
  language text not null,
  state text not null constraint whatsapp_templates_state_check
    check (state in ('pending', 'approved', 'rejected', 'paused')),
  state_at timestamptz not null,
  constraint whatsapp_templates_pkey primary key (store_id, name, language)
);
call protect_store_table('whatsapp_templates');

-- What came to the door, as it came; for a week.
create table whatsapp_deliveries (
  store_id uuid not null constraint whatsapp_deliveries_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  driver text not null,
  received_at timestamptz not null,
  body text not null,
  constraint whatsapp_deliveries_pkey primary key (store_id, id)
);
call protect_store_table('whatsapp_deliveries');
