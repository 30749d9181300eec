-- A category or a whole menu on its way to other stores. Both tables belong to the store that it is copied from.
-- needs: protect_store_table

create table menu_copies (
  store_id uuid not null constraint menu_copies_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: the whole menu.
  category text,
  -- What is copied, as it was when the person asked.
  candidate text not null,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  constraint menu_copies_pkey primary key (store_id, id)
);
call protect_store_table('menu_copies');

create table menu_copy_targets (
  store_id uuid not null,
  copy_id uuid not null,
  -- In another cell, maybe: no reference.
  target_id uuid not null,
  state text not null default 'waiting'
    constraint menu_copy_targets_state_check check (state in ('waiting', 'done', 'failed')),
  -- Items that were added or changed.
  changed integer not null default 0,
  -- Why not: pt-BR.
  problem text,
  ended_at timestamptz,
  constraint menu_copy_targets_pkey primary key (store_id, copy_id, target_id),
  constraint menu_copy_targets_copy_fkey foreign key (store_id, copy_id)
    references menu_copies (store_id, id) on delete cascade
);
call protect_store_table('menu_copy_targets');
