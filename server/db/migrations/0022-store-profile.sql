-- What a person may change of a store, and which version the next save must have seen.
alter table stores
  -- Two or three letters before order numbers; null: made from the name.
  add column code text constraint stores_code_check check (code ~ '^[A-Z0-9]{2,3}$'),
  add column pix_key text,
  add column profile_version integer not null default 1;

-- A logo's address holds its content's hash, so it is kept by browsers for ever.
create table store_logos (
  store_id uuid not null constraint store_logos_store_id_fkey references stores (id) on delete cascade,
  id text not null,
  content_type text not null,
  bytes bytea not null,
  constraint store_logos_pkey primary key (store_id, id)
);
call protect_store_table('store_logos');

-- Former addresses of a store lead to it for a time; then anybody may take them.
create table old_menu_slugs (
  slug text constraint old_menu_slugs_pkey primary key,
  store_id uuid not null,
  until timestamptz not null
);
create index old_menu_slugs_store_idx on old_menu_slugs (store_id);
grant select, insert, update, delete on old_menu_slugs to balcao_app;
