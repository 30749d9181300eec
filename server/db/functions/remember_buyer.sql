create or replace function remember_buyer() returns trigger language plpgsql as $$
begin
  new.buyer_key := nullif(search_key(new.detail #>> '{customer,name}'), '');
  new.buyer_surname_key := split_part(new.buyer_key, ' ', -1);
  return new;
end $$;
