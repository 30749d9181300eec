-- Photos that an imported menu names: each is fetched once after the import, and its item keeps it.
-- needs: protect_store_table

create table menu_import_photos (
  store_id uuid not null,
  import_id uuid not null,
  item_id uuid not null,
  address text not null,
  -- `kept`: the item got a photo of its own meanwhile.
  state text not null default 'waiting'
    constraint menu_import_photos_state_check check (state in ('waiting', 'done', 'kept', 'failed')),
  -- A photo that ends its process is not tried for ever.
  attempts integer not null default 0,
  -- Why its item has none: pt-BR.
  problem text,
  constraint menu_import_photos_pkey primary key (store_id, import_id, item_id),
  constraint menu_import_photos_import_fkey foreign key (store_id, import_id)
    references menu_imports (store_id, id) on delete cascade,
  constraint menu_import_photos_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade
);
create index menu_import_photos_item_idx on menu_import_photos (store_id, item_id);
call protect_store_table('menu_import_photos');
