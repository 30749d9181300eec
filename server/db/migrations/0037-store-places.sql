-- Which cell each store is in, and its owner's chain, which moves as one (docs/adr/0109-a-store-is-found-in-its-cell.md).
create table store_places (
  store_id uuid not null,
  chain uuid not null,
  cell text not null,
  constraint store_places_pkey primary key (store_id),
  constraint store_places_cell_check check (cell ~ '^[a-z][a-z0-9-]{0,30}$')
);
create index store_places_chain on store_places (chain);
create index store_places_cell on store_places (cell);
grant select, insert, update, delete on store_places to balcao_app;

-- All stores so far are on one machine. A chain is named after its first owner. The owner of the tables sees the owners'
-- access only while row-level security does not hold for it too.
alter table access_entries no force row level security;
insert into store_places (store_id, chain, cell)
select s.store_id, md5('chain ' || coalesce(o.uid, s.store_id::text))::uuid, 'main'
from menu_slugs s
  left join lateral (
    select a.uid from access_entries a where a.store_id = s.store_id and a.role = 3 order by a.uid limit 1) o on true;
alter table access_entries force row level security;
