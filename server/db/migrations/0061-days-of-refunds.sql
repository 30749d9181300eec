-- When each refund was given, in the store's hours.
alter table order_refunds add column refund_hour smallint;
update order_refunds r set refund_hour = extract(hour from r.refunded_at at time zone s.timezone)::smallint
  from stores s where s.id = r.store_id;
alter table order_refunds alter column refund_hour set not null;

-- [{day, hour, cents, fees}]: the order's refunds, so that the figures of an order follow from its row.
alter table orders add column refund_parts jsonb not null default '[]';
