-- Commits a batch of orders with items, events, customers, roll-ups and outbox in one round trip:
-- one order and a hundred take the same path. An order already taken (same store, platform and
-- external id) stays as it is. Answers [{ index, orderId, fresh }] for every order of the batch.
-- The shape of an element: server/orders/taking/order-batch.ts.
create or replace function take_orders(batch jsonb) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  taken orders[];
  answer jsonb;
begin
  perform enter_stores((select string_agg(distinct e ->> 'store_id', ',') from jsonb_array_elements(batch) e), '', false);

  with incoming as materialized (
    select x.*, b.day as business_day,
      extract(hour from c.at at time zone s.timezone)::smallint as hour
    from jsonb_to_recordset(batch) as x (
        index integer, store_id uuid, id uuid, display_id text, platform text, merchant_id text, external_id text,
        type text, timing text, status text, created_at timestamptz, scheduled_for timestamptz, status_since timestamptz,
        promised_at timestamptz, preparation_start_at timestamptz, confirm_by timestamptz, completed_at timestamptz,
        cancelled_from text, customer jsonb, gross_cents integer, store_discount_cents integer,
        marketplace_discount_cents integer, refund_cents integer, delivery_fee_cents integer,
        service_fee_cents integer, tip_cents integer, commission_cents integer, payment_fee_cents integer,
        logistics_cents integer, order_cents integer, is_test boolean, detail jsonb)
      join stores s on s.id = x.store_id
      cross join lateral (select coalesce(x.scheduled_for, x.created_at) as at) c
      cross join lateral business_day(x.store_id, s.timezone, c.at) b
    where not exists (
      select from orders o
      where o.store_id = x.store_id and o.platform = x.platform and o.external_id = x.external_id)
  ),
  known as (
    insert into customers as c (store_id, id, phone, name, orders_count, first_order_at, last_order_at)
      select i.store_id, min(i.customer ->> 'id')::uuid, i.customer ->> 'phone', max(i.customer ->> 'name'),
        count(*), min(i.created_at), max(i.created_at)
      from incoming i where i.customer ->> 'phone' is not null
      group by 1, 3 order by 1, 3
    on conflict on constraint customers_phone_key do update set
      name = excluded.name, orders_count = c.orders_count + excluded.orders_count,
      last_order_at = greatest(c.last_order_at, excluded.last_order_at)
    returning c.store_id, c.id, c.phone, c.orders_count
  ),
  counted as (
    insert into order_counters as k (store_id, business_day, last)
      select i.store_id, i.business_day, count(*) from incoming i where i.display_id is null
      group by 1, 2 order by 1, 2
    on conflict on constraint order_counters_pkey do update set last = k.last + excluded.last
    returning k.store_id, k.business_day, k.last
  ),
  numbered as (
    select i.*, c.id as customer_id,
      c.orders_count - (count(*) over (partition by i.store_id, c.id))::integer
        + (row_number() over (partition by i.store_id, c.id order by i.created_at, i.index))::integer as customer_seq,
      coalesce(i.display_id, (k.last - count(*) filter (where i.display_id is null) over (partition by i.store_id, i.business_day)
        + row_number() over (partition by i.store_id, i.business_day, i.display_id is null order by i.created_at, i.index))::text) as number
    from incoming i
      left join known c on c.store_id = i.store_id and c.phone = i.customer ->> 'phone'
      left join counted k on k.store_id = i.store_id and k.business_day = i.business_day
  ),
  written as (
    insert into orders (store_id, id, display_id, platform, merchant_id, external_id, type, timing, status, open,
        business_day, hour, created_at, scheduled_for, status_since, promised_at, preparation_start_at, confirm_by, completed_at,
        cancelled_from, customer_id, customer_seq, gross_cents, store_discount_cents, marketplace_discount_cents,
        refund_cents, delivery_fee_cents, service_fee_cents, tip_cents, commission_cents, payment_fee_cents,
        logistics_cents, order_cents, is_test, detail)
      select n.store_id, n.id, n.number, n.platform, n.merchant_id, n.external_id, n.type, n.timing, n.status,
        n.status not in ('concluded', 'cancelled'), n.business_day, n.hour, n.created_at, n.scheduled_for, n.status_since,
        n.promised_at, n.preparation_start_at, n.confirm_by, n.completed_at, n.cancelled_from, n.customer_id,
        case when n.customer_id is not null then n.customer_seq end, n.gross_cents, n.store_discount_cents,
        n.marketplace_discount_cents, n.refund_cents, n.delivery_fee_cents, n.service_fee_cents, n.tip_cents,
        n.commission_cents, n.payment_fee_cents, n.logistics_cents, n.order_cents, n.is_test, n.detail
      from numbered n
    returning orders
  )
  select array_agg(w.orders) into taken from written w;

  if taken is not null then
    insert into order_items (store_id, order_id, line, product_key, name, quantity_milli, unit_price_cents, total_cents, detail)
      select t.store_id, t.id, i.line, i.product_key, i.name, i.quantity_milli, i.unit_price_cents, i.total_cents, i.detail
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, items jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.items) as i (line smallint, product_key text, name text, quantity_milli integer,
          unit_price_cents integer, total_cents integer, detail jsonb);

    insert into order_events (store_id, id, order_id, source, source_event_id, type, at, actor_uid, actor_name, data)
      select t.store_id, e.id, t.id, e.source, e.source_event_id, e.type, e.at, e.actor_uid, e.actor_name, e.data
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, events jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.events) as e (id uuid, source text, source_event_id text, type text, at timestamptz,
          actor_uid text, actor_name text, data jsonb)
    on conflict on constraint order_events_pkey do nothing;

    insert into outbox (store_id, id, kind, lane, payload, due_at)
      select t.store_id, b.id, b.kind, t.id, b.payload, b.due_at
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, outbox jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.outbox) as b (id uuid, kind text, payload jsonb, due_at timestamptz);

    perform roll_up(taken, '{}');
    perform note_late_changes(taken, '{}');

    perform publish_live_events(array_agg(t.store_id), array_agg(t.id), array_agg(e.type), array_agg(e.at))
      from jsonb_to_recordset(batch) as x (store_id uuid, id uuid, events jsonb)
        join unnest(taken) t on t.store_id = x.store_id and t.id = x.id,
        jsonb_to_recordset(x.events) as e (type text, at timestamptz);
  end if;

  select jsonb_agg(jsonb_build_object('index', x.index, 'orderId', known.id, 'fresh', t.id is not null)) into answer
    from jsonb_to_recordset(batch) as x (index integer, store_id uuid, id uuid, platform text, external_id text)
      left join unnest(taken) t on t.id = x.id
      -- Only a repeat is looked up.
      cross join lateral (
        select coalesce(t.id, (
          select o.id from orders o
          where o.store_id = x.store_id and o.platform = x.platform and o.external_id = x.external_id)) as id) known
    where known.id is not null;
  return coalesce(answer, '[]');
end $$;
