-- Called by every change of an old day. Holds the store's row of report_closings to the commit: the closing job
-- locks that row before it announces days, so it waits for changes that have not seen the announcement, and
-- later ones see it and mark the day. Marks are only added, so nobody waits for another's.
create or replace function mark_stale(p_stores uuid[], p_days date[]) returns void language plpgsql as $$
begin
  insert into report_closings (store_id) select distinct unnest(p_stores) order by 1
  on conflict on constraint report_closings_pkey do nothing;

  perform from report_closings c where c.store_id = any (p_stores) order by c.store_id for key share;

  insert into stale_days (store_id, business_day)
    select distinct c.store_id, changed.day
    from unnest(p_stores, p_days) as changed (store_id, day)
      join report_closings c on c.store_id = changed.store_id and c.closing_through >= changed.day
    order by 1, 2;
end $$;
