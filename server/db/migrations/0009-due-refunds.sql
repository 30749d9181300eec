-- Money that a store holds for no sale and owes to a customer: of a cancelled order, or of items that left it.
-- It is in no figure; what lowers a sale is in order_refunds.
-- needs: app_store_ids, protect_store_table

create table due_refunds (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  cause text not null constraint due_refunds_cause_check check (cause in ('refused', 'cancelled', 'lost', 'changed')),
  cents integer not null constraint due_refunds_cents_check check (cents > 0),
  -- By way of payment: [{ method, brand, cents }].
  parts jsonb not null,
  since timestamptz not null,
  state text not null constraint due_refunds_state_check check (state in ('due', 'given', 'kept')),
  settled_at timestamptz,
  settled_uid text,
  settled_name text,
  reason text,
  constraint due_refunds_pkey primary key (store_id, id),
  constraint due_refunds_settled_check check ((state = 'due') = (settled_at is null)),
  constraint due_refunds_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);
create index due_refunds_order_idx on due_refunds (store_id, order_id);
-- An order owes once: what becomes due later joins it.
create unique index due_refunds_due_key on due_refunds (store_id, order_id) where state = 'due';
call protect_store_table('due_refunds');
