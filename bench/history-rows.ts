import { netSql, countedMeasures } from '../contract/reports/metrics/measures.ts'

const firstNames =
  "array['Ana','José','Maria','João','Antônio','Francisca','Carlos','Luiza','Paulo','Beatriz','Rafael','Júlia','Mateus','Íris','Caio','Débora','Otávio','Telma','Vinícius','Sônia']"
const lastNames =
  "array['Silva','Souza','Conceição','Araújo','Ferreira','Gonçalves','Oliveira','Brandão','Nascimento','Prado','Teixeira','Lacerda','Queiroz','Moura','Farias','Vilela','Assunção','Bittencourt','Zanetti','Xavier']"
const someName = `(${firstNames})[1 + floor(20 * random())::int] || ' ' || (${lastNames})[1 + floor(20 * random())::int]`
const customersOfStore = 6_000

/** Customers of store $1 with a phone number. */
export const people = `
  with made as (
    insert into customers (store_id, id, phone, name, orders_count, first_order_at, last_order_at)
    select $1::uuid, gen_random_uuid(), '+55119' || (80000000 + n * 1661 + floor(1600 * random())::int), ${someName}, 1, $2, $2
    from generate_series(1, ${customersOfStore}) n
    returning id, name, phone)
  insert into people select row_number() over (), id, name, phone from made`

/** $1 store, $2 now, $3 and $4 first and last day back, $5 orders a day. */
export const ordersAndItems = `
  with store as (
    select id, timezone, (($2::timestamptz at time zone timezone) - interval '4 hours')::date as today
    from stores where id = $1::uuid
  ),
  slots as materialized (
    select s.id as store_id, s.timezone, s.today - back as day, random() as a, random() as b, random() as c,
      (array[11,12,12,12,12,13,13,13,14,18,19,19,19,20,20,20,20,21,21,21,22,22,23,24,25])[1 + floor(random() * 25)::int] as at_hour
    from store s,
      generate_series($4::integer, $3::integer) back,
      lateral generate_series(1, ($5::integer * (array[1.15,0.75,0.8,0.9,1,1.25,1.3])[
        1 + extract(dow from s.today - back)::int] * (0.9 + 0.2 * random()))::integer) n
  ),
  made as materialized (
    select store_id, day, a, b, c, at_hour % 24 as hour,
      (day + make_interval(hours => at_hour, secs => floor(3600 * random()))) at time zone timezone as created_at,
      case when a < 0.45 then 'ifood' else 'balcao' end as platform,
      case when a < 0.45 then 'bench-merchant' else '' end as merchant_id,
      case when b < 0.75 then 'DELIVERY' when b < 0.92 then 'TAKEOUT' else 'INDOOR' end as type,
      case when c < 0.03 then 'cancelled' else 'concluded' end as status,
      1 + floor(4 * random() ^ 1.5)::int as lines
    from slots
  ),
  numbered as materialized (
    select m.*, uuidv7(m.created_at - clock_timestamp()) as id, ${someName} as hidden_name,
      row_number() over (partition by m.day order by m.created_at) as number,
      case when m.platform = 'balcao' then 1 + floor(${customersOfStore} * random())::int end as person
    from made m where m.created_at < $2::timestamptz
  ),
  lines as materialized (
    select n.store_id, n.id, line, floor(40 * random() ^ 2)::int as product,
      case when random() < 0.15 then 2 else 1 end as quantity
    from numbered n, lateral generate_series(1, n.lines) line
  ),
  sums as (
    select id, sum(quantity * (1200 + product * 97))::integer as gross from lines group by id
  ),
  written as (
    insert into orders (store_id, id, display_id, platform, merchant_id, external_id, type, timing, status, open,
        business_day, hour, created_at, status_since, promised_at, completed_at, cancelled_from, customer_id, customer_seq,
        gross_cents, store_discount_cents, marketplace_discount_cents, refund_cents, delivery_fee_cents,
        commission_cents, payment_fee_cents, order_cents, motoboy_id, refund_parts, detail)
      select n.store_id, n.id, n.number::text, n.platform, n.merchant_id, n.id::text, n.type, 'INSTANT', n.status, false,
        n.day, n.hour, n.created_at, n.created_at + interval '50 minutes', n.created_at + interval '50 minutes',
        case when n.status = 'concluded' then n.created_at + make_interval(mins => 30 + (n.b * 24)::int) end,
        case when n.status = 'cancelled' then case when n.c < 0.01 then 'placed' else 'confirmed' end end,
        p.id, case when n.platform = 'balcao' then 1 + (n.c * 9)::int end,
        s.gross, case when n.b > 0.9 then 500 else 0 end, case when n.a < 0.1 then 700 else 0 end,
        case when n.c > 0.99 then 800 else 0 end, case when n.type = 'DELIVERY' then 790 else 0 end,
        case when n.platform = 'ifood' then s.gross * 12 / 100 else 0 end,
        case when n.platform = 'ifood' then s.gross * 32 / 1000 else 0 end,
        s.gross + 790,
        case when n.platform = 'balcao' and n.type = 'DELIVERY' then c.ids[1 + floor(n.a * 100)::int % 5] end,
        case when n.c > 0.99 then jsonb_build_array(jsonb_build_object('day', n.day, 'hour', n.hour, 'cents', 800, 'fees', 0)) else '[]' end,
        jsonb_build_object('customer', jsonb_build_object('name', coalesce(p.name, n.hidden_name), 'phone', p.phone, 'document', null, 'ordersCount', null),
          'fees', '[]'::jsonb, 'discounts', case when n.b > 0.9 then jsonb_build_array(jsonb_build_object(
            'cents', 500, 'target', 'CART', 'code', case when n.b > 0.96 then 'VOLTA10' else 'PRIMEIRA' end,
            'sponsors', jsonb_build_array(jsonb_build_object('name', 'MERCHANT', 'cents', 500)))) else '[]' end,
          'payments', jsonb_build_array(jsonb_build_object(
            'method', (array['PIX','CREDIT','DEBIT','CASH','MEAL_VOUCHER'])[1 + floor(n.c * 5)::int],
            'brand', null, 'cents', s.gross + 790, 'prepaid', n.platform = 'ifood', 'changeForCents', null)),
          'delivery', case when n.type = 'DELIVERY' then jsonb_build_object('deliveredBy', 'MERCHANT', 'pickupCode', null,
            'notes', null, 'address', jsonb_build_object('street', 'Rua', 'number', '1', 'complement', null,
              'reference', null, 'district', 'Bairro ' || floor(30 * n.c ^ 1.5), 'city', 'São Paulo', 'state', 'SP',
              'zipCode', null, 'lat', null, 'lng', null)) end, 'schedule', null, 'indoor', null, 'notes', null)
      from numbered n join sums s on s.id = n.id left join people p on p.n = n.person,
        (select array_agg(id) as ids from motoboys where store_id = $1::uuid) c
    returning 1
  ),
  written_refunds as (
    insert into order_refunds (store_id, id, order_id, cents, reason, refunded_at, refund_day, refund_hour, sold_day,
        sold_hour, merchant_id, of_sale)
      select store_id, gen_random_uuid(), id, 800, 'Faltou item', created_at, day, hour, day, hour, merchant_id, true
      from numbered where c > 0.99
  ),
  written_reviews as (
    insert into reviews (store_id, id, source, source_review_id, order_external_id, business_day, score, created_at, merchant_id)
      select store_id, gen_random_uuid(), 'ifood', id::text, id::text, day, 1 + floor(5 * b)::int, created_at, merchant_id
      from numbered where platform = 'ifood' and c between 0.03 and 0.08
  ),
  written_items as (
    insert into order_items (store_id, order_id, line, product_key, name, quantity_milli, unit_price_cents, total_cents)
      select store_id, id, line, 'BP-' || product, 'Produto ' || product, quantity * 1000, 1200 + product * 97,
        quantity * (1200 + product * 97)
      from lines
    returning 1
  )
  select (select count(*) from written) as orders, (select count(*) from written_items) as items`

