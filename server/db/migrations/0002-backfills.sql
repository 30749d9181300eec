-- Work over kept rows that a migration asks for and the worker does in batches, one row a store that has such rows
-- (docs/how-to/change-a-table.md).
-- needs: app_store_ids, protect_store_table

create table backfills (
  store_id uuid not null constraint backfills_store_id_fkey references stores (id) on delete cascade,
  -- Of the migration that asked for it.
  name text not null,
  -- What is done: server/worker/backfills.ts.
  kind text not null,
  requested_at timestamptz not null default now(),
  -- Where the last committed batch ended, in the order of its kind; null: none was committed yet.
  position text,
  batches integer not null default 0,
  finished_at timestamptz,
  constraint backfills_pkey primary key (store_id, name)
);
call protect_store_table('backfills');
-- Migrations ask for every store at once, without a scope.
create policy owner_requests on backfills for insert to current_user with check (true);
