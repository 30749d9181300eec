-- Once a day and product, when its row of the roll-up is created, not once an order. A renamed product is the
-- same product: it has its new name from the first sale under it.
create or replace function remember_product() returns trigger language plpgsql as $$
declare
  -- As the key has it: a name typed with more spaces is no other product.
  tidy text := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  -- What a marketplace calls an item that a person matched to ours is no new name of ours.
  ours text := (
    select i.name from channel_items c join menu_items i on i.store_id = c.store_id and i.id = c.item_id
    where c.store_id = new.store_id and c.platform = new.platform and c.name = new.name and i.product_key = new.product_key
    limit 1);
begin
  tidy := coalesce(ours, tidy);
  insert into sold_products as p (store_id, product_key, name_key, name)
    values (new.store_id, new.product_key, search_key(tidy), tidy)
  on conflict on constraint sold_products_pkey do update set name_key = excluded.name_key, name = excluded.name
    where p.name <> excluded.name;
  update day_products d set name = new.name
    where d.store_id = new.store_id and d.business_day = new.business_day and d.product_key = new.product_key
      and d.quantity_milli = 0 and d.cents = 0 and d.name <> new.name;
  if found then
    perform write_usual_products(u.store_id, u.business_day) from usual_products u
      where u.store_id = new.store_id and u.business_day = new.business_day;
  end if;
  return null;
end $$;
