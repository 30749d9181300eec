-- The last states of a store's menu, and menus of other places that wait for a person's ticks.
-- needs: protect_store_table

create table menu_versions (
  store_id uuid not null constraint menu_versions_store_id_fkey references stores (id) on delete cascade,
  number integer not null,
  cause text not null
    constraint menu_versions_cause_check check (cause in ('start', 'edits', 'import', 'copy', 'rollback')),
  -- Of an import the file or address, of a copy the other store, of a rollback the number of the version.
  subject text not null,
  by_name text not null,
  at timestamptz not null,
  items integer not null,
  -- SHA-256 of the document.
  hash text not null,
  -- Text, not jsonb: a rollback gives the same bytes.
  document text not null,
  constraint menu_versions_pkey primary key (store_id, number)
);
call protect_store_table('menu_versions');

create table menu_imports (
  store_id uuid not null constraint menu_imports_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  kind text not null constraint menu_imports_kind_check check (kind in ('address', 'spreadsheet', 'marketplace')),
  -- The address, the file's name or the merchant.
  subject text not null,
  -- Only items whose name has this.
  search text not null default '',
  state text not null default 'reading'
    constraint menu_imports_state_check check (state in ('reading', 'ready', 'failed', 'applied')),
  -- Steps of five that are done while it is read.
  step integer not null default 0,
  -- The file, until it is read.
  file bytea,
  platform text,
  -- What was found, and in which form.
  found_as text,
  candidate text,
  -- Why nothing was found: pt-BR.
  problem text,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  constraint menu_imports_pkey primary key (store_id, id)
);
call protect_store_table('menu_imports');
