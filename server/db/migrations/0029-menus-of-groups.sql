-- The menu that the stores of a group take (docs/adr/0102-a-chain-menu-is-a-stores-menu.md).
-- needs: app_store_ids, app_uid

create table group_menus (
  group_id uuid not null constraint group_menus_group_id_fkey references groups (id) on delete cascade,
  -- The store whose menu it is; null: nobody's any more, and the version stays.
  store_id uuid,
  -- What each store decides on its own: prices, hours, ownItems.
  keeps jsonb not null,
  saved_by text not null,
  saved_by_name text not null,
  saved_at timestamptz not null,
  version integer not null default 1,
  constraint group_menus_pkey primary key (group_id)
);
alter table group_menus enable row level security;
alter table group_menus force row level security;
-- As the group itself: its creator, and the stores in it.
create policy of_group on group_menus
  using (exists (select from groups g where g.id = group_id))
  with check (exists (select from groups g where g.id = group_id));
grant select, insert, update, delete on group_menus to balcao_app;
