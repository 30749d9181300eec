-- Lists what changes the money of closed days, beside roll_up: `added` as the orders are, `taken_back` as they were.
-- Called after it, so that the row of report_closings is held (mark_stale) and no closing comes in between. Not part
-- of it, because computing the figures again changes nothing.
create or replace function note_late_changes(added orders[], taken_back orders[]) returns void language plpgsql as $$
begin
  if (select min(o.business_day) from unnest(added || taken_back) o) >= closable_before() then
    return;
  end if;

  insert into late_changes (store_id, business_day, order_id, merchant_id, kind, cents)
    select n.store_id, changed.day, n.id, n.merchant_id, why.kind, changed.cents
    from unnest(added) n
      left join unnest(taken_back) b on b.store_id = n.store_id and b.id = n.id
      cross join lateral (
        select case when counts_as_sale(n) then net_cents(n.gross_cents, n.store_discount_cents, n.refund_cents) else 0 end as now,
          case when b.id is not null and counts_as_sale(b)
            then net_cents(b.gross_cents, b.store_discount_cents, b.refund_cents) else 0 end as before) net
      cross join lateral (
        select n.business_day as day, net.now - net.before as cents where b.business_day is not distinct from n.business_day
        union all
        -- New, or now for another day: then two days change.
        select n.business_day, net.now where b.business_day is distinct from n.business_day
        union all
        select b.business_day, -net.before where b.business_day <> n.business_day) changed
      join report_closings c on c.store_id = n.store_id and c.closing_through >= changed.day
      cross join lateral (
        select case
          when b.id is null then 'arrived'
          when n.status = 'cancelled' and b.status <> 'cancelled' then 'cancelled'
          when (n.refund_cents, n.refunded_fees_cents) is distinct from (b.refund_cents, b.refunded_fees_cents) then 'refunded'
          when n.business_day <> b.business_day or (n.gross_cents, n.store_discount_cents, n.marketplace_discount_cents,
              n.delivery_fee_cents, n.service_fee_cents, n.tip_cents, n.order_cents, n.detail -> 'payments')
            is distinct from (b.gross_cents, b.store_discount_cents, b.marketplace_discount_cents, b.delivery_fee_cents,
              b.service_fee_cents, b.tip_cents, b.order_cents, b.detail -> 'payments') then 'edited'
        end as kind) why
    where why.kind is not null and not n.is_test;
end $$;
