-- What the marketplace says of money, ratings and negotiations, and what the quality report counts:
-- figures of closed days, targets, since when a store was open.

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
  -- The partner's word, kept for kinds nobody knows yet.
  partner_kind text not null,
  description text,
  -- Signed: what it does to the payout.
  cents integer not null,
  -- False: told, not part of any payout (paid to the store itself).
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
  -- Negative: what the marketplace keeps.
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  -- Cancellations, refunds, adjustments and what nobody knows yet.
  adjustment_cents integer not null,
  lines integer not null,
  constraint order_settlements_pkey primary key (store_id, order_external_id, period_from)
);
create index order_settlements_day_idx on order_settlements (store_id, sale_day);
create index order_settlements_period_idx on order_settlements (store_id, merchant_id, period_from);
create index order_settlements_stray_idx on order_settlements (store_id, sale_day) where order_id is null;

alter table reviews
  add column merchant_id text,
  add column order_id uuid,
  -- The partner's word; only NOT_REPLIED takes a reply.
  add column status text not null default 'PUBLISHED',
  -- False: private, outside the public score.
  add column public boolean not null default true,
  add column tags text[] not null default '{}',
  add column reply text,
  add column replied_at timestamptz,
  add column replied_by text,
  -- Until when the store may reply; null: it may not (any more).
  add column reply_due timestamptz,
  -- Asked for, not confirmed by the partner yet.
  add column pending_reply text,
  add column pending_since timestamptz,
  -- Why the last try was refused, and what was written then: nobody writes it twice.
  add column refusal text,
  add column draft text,
  add column updated_at timestamptz;
-- Reviews that are there already. The owner obeys forced policies too, unless it is a superuser.
alter table reviews no force row level security;
alter table orders no force row level security;
update reviews r set merchant_id = o.merchant_id, order_id = o.id
  from orders o where o.store_id = r.store_id and o.platform = r.source and o.external_id = r.order_external_id;
alter table reviews force row level security;
alter table orders force row level security;
create index reviews_due_idx on reviews (store_id, reply_due) where reply_due is not null and reply is null;
create index reviews_created_idx on reviews (store_id, created_at);

-- Negotiations of an order with a deadline.
create table disputes (
  store_id uuid not null constraint disputes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  partner_id text not null,
  order_id uuid not null,
  merchant_id text not null,
  -- The partner's action, such as CANCELLATION or PROPOSED_AMOUNT_REFUND.
  kind text not null,
  handshake_type text,
  message text,
  -- What the customer wants back; null where the partner names no amount.
  asked_cents integer not null,
  opened_at timestamptz not null,
  -- The business day it was opened on.
  business_day date not null,
  expires_at timestamptz,
  -- What the partner does when nobody answers.
  timeout_action text,
  reasons text[] not null default '{}',
  alternatives jsonb not null default '[]',
  -- open → answering (asked for, not confirmed) → what the partner says.
  state text not null constraint disputes_state_check
    check (state in ('open', 'answering', 'countered', 'accepted', 'rejected', 'expired')),
  answer jsonb,
  answered_by text,
  answered_at timestamptz,
  refusal text,
  settled_at timestamptz,
  lost_cents integer not null default 0,
  saved_cents integer not null default 0,
  version integer not null default 1,
  constraint disputes_pkey primary key (store_id, id),
  constraint disputes_partner_key unique (store_id, source, partner_id)
);
create index disputes_order_idx on disputes (store_id, order_id);
create index disputes_day_idx on disputes (store_id, business_day);
create index disputes_open_idx on disputes (store_id, expires_at) where state in ('open', 'answering', 'countered');

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

-- When a store really was open, channel by channel: one row a change, from the first look on.
create table store_openings (
  store_id uuid not null constraint store_openings_store_id_fkey references stores (id) on delete cascade,
  channel text not null constraint store_openings_channel_check check (channel in ('balcao', 'ifood')),
  at timestamptz not null,
  -- Null: nobody looked.
  open boolean,
  cause text,
  constraint store_openings_pkey primary key (store_id, channel, at)
);
create table store_watches (
  store_id uuid not null constraint store_watches_store_id_fkey references stores (id) on delete cascade,
  channel text not null constraint store_watches_channel_check check (channel in ('balcao', 'ifood')),
  since timestamptz not null,
  seen_at timestamptz not null,
  open boolean not null,
  constraint store_watches_pkey primary key (store_id, channel)
);

