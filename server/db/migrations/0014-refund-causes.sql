-- A refund of an order has one cause: a person of the store, a negotiation, or a cancellation after the conclusion.
alter table order_refunds
  add column source text not null default 'own'
    constraint order_refunds_source_check check (source in ('own', 'dispute', 'late-cancellation')),
  -- Unique per source: the negotiation's id at the marketplace. Of the store's own refunds the row's id.
  add column cause text not null default gen_random_uuid()::text,
  -- What went back of delivery, service and tip, which are outside the order's net.
  add column fees_cents integer not null default 0 constraint order_refunds_fees_cents_check check (fees_cents >= 0),
  -- Who decided, as shown: a person, or the marketplace's name of the party.
  add column actor_name text,
  drop constraint order_refunds_cents_check,
  add constraint order_refunds_cents_check check (cents >= 0 and cents + fees_cents > 0),
  add constraint order_refunds_cause_key unique (store_id, order_id, source, cause);
drop index order_refunds_order_idx;
-- For the list by the day the money went back.
create index order_refunds_day_idx on order_refunds (store_id, refund_day);

-- What went back of an order's fees, beside refund_cents; a counted figure of the reports.
drop function if exists order_measures(orders);
alter table orders add column refunded_fees_cents integer not null default 0
  constraint orders_refunded_fees_check check (refunded_fees_cents >= 0);
alter table sales_hours add column refunded_fees_cents integer not null default 0;
alter table sales_days add column refunded_fees_cents integer not null default 0;
alter table sales_so_far add column refunded_fees_cents integer not null default 0;
alter table sales_through add column refunded_fees_cents bigint not null default 0;
