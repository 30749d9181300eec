-- Stores: their data, opening hours, channels, couriers, rules and report mails.
-- needs: app_store_ids, protect_store_table

create table stores (
  id uuid constraint stores_pkey primary key,
  name text not null,
  brand_name text not null,
  logo text,
  menu_slug text not null,
  address jsonb not null,
  timezone text not null,
  document text,
  phone text,
  active boolean not null default true,
  opening_hours jsonb not null default '[]',
  modules jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table stores enable row level security;
alter table stores force row level security;
create policy own_stores on stores
  using (id = any ((select app_store_ids())::uuid[])) with check (id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on stores to balcao_app;

-- Effective-dated: a change never moves the days before it (docs/product.md section 8).
create table store_day_starts (
  store_id uuid not null constraint store_day_starts_store_id_fkey references stores (id) on delete cascade,
  effective_from date not null,
  starts_at time not null,
  constraint store_day_starts_pkey primary key (store_id, effective_from)
);
call protect_store_table('store_day_starts');

create table store_capacity (
  store_id uuid not null constraint store_capacity_store_id_fkey references stores (id) on delete cascade,
  level text not null constraint store_capacity_level_check check (level in ('normal', 'busy', 'paused')),
  -- Added to the promised time while busy.
  extra_minutes integer not null default 0 constraint store_capacity_extra_check check (extra_minutes between 0 and 240),
  -- Normal again from then on; null: until a person changes it.
  until timestamptz,
  -- Null: it expired.
  set_by text,
  set_at timestamptz not null,
  version integer not null default 1,
  constraint store_capacity_pkey primary key (store_id)
);
call protect_store_table('store_capacity');

-- When a store really was open, channel by channel: one row a change, from the first look on.
create table store_openings (
  store_id uuid not null constraint store_openings_store_id_fkey references stores (id) on delete cascade,
  channel text not null,
  at timestamptz not null,
  -- Null: not observed.
  open boolean,
  cause text,
  constraint store_openings_pkey primary key (store_id, channel, at)
);
call protect_store_table('store_openings');

create table store_watches (
  store_id uuid not null constraint store_watches_store_id_fkey references stores (id) on delete cascade,
  channel text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  open boolean not null,
  constraint store_watches_pkey primary key (store_id, channel)
);
call protect_store_table('store_watches');

create table integrations (
  store_id uuid not null constraint integrations_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  merchant_id text not null,
  merchant_secondary_ids text[] not null default '{}',
  status text not null default 'active' constraint integrations_status_check check (status in ('active', 'inactive')),
  -- What the marketplace keeps, in basis points: estimates until its financial entries arrive.
  commission_bps integer not null default 0,
  payment_fee_bps integer not null default 0,
  last_polled_at timestamptz,
  last_event_at timestamptz,
  -- What the partner says of the store: { available, messages, checkedAt }.
  health jsonb,
  constraint integrations_pkey primary key (store_id, type)
);
call protect_store_table('integrations');

-- The store's pause as last sent to the partner, one row a merchant.
create table channel_pauses (
  store_id uuid not null constraint channel_pauses_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  -- As the partner knows it; null: none of ours is there.
  interruption_id text,
  ends_at timestamptz,
  -- Of the store's capacity, the version that this answers: an older one is still on its way.
  capacity_version integer not null,
  -- Why the partner did not do it, in our words.
  refusal text,
  updated_at timestamptz not null,
  constraint channel_pauses_pkey primary key (store_id, merchant_id)
);
call protect_store_table('channel_pauses');

create table order_rules (
  store_id uuid not null constraint order_rules_store_id_fkey references stores (id) on delete cascade,
  platform text not null,
  auto_accept boolean not null default false,
  only_when_open boolean not null default true,
  -- Above it an order waits for the kitchen; null: no limit.
  most_in_preparation integer constraint order_rules_most_check check (most_in_preparation between 1 and 1000),
  -- To be paid in cash above it waits for a person; null: no limit.
  cash_limit_cents integer constraint order_rules_cash_check check (cash_limit_cents >= 0),
  first_order_waits boolean not null default false,
  -- Off: a scheduled order is accepted when its preparation may start.
  scheduled_at_once boolean not null default false,
  -- Told with the acceptance, as a person would.
  preparation_minutes integer constraint order_rules_preparation_check check (preparation_minutes between 5 and 240),
  version integer not null default 1,
  constraint order_rules_pkey primary key (store_id, platform)
);
call protect_store_table('order_rules');

create table motoboys (
  store_id uuid not null constraint motoboys_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  phone text,
  active boolean not null default true,
  constraint motoboys_pkey primary key (store_id, id)
);
call protect_store_table('motoboys');

-- A courier's shifts and the cash handed in; the open amount is summed from the orders.
create table motoboy_shifts (
  store_id uuid not null,
  id uuid not null,
  motoboy_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  started_by text not null,
  ended_by text,
  constraint motoboy_shifts_pkey primary key (store_id, id),
  constraint motoboy_shifts_motoboy_fkey foreign key (store_id, motoboy_id)
    references motoboys (store_id, id) on delete cascade
);
-- Of two people who start the same shift, one succeeds.
create unique index motoboy_shifts_open_key on motoboy_shifts (store_id, motoboy_id) where ended_at is null;
call protect_store_table('motoboy_shifts');

create table motoboy_settlements (
  store_id uuid not null,
  id uuid not null,
  motoboy_id uuid not null,
  business_day date not null,
  cents integer not null constraint motoboy_settlements_cents_check check (cents > 0),
  at timestamptz not null,
  actor_uid text not null,
  actor_name text not null,
  constraint motoboy_settlements_pkey primary key (store_id, id),
  constraint motoboy_settlements_motoboy_fkey foreign key (store_id, motoboy_id)
    references motoboys (store_id, id) on delete cascade
);
create index motoboy_settlements_day_idx on motoboy_settlements (store_id, business_day);
call protect_store_table('motoboy_settlements');

create table report_mail_choices (
  store_id uuid not null,
  uid text not null,
  daily boolean not null,
  weekly boolean not null,
  -- The first business day that is mailed: days before the choice are not.
  since date not null,
  version integer not null default 1,
  constraint report_mail_choices_pkey primary key (store_id, uid),
  constraint report_mail_choices_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);
call protect_store_table('report_mail_choices');

-- One row a person, store and day (or week, by its last day): written with the mail in one
-- transaction, so that none goes twice and none is lost.
create table report_mails (
  store_id uuid not null,
  uid text not null,
  kind text not null constraint report_mails_kind_check check (kind in ('daily', 'weekly')),
  day date not null,
  queued_at timestamptz not null,
  -- Null: there was nothing to tell.
  mail_id uuid,
  constraint report_mails_pkey primary key (store_id, uid, kind, day),
  constraint report_mails_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);
call protect_store_table('report_mails');

-- Minutes a stage may take; a store without a row has the defaults (contract/reports/quality.ts).
create table quality_targets (
  store_id uuid not null constraint quality_targets_store_id_fkey references stores (id) on delete cascade,
  accept_minutes integer not null constraint quality_targets_accept_check check (accept_minutes between 1 and 60),
  prepare_minutes integer not null constraint quality_targets_prepare_check check (prepare_minutes between 1 and 180),
  wait_minutes integer not null constraint quality_targets_wait_check check (wait_minutes between 1 and 120),
  deliver_minutes integer not null constraint quality_targets_deliver_check check (deliver_minutes between 1 and 180),
  total_minutes integer not null constraint quality_targets_total_check check (total_minutes between 5 and 300),
  version integer not null default 1,
  constraint quality_targets_pkey primary key (store_id)
);
call protect_store_table('quality_targets');
