-- The change of a day holds the lock of its row until it commits. The closing job takes the same lock, so it
-- cannot close the day without seeing the change.
create or replace function mark_stale(p_stores uuid[], p_days date[]) returns void language sql as $$
  insert into stale_days as d (store_id, business_day, marked_tx)
    select distinct c.store_id, changed.day, pg_current_xact_id()
    from unnest(p_stores, p_days) as changed (store_id, day)
      join report_closings c on c.store_id = changed.store_id and c.closing_through >= changed.day
    order by 1, 2
  on conflict on constraint stale_days_pkey do update set marked_tx = excluded.marked_tx
$$;
