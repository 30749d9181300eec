-- Lists what changes the money of closed days, beside roll_up: `added` as the orders are, `taken_back` as they were.
-- Called after it, so that the row of report_closings is held (mark_stale) and no closing comes in between. Not part
-- of it, because computing the figures again changes nothing.
create or replace function note_late_changes(added orders[], taken_back orders[]) returns void language plpgsql as $$
begin
  if (select min(day) from unnest(added || taken_back) o, unnest(counted_days(o)) day) >= closable_before() then
    return;
  end if;

  insert into late_changes (store_id, business_day, order_id, merchant_id, kind, cents)
    select n.store_id, changed.day, n.id, n.merchant_id, why.kind, changed.cents
    from unnest(added) n
      left join unnest(taken_back) b on b.store_id = n.store_id and b.id = n.id
      cross join lateral (
        select case
          when b.id is null then 'arrived'
          when n.status = 'cancelled' and b.status <> 'cancelled' then 'cancelled'
          when n.refund_parts is distinct from b.refund_parts then 'refunded'
          when n.business_day <> b.business_day or (n.gross_cents, n.store_discount_cents, n.marketplace_discount_cents,
              n.delivery_fee_cents, n.service_fee_cents, n.tip_cents, n.order_cents, n.detail -> 'payments')
            is distinct from (b.gross_cents, b.store_discount_cents, b.marketplace_discount_cents, b.delivery_fee_cents,
              b.service_fee_cents, b.tip_cents, b.order_cents, b.detail -> 'payments') then 'edited'
        end as kind) why
      -- The order's day, if more than its refunds changed, and each day on which its refunds did.
      cross join lateral (
        select part.day, sum(part.sign * part.cents) as cents
        from (
          select 1 as sign, n.business_day as day, false as refund, net_cents(n.gross_cents, n.store_discount_cents, 0) as cents, 0 as fees
            where counts_as_sale(n)
          union all
          select 1, r.day, true, -r.cents, r.fees from refund_parts(n) r
          union all
          select -1, b.business_day, false, net_cents(b.gross_cents, b.store_discount_cents, 0), 0
            where b.id is not null and counts_as_sale(b)
          union all
          select -1, r.day, true, -r.cents, r.fees from refund_parts(b) r
          union all
          -- Counted before and after or not at all, its day is named.
          select 0, n.business_day, false, 0, 0) part
        group by part.day
        having (why.kind <> 'refunded' and bool_or(not part.refund))
          or sum(part.sign * part.cents) filter (where part.refund) <> 0
          or sum(part.sign * part.fees) <> 0) changed
      join report_closings c on c.store_id = n.store_id and c.closing_through >= changed.day
    where why.kind is not null and not n.is_test;
end $$;
