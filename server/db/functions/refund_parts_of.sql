-- What the order's refunds gave back, each with its day and hour, for orders.refund_parts.
create or replace function refund_parts_of(p_store uuid, p_order uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', r.refund_day, 'hour', r.refund_hour, 'cents', r.cents,
    'fees', r.fees_cents) order by r.refunded_at, r.id), '[]')
  from order_refunds r where r.store_id = p_store and r.order_id = p_order
$$;
