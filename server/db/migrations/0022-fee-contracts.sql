-- What the contract with a marketplace says, from a day on (docs/adr/0094-fee-contracts-have-a-first-day.md). The columns of
-- `integrations` are what held before the first of these.
-- needs: app_store_ids, protect_store_table

create table channel_fees (
  store_id uuid not null,
  type text not null,
  -- The first business day whose orders it estimates.
  from_day date not null,
  -- In hundredths of a percent.
  commission_bps integer not null constraint channel_fees_commission_check check (commission_bps between 0 and 4000),
  payment_fee_bps integer not null constraint channel_fees_payment_check check (payment_fee_bps between 0 and 1000),
  monthly_fee_cents integer not null constraint channel_fees_monthly_check check (monthly_fee_cents between 0 and 1000000),
  -- It forbids prices above those of the store's other channels.
  same_prices boolean not null,
  saved_by text not null,
  saved_at timestamptz not null,
  constraint channel_fees_pkey primary key (store_id, type, from_day),
  constraint channel_fees_integration_fkey foreign key (store_id, type) references integrations (store_id, type) on delete cascade
);
call protect_store_table('channel_fees');

alter table integrations add column fees_version integer not null default 0;
