-- A menu that a person writes: what an item is, when it is sold, and what a copy from elsewhere may not touch.
-- Availability is a list of Open Delivery's Hours ({dayOfWeek, timePeriods}) in the store's zone; empty: always.
-- needs: menu_code, protect_store_table

alter table menu_categories no force row level security;
alter table menu_option_groups no force row level security;
alter table menu_options no force row level security;
update menu_categories set external_code = menu_code() where external_code is null;
update menu_option_groups set external_code = menu_code() where external_code is null;
update menu_options set external_code = menu_code() where external_code is null;
alter table menu_categories force row level security;
alter table menu_option_groups force row level security;
alter table menu_options force row level security;

alter table menu_categories
  alter column external_code set not null,
  alter column external_code set default menu_code(),
  add column description text not null default '',
  add column status text not null default 'AVAILABLE'
    constraint menu_categories_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  add column availability jsonb not null default '[]',
  add column version integer not null default 1,
  -- Checked at the end of a statement, so that two categories can swap their names.
  drop constraint menu_categories_name_key,
  add constraint menu_categories_name_key unique (store_id, name) deferrable,
  add constraint menu_categories_code_key unique (store_id, external_code) deferrable;

alter table menu_items
  -- How many people it serves.
  add column serving integer constraint menu_items_serving_check check (serving between 1 and 100),
  add column unit text not null default 'UN'
    constraint menu_items_unit_check check (unit in ('UN', 'KG', 'L', 'OZ', 'LB', 'GAL')),
  add column ean text,
  -- Open Delivery's NutritionalInfo.allergen.
  add column allergens text[] not null default '{}',
  add column is_alcoholic boolean not null default false,
  add column tax_class text
    constraint menu_items_tax_class_check check (tax_class in ('PREPARED', 'RESALE', 'ALCOHOLIC')),
  add column ncm text constraint menu_items_ncm_check check (ncm ~ '^[0-9]{8}$'),
  add column availability jsonb not null default '[]',
  -- What a copy or an import leaves as it is in this store.
  add column locks text[] not null default '{}'
    constraint menu_items_locks_check
    check (locks <@ array['name', 'description', 'photo', 'price', 'availability', 'optionGroups']),
  drop constraint menu_items_product_key,
  add constraint menu_items_product_key unique (store_id, product_key) deferrable;

alter table menu_option_groups
  alter column external_code set not null,
  alter column external_code set default menu_code(),
  add column description text not null default '',
  add column status text not null default 'AVAILABLE'
    constraint menu_option_groups_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  add column position integer not null default 0,
  add column version integer not null default 1,
  add constraint menu_option_groups_code_key unique (store_id, external_code) deferrable;

alter table menu_options
  alter column external_code set not null,
  alter column external_code set default menu_code(),
  add column description text not null default '',
  add column status text not null default 'AVAILABLE'
    constraint menu_options_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  -- How often one order line may take it.
  add column max_permitted integer not null default 1
    constraint menu_options_max_check check (max_permitted between 1 and 100),
  add constraint menu_options_code_key unique (store_id, group_id, external_code) deferrable;

-- Which state of its menu a store is in: counts up with every change, so that a copy knows whether it is current.
create table menu_states (
  store_id uuid not null constraint menu_states_store_id_fkey references stores (id) on delete cascade,
  version integer not null,
  changed_at timestamptz not null,
  constraint menu_states_pkey primary key (store_id)
);
call protect_store_table('menu_states');
