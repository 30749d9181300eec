-- Without case, accents and doubled spaces; null when empty.
create or replace function part_key(words text) returns text language sql immutable parallel safe as $$
  select nullif(search_key(regexp_replace(btrim(words), '\s+', ' ', 'g')), '')
$$;
