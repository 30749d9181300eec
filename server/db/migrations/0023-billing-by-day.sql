-- Order billing judged each order of the period at every question: more than a week of a hundred stores was refused.
-- The sums of a closed day are kept (docs/adr/0096-costly-reports.md).
-- needs: app_store_ids, protect_store_table

-- What was sold on a day through one merchant of a marketplace: our estimate (e_), what the ledger says, and what differs.
-- Sums of `billed` (server/reports/order-billing/billed-sql.ts), in centavos.
create table billing_days (
  store_id uuid not null constraint billing_days_store_id_fkey references stores (id) on delete cascade,
  business_day date not null,
  merchant_id text not null,
  orders integer not null,
  gross_cents bigint not null,
  store_discount_cents bigint not null,
  marketplace_discount_cents bigint not null,
  collected_cents bigint not null,
  e_sale bigint not null,
  e_subsidy bigint not null,
  e_commission bigint not null,
  e_payment_fee bigint not null,
  e_logistics bigint not null,
  e_adjustment bigint not null,
  e_net bigint not null,
  sale_cents bigint not null,
  subsidy_cents bigint not null,
  commission_cents bigint not null,
  payment_fee_cents bigint not null,
  logistics_cents bigint not null,
  adjustment_cents bigint not null,
  billed_net bigint not null,
  net_cents bigint not null,
  kept_cents bigint not null,
  -- Orders by status.
  expected integer not null,
  settled integer not null,
  paid integer not null,
  divergent integer not null,
  -- { kind: [orders, centavos] }
  differences jsonb not null,
  constraint billing_days_pkey primary key (store_id, business_day, merchant_id)
);
call protect_store_table('billing_days');

-- The orders that a courier of the store delivered, and the cash that they brought.
create table courier_days (
  store_id uuid not null constraint courier_days_store_id_fkey references stores (id) on delete cascade,
  business_day date not null,
  motoboy_id uuid not null,
  merchant_id text not null,
  orders integer not null,
  cash_cents bigint not null,
  constraint courier_days_pkey primary key (store_id, business_day, motoboy_id, merchant_id)
);
call protect_store_table('courier_days');

-- Closed days whose ledger changed: their billing is read live until it is summed up again. As stale_days.
create table stale_billing_days (
  store_id uuid not null constraint stale_billing_days_store_id_fkey references stores (id) on delete cascade,
  business_day date not null,
  mark uuid not null default gen_random_uuid(),
  constraint stale_billing_days_pkey primary key (store_id, business_day, mark)
);
call protect_store_table('stale_billing_days');

-- Days that were closed before these tables were there.
insert into stale_billing_days (store_id, business_day)
select c.store_id, d.business_day
from report_closings c
  join (
    select store_id, business_day from sales_days
    union select store_id, sale_day from order_settlements) d
    on d.store_id = c.store_id and d.business_day <= c.closing_through;

-- What a payout week pays, added up from order_settlements by the import of the ledger.
create table payout_weeks (
  store_id uuid not null constraint payout_weeks_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  period_from date not null,
  period_to date not null,
  expected_on date,
  orders integer not null,
  sale_cents bigint not null,
  subsidy_cents bigint not null,
  commission_cents bigint not null,
  payment_fee_cents bigint not null,
  logistics_cents bigint not null,
  adjustment_cents bigint not null,
  constraint payout_weeks_pkey primary key (store_id, merchant_id, period_from)
);
call protect_store_table('payout_weeks');
insert into payout_weeks
select store_id, merchant_id, period_from, max(period_to), max(expected_on), count(*), sum(sale_cents), sum(subsidy_cents),
  sum(commission_cents), sum(payment_fee_cents), sum(logistics_cents), sum(adjustment_cents)
from order_settlements group by 1, 2, 3;
