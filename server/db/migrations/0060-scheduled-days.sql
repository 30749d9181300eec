-- needs: place_scheduled_orders
-- An order counts on the day it is for. Null: it counts when it was made.
alter table orders add column scheduled_for timestamptz
  constraint orders_scheduled_for_check check (scheduled_for > created_at);

update orders o set scheduled_for = x.at
from (
  select store_id, id, created_at, coalesce(
    case when detail #>> '{schedule,start}' ~ '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$'
      then (detail #>> '{schedule,start}')::timestamptz end, promised_at) as at
  from orders where timing = 'SCHEDULED') x
where o.store_id = x.store_id and o.id = x.id
  and x.at > x.created_at and x.at <= x.created_at + interval '366 days';

-- Reports cut at a minute read the scheduled orders of a day apart: their hour tells nothing of when they were made.
create index orders_scheduled_idx on orders (store_id, business_day) where timing = 'SCHEDULED';

select place_scheduled_orders(store_id, '2000-01-01') from (
  select distinct store_id from orders where scheduled_for is not null) s;
