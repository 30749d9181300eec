-- A version that names no marketplace writes the wish of the one that gave the store this merchant's id.
create or replace function platform_of_wish() returns trigger language plpgsql as $$
begin
  if new.platform = '' then
    new.platform := coalesce((
      select i.type from integrations i
      where i.store_id = new.store_id
        and (i.merchant_id = new.merchant_id or new.merchant_id = any (i.merchant_secondary_ids))
      order by i.status = 'active' desc, i.type limit 1), '');
  end if;
  return new;
end $$;