const measures = countedMeasures.map(({ column }) => column)

// Day by day, like real orders: rows of one business day end up together on disk.
const salesHours = `
  insert into sales_hours (store_id, business_day, hour, platform, merchant_id, type, ${measures.join(', ')})
  select x.store_id, x.business_day, x.hour, x.platform, x.merchant_id, x.type,
    ${measures.map((measure) => `sum(x.${measure})`).join(', ')}
  from (
    select o.store_id, o.business_day, o.hour, o.platform, o.merchant_id, o.type, m.*
    from orders o, lateral order_measures(o) m where o.store_id = $1
    union all
    select o.store_id, r.day, r.hour, o.platform, o.merchant_id, o.type, m.*
    from orders o, lateral refund_parts(o) r, lateral refund_measures(r.cents, r.fees) m where o.store_id = $1) x
  group by 1, 2, 3, 4, 5, 6 order by 1, 2`

const salesDays = `
  insert into sales_days (store_id, business_day, platform, merchant_id, type, ${measures.join(', ')})
  select store_id, business_day, platform, merchant_id, type, ${measures.map((measure) => `sum(${measure})`).join(', ')}
  from sales_hours where store_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2`

const salesStoreHours = `
  insert into sales_store_hours (store_id, business_day, hour, orders, net_cents, received)
  select store_id, business_day, hour, sum(received - cancelled),
    sum(${netSql('sales_hours')}), sum(received)
  from sales_hours where store_id = $1 group by 1, 2, 3 order by 1, 2`

