-- As people type a name: lower case, without the accents of Portuguese.
create or replace function search_key(words text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(words), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn')
$$;
