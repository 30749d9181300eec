-- Orders with items and events, customers, the inbox of partners' events, the outbox of effects, reviews and
-- disputes. Items and events carry no foreign key to their order: its row-by-row checks cost a third of the
-- intake rate, and take_orders is the only statement that writes them (docs/adr/0003-intake.md).
-- Text is looked up by prefix in plain B-trees with collation "C". A trigram index would never be used: LIKE is
-- not leakproof, and behind row-level security only leakproof operators (=, <, >= on text) become index conditions.
-- needs: app_store_ids, protect_store_table, search_key, remember_buyer, courier_changed, old_step_changed

create table customers (
  store_id uuid not null,
  id uuid not null,
  -- Normalised phone; marketplaces' relay numbers never identify anybody.
  phone text not null,
  name text not null,
  orders_count integer not null,
  first_order_at timestamptz not null,
  last_order_at timestamptz not null,
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- The last word of the name.
  surname_key text collate "C" not null generated always as (split_part(search_key(name), ' ', -1)) stored,
  constraint customers_pkey primary key (store_id, id),
  constraint customers_phone_key unique (store_id, phone)
);
create index customers_name_idx on customers (store_id, name_key);
create index customers_surname_idx on customers (store_id, surname_key);
call protect_store_table('customers');

create table orders (
  store_id uuid not null,
  id uuid not null,
  display_id text not null,
  platform text not null,
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
  -- This order is the n-th of this customer in this store; null where the channel hides the customer.
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
  buyer_key text collate "C",
  buyer_surname_key text collate "C",
  -- The store's own courier of an order: for the route, the courier's day and the search.
  motoboy_id uuid,
  constraint orders_pkey primary key (store_id, id),
  constraint orders_external_key unique (store_id, platform, external_id),
  constraint orders_money_check check (gross_cents >= 0 and order_cents >= 0 and refund_cents >= 0)
) with (fillfactor = 80);
create index orders_open_idx on orders (store_id, created_at) where open;
create index orders_day_idx on orders (store_id, business_day, created_at);
create index orders_number_idx on orders (store_id, display_id, business_day);
create index orders_customer_idx on orders (store_id, customer_id, business_day) where customer_id is not null;
create index orders_motoboy_idx on orders (store_id, motoboy_id, business_day) where motoboy_id is not null;
create index orders_buyer_idx on orders (store_id, buyer_key, business_day) where buyer_key is not null;
create index orders_buyer_surname_idx on orders (store_id, buyer_surname_key, business_day)
  where buyer_surname_key is not null;
create trigger orders_remember_buyer before insert on orders
  for each row when (new.customer_id is null) execute function remember_buyer();
create trigger orders_courier_changed after update of motoboy_id on orders
  for each row when (old.motoboy_id is distinct from new.motoboy_id) execute function courier_changed();
create trigger orders_old_step_changed after update of status on orders
  for each row when (old.status is distinct from new.status and new.business_day < current_date)
  execute function old_step_changed();
call protect_store_table('orders');

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
call protect_store_table('order_items');

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
  constraint order_events_pkey primary key (store_id, source, source_event_id)
);
create index order_events_order_idx on order_events (store_id, order_id);
call protect_store_table('order_events');
-- Events are never changed.
revoke update, delete on order_events from balcao_app;

-- The last number of each store's live stream (publish_live_events).
create table store_streams (
  store_id uuid not null,
  last_seq bigint not null,
  constraint store_streams_pkey primary key (store_id)
);
call protect_store_table('store_streams');

-- What open screens hear, a few days long: ids, never content.
create table live_events (
  store_id uuid not null,
  seq bigint not null,
  -- Null: of the store itself; `type` is then the topic.
  order_id uuid,
  type text not null,
  at timestamptz not null,
  published_at timestamptz not null default now(),
  constraint live_events_pkey primary key (store_id, seq)
);
call protect_store_table('live_events');

create table order_counters (
  store_id uuid not null,
  business_day date not null,
  last integer not null,
  constraint order_counters_pkey primary key (store_id, business_day)
);
call protect_store_table('order_counters');

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
call protect_store_table('order_refunds');

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
-- For stores_with_due_work, which asks for all stores at once.
create index inbox_all_waiting_idx on inbox (next_try_at, store_id) where handled_at is null and dead_at is null;
create index inbox_failed_idx on inbox (store_id) where dead_at is not null;
call protect_store_table('inbox');

create table outbox (
  store_id uuid not null,
  id uuid not null,
  kind text not null,
  -- The order, item, review, device or store that the effect is about. Effects of one lane run in order.
  lane uuid not null,
  -- Of two waiting effects of a kind with one key the second is not written.
  key text,
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
-- For stores_with_due_work, which asks for all stores at once.
create index outbox_all_due_idx on outbox (due_at, store_id) where dead_at is null;
create unique index outbox_key_key on outbox (store_id, kind, key) where key is not null;
create index outbox_failed_idx on outbox (store_id) where dead_at is not null;
call protect_store_table('outbox');

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
  merchant_id text,
  order_id uuid,
  -- The partner's word; only NOT_REPLIED takes a reply.
  status text not null default 'PUBLISHED',
  -- False: private, outside the public score.
  public boolean not null default true,
  tags text[] not null default '{}',
  reply text,
  replied_at timestamptz,
  replied_by text,
  -- Until when the store may reply; null: it may not (any more).
  reply_due timestamptz,
  -- Asked for, not confirmed by the partner yet.
  pending_reply text,
  pending_since timestamptz,
  -- Why the last try was rejected, and its text, so that it need not be typed twice.
  refusal text,
  draft text,
  updated_at timestamptz,
  constraint reviews_pkey primary key (store_id, id),
  constraint reviews_source_key unique (store_id, source, source_review_id)
);
create index reviews_day_idx on reviews (store_id, business_day);
create index reviews_due_idx on reviews (store_id, reply_due) where reply_due is not null and reply is null;
create index reviews_created_idx on reviews (store_id, created_at);
call protect_store_table('reviews');

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
  -- The partner's action when there is no answer.
  timeout_action text,
  reasons text[] not null default '{}',
  alternatives jsonb not null default '[]',
  -- open → answering (sent, not confirmed) → the partner's decision.
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
call protect_store_table('disputes');