-- Closed days of the quality report (server/reports/quality/quality-closing.ts). Times are sparse
-- histograms: minute, orders, minute, orders, …; a row a minute would outweigh the orders.
create table quality_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  received integer not null,
  cancelled integer not null,
  cancelled_cents integer not null,
  concluded integer not null,
  promised integer not null,
  on_time integer not null,
  accept smallint[] not null,
  prepare smallint[] not null,
  wait smallint[] not null,
  deliver smallint[] not null,
  total smallint[] not null,
  constraint quality_days_pkey primary key (store_id, business_day, platform, merchant_id)
);
create table cancellation_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  reason text not null,
  responsible text not null,
  -- The status it was cancelled from.
  stage text not null,
  orders integer not null,
  cents integer not null,
  constraint cancellation_days_pkey
    primary key (store_id, business_day, platform, merchant_id, reason, responsible, stage)
);

do $$
declare
  name text;
begin
  foreach name in array array['partner_imports', 'settlement_entries', 'settlements', 'order_settlements', 'disputes',
      'quality_targets', 'store_openings', 'store_watches', 'quality_days', 'cancellation_days'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on partner_imports, settlement_entries, settlements, order_settlements, disputes,
  quality_targets, store_openings, store_watches, quality_days, cancellation_days to balcao_app;

create function stage_minutes(since timestamptz, until timestamptz) returns smallint language sql immutable as $$
  select case when until >= since then least(1439, floor(extract(epoch from until - since) / 60))::smallint end
$$;

-- The minutes of each stage of an order that was not cancelled; null where it has no such stage or
-- nobody noted it. A step that was taken back counts from when it was taken again. Scheduled orders
-- have no acceptance and no total: their customers chose the hour.
create function order_stages(o orders) returns table (
  accept smallint, prepare smallint, wait smallint, deliver smallint, total smallint
) language sql stable as $$
  select
    case when o.timing <> 'SCHEDULED' then stage_minutes(o.created_at, e.confirmed) end,
    stage_minutes(case when o.timing = 'SCHEDULED' then coalesce(e.preparing, e.confirmed) else e.confirmed end, e.ready),
    case when o.type = 'DELIVERY' then stage_minutes(e.ready, e.dispatched) end,
    case when o.type = 'DELIVERY' then stage_minutes(e.dispatched, o.completed_at) end,
    case when o.timing <> 'SCHEDULED' then stage_minutes(o.created_at, o.completed_at) end
  from (
    select min(t.at) filter (where t.type = 'CONFIRMED') as confirmed,
      min(t.at) filter (where t.type = 'PREPARING') as preparing,
      min(t.at) filter (where t.type = 'READY') as ready,
      min(t.at) filter (where t.type = 'DISPATCHED') as dispatched
    from order_events t
    where t.store_id = o.store_id and t.order_id = o.id
      and t.type in ('CONFIRMED', 'PREPARING', 'READY', 'DISPATCHED')
      and not exists (
        select from order_events back
        where back.store_id = o.store_id and back.order_id = o.id and back.type = 'RETURNED'
          and upper(back.data ->> 'from') = t.type and back.at >= t.at)) e
  where o.status <> 'cancelled'
$$;

-- Steps of an order of a day that may be closed already: its times are counted anew.
create function old_step_changed() returns trigger language plpgsql as $$
begin
  if new.business_day < closable_before() then
    perform mark_stale(array[new.store_id], array[new.business_day]);
  end if;
  return null;
end $$;
create trigger orders_old_step_changed after update of status on orders
  for each row when (old.status is distinct from new.status and new.business_day < current_date)
  execute function old_step_changed();

-- Why a cancelled order was cancelled, in the words that the report counts by.
create function order_cancellation(o orders) returns table (reason text, responsible text, stage text)
language sql immutable as $$
  select coalesce(nullif(btrim(o.detail #>> '{cancellation,reason}'), ''), 'Motivo não informado'),
    case when o.detail #>> '{cancellation,responsible}' in ('store', 'customer', 'logistics', 'marketplace')
      then o.detail #>> '{cancellation,responsible}' else 'unknown' end,
    coalesce(o.cancelled_from, 'placed')
$$;
