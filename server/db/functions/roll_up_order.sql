create or replace function roll_up_order(p_store uuid, p_order uuid, sign integer) returns void language plpgsql as $$
declare
  changed orders[];
begin
  select array_agg(o) into changed from orders o where o.store_id = p_store and o.id = p_order;
  perform roll_up(changed, sign);
end $$;
