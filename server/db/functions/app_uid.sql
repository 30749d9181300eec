create or replace function app_uid() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.uid', true), '')
$$;
