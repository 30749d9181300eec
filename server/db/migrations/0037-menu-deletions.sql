-- What a person deleted from a menu, as its rows were, so that a day later it can still come back.
-- needs: protect_store_table
create table menu_deletions (
  store_id uuid not null constraint menu_deletions_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  kind text not null constraint menu_deletions_kind_check check (kind in ('category', 'item', 'group')),
  name text not null,
  content jsonb not null,
  deleted_at timestamptz not null,
  constraint menu_deletions_pkey primary key (store_id, id)
);
call protect_store_table('menu_deletions');