const paymentDays = `
  insert into payment_days (store_id, business_day, platform, merchant_id, method, prepaid, orders, cents)
  select o.store_id, o.business_day, o.platform, o.merchant_id, pay ->> 'method', (pay ->> 'prepaid')::boolean,
    count(*), sum((pay ->> 'cents')::integer)
  from orders o, jsonb_array_elements(o.detail -> 'payments') pay
  where o.store_id = $1 and o.status <> 'cancelled' group by 1, 2, 3, 4, 5, 6 order by 1, 2`

const productDays = `
  insert into product_days (store_id, business_day, product_key, platform, merchant_id, name, quantity_milli, cents)
  select o.store_id, o.business_day, i.product_key, o.platform, o.merchant_id, max(i.name),
    sum(i.quantity_milli), sum(i.total_cents)
  from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
  where o.store_id = $1 and i.store_id = $1 and o.status <> 'cancelled' group by 1, 2, 3, 4, 5 order by 1, 2`

const districtDays = `
  insert into district_days (store_id, business_day, district_key, platform, merchant_id, name, orders, net_cents)
  select o.store_id, o.business_day, part_key(o.detail #>> '{delivery,address,district}'), o.platform, o.merchant_id,
    max(o.detail #>> '{delivery,address,district}'), count(*),
    sum(${netSql('o')})
  from orders o
  where o.store_id = $1 and o.status <> 'cancelled' and o.detail #>> '{delivery,address,district}' <> ''
  group by 1, 2, 3, 4, 5 order by 1, 2`

/** The steps of the newest orders, with the times of which the quality report is made. $1 store, $2 days, $3 now. */
export const orderSteps = `
  insert into order_events (store_id, id, order_id, source, source_event_id, type, at)
  select o.store_id, gen_random_uuid(), o.id, 'balcao', step.type || ' ' || o.id, step.type,
    o.created_at + make_interval(secs => step.seconds)
  from orders o
    cross join lateral (select 60 + floor(300 * random()) as accept, 600 + floor(900 * random()) as prepare) took
    cross join lateral (values ('CONFIRMED', took.accept), ('READY', took.accept + took.prepare),
      ('DISPATCHED', took.accept + took.prepare + floor(300 * random()))) step (type, seconds)
  where o.store_id = $1 and o.created_at > $3::timestamptz - make_interval(days => $2) and o.status = 'concluded'
    and (step.type <> 'DISPATCHED' or o.type = 'DELIVERY')`

/**
 * What a marketplace says of the newest orders: weeks that it computed and paid, fees above the contract, sales that it
 * left out, and orders that are not ours. The orders: $1 store, $2 days, $3 now; the weeks: $1 store, $2 now.
 */
export const ledger = [
  `insert into order_settlements (store_id, order_external_id, merchant_id, period_from, period_to, sale_day, expected_on, order_id,
      sale_cents, subsidy_cents, commission_cents, payment_fee_cents, logistics_cents, adjustment_cents, lines)
    select o.store_id, case when dice = 5 then 'stray-' || o.id else o.external_id end, o.merchant_id, week.monday, week.monday + 6,
      o.business_day, week.monday + 9, case when dice <> 5 then o.id end, o.order_cents, o.marketplace_discount_cents,
      -o.commission_cents - case when dice = 1 then 150 else 0 end, -o.payment_fee_cents, 0, case when dice = 2 then -500 else 0 end, 4
    from orders o
      cross join lateral (select date_trunc('week', o.business_day)::date as monday) week
      cross join lateral (select floor(60 * random())::integer as dice where o.id is not null) chance
    where o.store_id = $1 and o.platform = 'ifood' and o.status <> 'cancelled' and dice > 0
      and o.business_day between $3::timestamptz::date - $2::integer and $3::timestamptz::date - 2`,
  `insert into settlements (store_id, id, source, partner_id, merchant_id, period_from, period_to, expected_on, paid_on, cents, status,
      raw, imported_at)
    select store_id, gen_random_uuid(), 'ifood', period_from::text, merchant_id, period_from, period_to, expected_on,
      case when expected_on < $2::timestamptz::date then expected_on end,
      sum(sale_cents + subsidy_cents + commission_cents + payment_fee_cents + adjustment_cents),
      case when expected_on < $2::timestamptz::date then 'paid' else 'settled' end, '{}', $2
    from order_settlements where store_id = $1 and period_to < $2::timestamptz::date group by 1, 5, 6, 7, 8`,
] as const

/** Figures that the intake writes, by the tables that they fill. $1 store. */
export const figures = [salesHours, salesDays, salesStoreHours, paymentDays, productDays, districtDays]
