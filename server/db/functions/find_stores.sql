-- Stores whose name contains the words or whose document begins with these digits and letters, for support only.
-- Returns ids and nothing else: what a person may see of a store is read in that store's scope.
-- `p_document` empty: not asked for.
-- needs: search_key
create or replace function find_stores(p_words text, p_document text, p_limit integer)
  returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select s.id
  from stores s
  where (position(search_key(p_words) in search_key(s.name)) > 0
    or (p_document <> '' and left(upper(regexp_replace(coalesce(s.document, ''), '[^0-9A-Za-z]', '', 'g')),
      length(p_document)) = upper(p_document)))
    and s.id not in (select m.store_id from moved_stores m)
  order by position(search_key(p_words) in search_key(s.name)) = 1 desc, s.name, s.id
  limit p_limit
$$;
revoke all on function find_stores from public;
grant execute on function find_stores to balcao_app;
