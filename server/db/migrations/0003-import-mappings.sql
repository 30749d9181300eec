-- What a store says of the columns of its spreadsheets, and how one of them is read again.
-- needs: protect_store_table

create table menu_import_columns (
  store_id uuid not null constraint menu_import_columns_store_id_fkey references stores (id) on delete cascade,
  -- Without accents, case and signs.
  title text not null,
  -- A column of the menu's table, or `ignored`.
  answer text not null,
  constraint menu_import_columns_pkey primary key (store_id, title)
);
call protect_store_table('menu_import_columns');

-- The file stays until the import is applied, so that a person can read more of it.
alter table menu_imports
  add column read_hidden boolean not null default false,
  add column read_sheets text[] not null default '{}';
