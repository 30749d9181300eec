create or replace function app_store_ids() returns uuid[] language sql stable parallel safe as $$
  select string_to_array(nullif(current_setting('app.store_ids', true), ''), ',')::uuid[]
$$;
