-- One act in many stores. Each store keeps its own part, with the act's words in it, so that an act never reaches over
-- what a store may see, and a store that leaves takes its part with it (docs/adr/0090-acts-in-many-stores.md).
-- needs: app_store_ids, protect_store_table

create table bulk_parts (
  store_id uuid not null constraint bulk_parts_store_id_fkey references stores (id) on delete cascade,
  act_id uuid not null,
  kind text not null,
  action jsonb not null,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  -- Of the person who asked last: to begin, to try again or to undo. The worker acts with this person's role of that moment.
  runs_as text not null,
  runs_as_name text not null,
  state text not null default 'pending' constraint bulk_parts_state_check
    check (state in ('pending', 'done', 'same', 'refused', 'undoing', 'undone')),
  -- What it changed, for a person.
  words text,
  -- A code of the contract and its sentence.
  refusal jsonb,
  unsupported text[] not null default '{}',
  -- What undoing needs.
  kept jsonb,
  ended_at timestamptz,
  constraint bulk_parts_pkey primary key (store_id, act_id)
);
create index bulk_parts_asked_at_idx on bulk_parts (store_id, asked_at);
call protect_store_table('bulk_parts');

-- What a store means to sell in a month, net.
create table sales_goals (
  store_id uuid not null constraint sales_goals_store_id_fkey references stores (id) on delete cascade,
  -- Its first day.
  month date not null,
  -- Null: taken back; the version stays.
  cents integer constraint sales_goals_cents_check check (cents > 0),
  version integer not null default 1,
  constraint sales_goals_pkey primary key (store_id, month)
);
call protect_store_table('sales_goals');
