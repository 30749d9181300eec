-- Orders, their events, customers, the inbox of partners' events and the outbox of effects.
-- Keys start with store_id: the tables distribute by store. Items and events
-- carry no foreign key to their order: its row-by-row checks cost a third of the intake rate, and
-- take_orders is the only statement that writes them (docs/adr/0003-intake.md).

create table customers (
  store_id uuid not null,
  id uuid not null,
  -- Normalised phone; marketplaces' relay numbers never identify anybody.
  phone text not null,
  name text not null,
  orders_count integer not null,
  first_order_at timestamptz not null,
  last_order_at timestamptz not null,
  constraint customers_pkey primary key (store_id, id),
  constraint customers_phone_key unique (store_id, phone)
);

create table orders (
  store_id uuid not null,
  id uuid not null,
  display_id text not null,
  platform text not null constraint orders_platform_check check (platform in ('balcao', 'ifood')),
  merchant_id text not null default '',
  external_id text not null,
  type text not null constraint orders_type_check check (type in ('DELIVERY', 'TAKEOUT', 'INDOOR')),
  timing text not null constraint orders_timing_check check (timing in ('INSTANT', 'SCHEDULED', 'ONDEMAND')),
  status text not null constraint orders_status_check
    check (status in ('placed', 'confirmed', 'preparing', 'ready', 'dispatched', 'delivered', 'concluded', 'cancelled')),
  -- On the board. Changes once, so that status updates stay heap-only.
  open boolean not null,
  pending_action text,
  pending_since timestamptz,
  business_day date not null,
  -- Local hour of created_at, 0 to 23.
  hour smallint not null,
  created_at timestamptz not null,
  status_since timestamptz not null,
  promised_at timestamptz,
  preparation_start_at timestamptz,
  confirm_by timestamptz,
  -- When it was delivered, or concluded without a delivery step.
  completed_at timestamptz,
  -- The status it was cancelled from.
  cancelled_from text,
  customer_id uuid,
  -- This order is the n-th of this customer in this store; null where the channel hides who it is.
  customer_seq integer,
  gross_cents integer not null,
  store_discount_cents integer not null default 0,
  marketplace_discount_cents integer not null default 0,
  refund_cents integer not null default 0,
  delivery_fee_cents integer not null default 0,
  service_fee_cents integer not null default 0,
  tip_cents integer not null default 0,
  commission_cents integer not null default 0,
  payment_fee_cents integer not null default 0,
  logistics_cents integer not null default 0,
  order_cents integer not null,
  is_test boolean not null default false,
  -- The rest of the order as the contract names it, and the partner's unknown fields under "partner".
  detail jsonb not null,
  version integer not null default 1,
  constraint orders_pkey primary key (store_id, id),
  constraint orders_external_key unique (store_id, platform, external_id),
  constraint orders_money_check check (gross_cents >= 0 and order_cents >= 0 and refund_cents >= 0)
) with (fillfactor = 80);
create index orders_open_idx on orders (store_id, created_at) where open;
create index orders_day_idx on orders (store_id, business_day, created_at);

create table order_items (
  store_id uuid not null,
  order_id uuid not null,
  line smallint not null,
  -- Groups the item in reports: the external code, else the name in lower case.
  product_key text not null,
  name text not null,
  -- Thousandths: 2 pieces are 2000, 350 g are 350.
  quantity_milli integer not null,
  unit_price_cents integer not null,
  total_cents integer not null,
  -- { externalCode, notes, options }
  detail jsonb,
  constraint order_items_pkey primary key (store_id, order_id, line)
);

create table order_events (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  source text not null,
  source_event_id text not null,
  type text not null,
  at timestamptz not null,
  actor_uid text,
  actor_name text,
  data jsonb,
  recorded_at timestamptz not null default now(),
  -- With id, the gap-free cursor of the live stream: read below pg_snapshot_xmin.
  tx xid8 not null default pg_current_xact_id(),
  constraint order_events_pkey primary key (store_id, source, source_event_id)
);
create index order_events_order_idx on order_events (store_id, order_id);
create index order_events_tx_idx on order_events (tx, id);

create table order_refunds (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  cents integer not null constraint order_refunds_cents_check check (cents > 0),
  reason text not null,
  -- Both dates are kept: the order's day and the day the money went back.
  refunded_at timestamptz not null,
  refund_day date not null,
  actor_uid text,
  constraint order_refunds_pkey primary key (store_id, id),
  constraint order_refunds_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);
create index order_refunds_order_idx on order_refunds (store_id, order_id);

create table order_counters (
  store_id uuid not null,
  business_day date not null,
  last integer not null,
  constraint order_counters_pkey primary key (store_id, business_day)
);

create table reviews (
  store_id uuid not null,
  id uuid not null,
  source text not null,
  source_review_id text not null,
  order_external_id text,
  -- The day of the order, so that a day's rating is about that day's work.
  business_day date not null,
  score smallint not null constraint reviews_score_check check (score between 1 and 5),
  comment text,
  created_at timestamptz not null,
  constraint reviews_pkey primary key (store_id, id),
  constraint reviews_source_key unique (store_id, source, source_review_id)
);
create index reviews_day_idx on reviews (store_id, business_day);

create table inbox (
  store_id uuid not null,
  source text not null,
  event_id text not null,
  order_external_id text,
  code text not null,
  payload jsonb not null,
  partner_at timestamptz not null,
  via text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  -- Given up after the last attempt; visible and replayable.
  dead_at timestamptz,
  constraint inbox_pkey primary key (store_id, source, event_id)
);
create index inbox_waiting_idx on inbox (store_id, next_try_at) where handled_at is null and dead_at is null;

-- Events of merchants that no store of ours claims: kept, acknowledged, looked at by people.
create table stray_events (
  source text not null,
  event_id text not null,
  merchant_id text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  constraint stray_events_pkey primary key (source, event_id)
);

create table outbox (
  store_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Effects of one order leave in order.
  order_id uuid not null,
  payload jsonb not null default '{}',
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_pkey primary key (store_id, id)
);
create index outbox_due_idx on outbox (store_id, due_at) where dead_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['customers', 'orders', 'order_items', 'order_events', 'order_refunds', 'order_counters',
      'reviews', 'inbox', 'outbox'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;

grant select, insert, update, delete on
  customers, orders, order_items, order_refunds, order_counters, reviews, inbox, outbox, stray_events to balcao_app;
grant select, insert on order_events to balcao_app;
