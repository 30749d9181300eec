-- `modules ->> 'off'` lists what the store has switched off; these say who saved it last, and which version the next
-- save must have seen.
alter table stores
  add column modules_version integer not null default 0,
  add column modules_saved_at timestamptz,
  add column modules_saved_by text;

-- A store that was opened in the panel, until its first steps are done.
create table usage_data (
  store_id uuid not null constraint usage_data_store_id_fkey references stores (id) on delete cascade,
  -- Kind of house that its owner chose; null: none.
  house text,
  started_at timestamptz not null,
  self_made_menu boolean not null default false,
  menu_ready boolean not null default false,
  version integer not null default 1,
  -- Steps whose completion was already reported.
  told text[] not null default '{}',
  -- When the first real order was reported: once for a store.
  first_order_told_at timestamptz,
  finished_at timestamptz,
  -- When the mail about the next step was written.
  reminded_at timestamptz,
  constraint usage_data_pkey primary key (store_id)
);
call protect_store_table('usage_data');

-- A person's word that a step can wait. It never makes the step done.
create table skipped_steps (
  store_id uuid not null constraint skipped_steps_store_id_fkey references stores (id) on delete cascade,
  step text not null,
  note text not null,
  skipped_by text not null,
  skipped_by_name text not null,
  skipped_at timestamptz not null,
  constraint skipped_steps_pkey primary key (store_id, step)
);
call protect_store_table('skipped_steps');

-- The mail about the next of the first steps.
alter table report_mail_choices add column first_steps boolean not null default true;

-- Orders that a store made to try itself: numbered, so that of two at once one is made.
create table test_orders (
  store_id uuid not null constraint test_orders_store_id_fkey references stores (id) on delete cascade,
  number integer not null,
  order_id uuid not null,
  made_at timestamptz not null,
  constraint test_orders_pkey primary key (store_id, number)
);
call protect_store_table('test_orders');
