-- needs: net_cents, counts_as_sale, part_key, closable_before, mark_stale, order_measures, refund_measures, refund_parts_of, refund_parts, counted_days, roll_up
-- A refund counts on the day it was given. Until now it counted on the order's.
update orders o set refund_parts = refund_parts_of(o.store_id, o.id)
  where o.refund_cents <> 0 or o.refunded_fees_cents <> 0;

select roll_up(array_agg(o), array_agg(jsonb_populate_record(o, jsonb_build_object('refund_parts',
    jsonb_build_array(jsonb_build_object('day', o.business_day, 'hour', o.hour, 'cents', o.refund_cents,
      'fees', o.refunded_fees_cents))))))
  from orders o where o.refund_cents <> 0 or o.refunded_fees_cents <> 0
  group by o.store_id;
