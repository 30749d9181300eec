-- Whether the agent can replace itself with a newer version, the version that a person asked it to take, and the one
-- that did not start there.
alter table print_agents add column updates boolean not null default false;
alter table print_agents add column update_asked_for text;
alter table print_agents add column update_refused text;

-- What changed the money of a day after the day was closed; written with the change (note_late_changes).
create table late_changes (
  store_id uuid not null constraint late_changes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Of the sale, not of the change.
  business_day date not null,
  -- Null: a line of the statement without an order.
  order_id uuid,
  merchant_id text not null,
  kind text not null
    constraint late_changes_kind_check check (kind in ('arrived', 'cancelled', 'refunded', 'edited', 'statement')),
  -- Effect on the net sale, or on the payout for a line of the statement.
  cents integer not null,
  changed_at timestamptz not null default now(),
  constraint late_changes_pkey primary key (store_id, id),
  constraint late_changes_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);
create index late_changes_day_idx on late_changes (store_id, business_day);
create index late_changes_order_idx on late_changes (store_id, order_id);
call protect_store_table('late_changes');
