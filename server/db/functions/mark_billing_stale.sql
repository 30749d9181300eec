-- As mark_stale, called by every change of a ledger: only the sums of order billing are computed again. A week that is
-- paid changes each of its days, and what else was closed of them does not depend on it.
create or replace function mark_billing_stale(p_store uuid, p_days date[]) returns void language plpgsql as $$
begin
  insert into report_closings (store_id) values (p_store) on conflict on constraint report_closings_pkey do nothing;

  perform from report_closings c where c.store_id = p_store for key share;

  insert into stale_billing_days (store_id, business_day)
    select distinct c.store_id, changed.day
    from unnest(p_days) as changed (day)
      join report_closings c on c.store_id = p_store and c.closing_through >= changed.day
    order by 2;
end $$;
