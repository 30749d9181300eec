-- The marketplace's ledger: its lines, payouts and sums by order, and how far each import came.
-- needs: app_store_ids, protect_store_table

-- How far each import of a merchant came: a late or failing one is said on the page.
create table partner_imports (
  store_id uuid not null constraint partner_imports_store_id_fkey references stores (id) on delete cascade,
  kind text not null constraint partner_imports_kind_check check (kind in ('financial', 'reviews')),
  merchant_id text not null,
  -- All of the partner's facts up to then are here.
  read_to timestamptz,
  -- Not before then: minutes after a success, longer after each failure.
  next_at timestamptz not null,
  failures integer not null default 0,
  last_error text,
  done_at timestamptz,
  constraint partner_imports_pkey primary key (store_id, kind, merchant_id)
);
call protect_store_table('partner_imports');

-- What the marketplace pays and deducts, one row a line of its ledger.
create table settlement_entries (
  store_id uuid not null constraint settlement_entries_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  -- The partner's own, or a fingerprint of the line where it gives none.
  partner_id text not null,
  merchant_id text not null,
  -- Null: a line of no order, such as a monthly fee.
  order_external_id text,
  kind text not null constraint settlement_entries_kind_check check (kind in ('sale', 'subsidy', 'commission',
    'paymentFee', 'logistics', 'cancellation', 'refund', 'adjustment', 'anticipation', 'subscription', 'other')),
  -- The partner's word, kept for kinds that we do not know yet.
  partner_kind text not null,
  description text,
  -- Signed: its effect on the payout.
  cents integer not null,
  -- False: informed, not part of a payout (paid to the store directly).
  transferred boolean not null,
  -- The sale's day as the partner says it; never the day of the money.
  sale_day date not null,
  -- The payout week it belongs to.
  period_from date not null,
  period_to date not null,
  expected_on date,
  raw jsonb not null,
  imported_at timestamptz not null,
  constraint settlement_entries_pkey primary key (store_id, id),
  constraint settlement_entries_partner_key unique (store_id, source, partner_id)
);
create index settlement_entries_order_idx on settlement_entries (store_id, order_external_id);
create index settlement_entries_period_idx on settlement_entries (store_id, period_from);
call protect_store_table('settlement_entries');

-- What was or will be transferred to the bank: a payout week of a merchant.
create table settlements (
  store_id uuid not null constraint settlements_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  partner_id text not null,
  merchant_id text not null,
  period_from date not null,
  period_to date not null,
  expected_on date,
  -- Null until the money went.
  paid_on date,
  cents integer not null,
  status text not null constraint settlements_status_check check (status in ('settled', 'paid', 'failed')),
  raw jsonb not null,
  imported_at timestamptz not null,
  constraint settlements_pkey primary key (store_id, id),
  constraint settlements_partner_key unique (store_id, source, partner_id)
);
create index settlements_period_idx on settlements (store_id, merchant_id, period_from);
create index settlements_expected_idx on settlements (store_id, expected_on);
call protect_store_table('settlements');

-- The ledger by order and payout week, written with its lines: a report never adds up raw lines.
create table order_settlements (
  store_id uuid not null constraint order_settlements_store_id_fkey references stores (id) on delete cascade,
  order_external_id text not null,
  merchant_id text not null,
  period_from date not null,
  period_to date not null,
  sale_day date not null,
  expected_on date,
  -- Null while no order of ours has this external id.
  order_id uuid,
  sale_cents integer not null,
  subsidy_cents integer not null,
  -- Negative: kept by the marketplace.
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  -- Cancellations, refunds, adjustments and unknown kinds.
  adjustment_cents integer not null,
  lines integer not null,
  constraint order_settlements_pkey primary key (store_id, order_external_id, period_from)
);
create index order_settlements_day_idx on order_settlements (store_id, sale_day);
create index order_settlements_period_idx on order_settlements (store_id, merchant_id, period_from);
create index order_settlements_stray_idx on order_settlements (store_id, sale_day) where order_id is null;
call protect_store_table('order_settlements');
