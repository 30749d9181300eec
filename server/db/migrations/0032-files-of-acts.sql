-- Files that an act in many stores made (docs/adr/0090-acts-in-many-stores.md), one a store.
-- needs: protect_store_table

create table bulk_files (
  store_id uuid not null constraint bulk_files_store_id_fkey references stores (id) on delete cascade,
  act_id uuid not null,
  name text not null,
  -- Its content type.
  type text not null,
  bytes bytea not null,
  made_at timestamptz not null,
  constraint bulk_files_pkey primary key (store_id, act_id)
);
create index bulk_files_made_at_idx on bulk_files (store_id, made_at);
call protect_store_table('bulk_files');
