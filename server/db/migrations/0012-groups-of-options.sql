-- A group may be asked with one option only: the size of the drink of a combo.
alter table menu_option_groups add column option_id uuid;
alter table menu_option_groups add constraint menu_option_groups_option_fkey
  foreign key (store_id, option_id) references menu_options (store_id, id) on delete set null (option_id);
create index menu_option_groups_option_idx on menu_option_groups (store_id, option_id) where option_id is not null;
