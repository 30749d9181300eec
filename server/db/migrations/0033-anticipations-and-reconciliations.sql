-- Payouts that a marketplace paid before their day, and its statement of a month compared with ours
-- (docs/adr/0105-a-month-is-compared-on-demand.md).
-- needs: app_store_ids, protect_store_table

create table anticipations (
  store_id uuid not null constraint anticipations_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  partner_id text not null,
  merchant_id text not null,
  -- The payout week that it is of.
  period_from date not null,
  period_to date not null,
  -- When it would have been paid, and when it was.
  original_on date,
  paid_on date,
  original_cents integer not null,
  fee_cents integer not null,
  cents integer not null,
  status text not null constraint anticipations_status_check check (status in ('waiting', 'paid', 'failed')),
  raw jsonb not null,
  imported_at timestamptz not null,
  constraint anticipations_pkey primary key (store_id, id),
  constraint anticipations_partner_key unique (store_id, source, partner_id)
);
create index anticipations_period_idx on anticipations (store_id, merchant_id, period_from);
call protect_store_table('anticipations');

create table reconciliations (
  store_id uuid not null constraint reconciliations_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  platform text not null,
  merchant_id text not null,
  -- The first day of the month.
  month date not null,
  state text not null default 'asked' constraint reconciliations_state_check
    check (state in ('asked', 'making', 'done', 'failed')),
  -- At the marketplace.
  request_id text,
  -- Without an answer.
  tries integer not null default 0,
  -- Why it failed: pt-BR.
  problem text,
  asked_by_name text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Lines that reach the bank, there and here, in centavos.
  there_cents bigint not null default 0,
  here_cents bigint not null default 0,
  there_lines integer not null default 0,
  here_lines integer not null default 0,
  -- Sales there and here.
  there_sales integer not null default 0,
  here_sales integer not null default 0,
  -- More than are listed below.
  differences integer not null default 0,
  constraint reconciliations_pkey primary key (store_id, id)
);
-- Of two people who ask at once, one asks.
create unique index reconciliations_open_key on reconciliations (store_id, platform, merchant_id, month)
  where state in ('asked', 'making');
call protect_store_table('reconciliations');

create table reconciliation_differences (
  store_id uuid not null,
  reconciliation_id uuid not null,
  position integer not null,
  kind text not null,
  order_external_id text,
  order_id uuid,
  -- As people know it.
  display_id text,
  -- In centavos; null: it is not there, or not here.
  there_cents bigint,
  here_cents bigint,
  constraint reconciliation_differences_pkey primary key (store_id, reconciliation_id, position),
  constraint reconciliation_differences_reconciliation_fkey foreign key (store_id, reconciliation_id)
    references reconciliations (store_id, id) on delete cascade
);
call protect_store_table('reconciliation_differences');
