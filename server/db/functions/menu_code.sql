-- A code for what a person adds to the menu. Categories, groups and options are known by their code when a menu is read
-- again from elsewhere.
create or replace function menu_code() returns text language sql volatile set search_path = pg_catalog as $$
  select 'B-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))
$$;
