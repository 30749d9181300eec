-- Figures that orders keep in their own transaction (roll_up), and figures of closed days, written by the closing
-- job (server/reports/closing) and never by an order: long periods read few rows, and intake pays one look-up.
-- needs: app_store_ids, protect_store_table, remember_product

create table sales_hours (
  store_id uuid not null,
  business_day date not null,
  hour smallint not null,
  platform text not null,
  merchant_id text not null,
  type text not null,
  received integer not null,
  cancelled integer not null,
  refused integer not null,
  cancelled_cents integer not null,
  gross_cents integer not null,
  store_discount_cents integer not null,
  marketplace_discount_cents integer not null,
  refund_cents integer not null,
  delivery_fee_cents integer not null,
  service_fee_cents integer not null,
  tip_cents integer not null,
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  promised integer not null,
  on_time integer not null,
  new_customers integer not null,
  returning_customers integer not null,
  frequent_customers integer not null,
  unidentified_customers integer not null,
  constraint sales_hours_pkey primary key (store_id, business_day, hour, platform, merchant_id, type)
) with (fillfactor = 70);
call protect_store_table('sales_hours');

create table sales_store_hours (
  store_id uuid not null,
  business_day date not null,
  -- Local.
  hour smallint not null,
  -- Valid ones.
  orders integer not null,
  net_cents integer not null,
  received integer not null,
  constraint sales_store_hours_pkey primary key (store_id, business_day, hour)
) with (fillfactor = 70);
call protect_store_table('sales_store_hours');

-- The measures of sales_hours, by day.
create table sales_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  type text not null,
  received integer not null,
  cancelled integer not null,
  refused integer not null,
  cancelled_cents integer not null,
  gross_cents integer not null,
  store_discount_cents integer not null,
  marketplace_discount_cents integer not null,
  refund_cents integer not null,
  delivery_fee_cents integer not null,
  service_fee_cents integer not null,
  tip_cents integer not null,
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  promised integer not null,
  on_time integer not null,
  new_customers integer not null,
  returning_customers integer not null,
  frequent_customers integer not null,
  unidentified_customers integer not null,
  constraint sales_days_pkey primary key (store_id, business_day, platform, merchant_id, type)
) with (fillfactor = 70);
call protect_store_table('sales_days');

create table payment_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  method text not null,
  prepaid boolean not null,
  orders integer not null,
  cents integer not null,
  constraint payment_days_pkey primary key (store_id, business_day, platform, merchant_id, method, prepaid)
) with (fillfactor = 70);
call protect_store_table('payment_days');

create table product_days (
  store_id uuid not null,
  business_day date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  name text not null,
  quantity_milli integer not null,
  cents integer not null,
  constraint product_days_pkey primary key (store_id, business_day, product_key, platform, merchant_id)
) with (fillfactor = 70);
create trigger product_days_remember_product after insert on product_days
  for each row execute function remember_product();
call protect_store_table('product_days');

-- What a store ever sold, by name: a few hundred rows a store, so that a word of an item becomes
-- keys before any order is looked at.
create table sold_products (
  store_id uuid not null,
  product_key text not null,
  name_key text not null,
  -- The name of the last sale.
  name text not null default '',
  constraint sold_products_pkey primary key (store_id, product_key)
);
call protect_store_table('sold_products');

-- By district, kept like the other figures of a running day. Orders without one have no row.
create table district_days (
  store_id uuid not null,
  business_day date not null,
  -- Normalised.
  district_key text not null,
  platform text not null,
  merchant_id text not null,
  -- As last written.
  name text not null,
  orders integer not null,
  net_cents integer not null,
  constraint district_days_pkey primary key (store_id, business_day, district_key, platform, merchant_id)
) with (fillfactor = 70);
call protect_store_table('district_days');

-- All days of the store up to `through` are closed. While the job takes more, `closing_through` is
-- ahead of it: from then on a change of such a day is written to stale_days.
create table report_closings (
  store_id uuid not null constraint report_closings_store_id_fkey references stores (id) on delete cascade,
  through date,
  closing_through date,
  constraint report_closings_pkey primary key (store_id)
);
call protect_store_table('report_closings');

-- Days that changed after they were closed, or while they were: read live until they are closed again.
create table stale_days (
  store_id uuid not null,
  business_day date not null,
  -- A change while the day is computed counts up, so that its mark outlives the closing.
  changes integer not null default 1,
  constraint stale_days_pkey primary key (store_id, business_day)
);
call protect_store_table('stale_days');

-- What a closed day had sold from its hour 0 to the end of an hour, all channels together, in the columns of
-- sales_days. Any stretch of hours is a row less another one, a whole day the row of the hour 23.
create table sales_so_far (
  store_id uuid not null,
  hour smallint not null,
  business_day date not null,
  received integer not null,
  cancelled integer not null,
  refused integer not null,
  cancelled_cents integer not null,
  gross_cents integer not null,
  store_discount_cents integer not null,
  marketplace_discount_cents integer not null,
  refund_cents integer not null,
  delivery_fee_cents integer not null,
  service_fee_cents integer not null,
  tip_cents integer not null,
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  promised integer not null,
  on_time integer not null,
  new_customers integer not null,
  returning_customers integer not null,
  frequent_customers integer not null,
  unidentified_customers integer not null,
  constraint sales_so_far_pkey primary key (store_id, hour, business_day)
);
call protect_store_table('sales_so_far');

-- The same by day, a column for each local hour.
create table sales_day_hours (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  orders_0 integer not null default 0, orders_1 integer not null default 0, orders_2 integer not null default 0, orders_3 integer not null default 0,
  orders_4 integer not null default 0, orders_5 integer not null default 0, orders_6 integer not null default 0, orders_7 integer not null default 0,
  orders_8 integer not null default 0, orders_9 integer not null default 0, orders_10 integer not null default 0, orders_11 integer not null default 0,
  orders_12 integer not null default 0, orders_13 integer not null default 0, orders_14 integer not null default 0, orders_15 integer not null default 0,
  orders_16 integer not null default 0, orders_17 integer not null default 0, orders_18 integer not null default 0, orders_19 integer not null default 0,
  orders_20 integer not null default 0, orders_21 integer not null default 0, orders_22 integer not null default 0, orders_23 integer not null default 0,
  net_0 integer not null default 0, net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0,
  net_4 integer not null default 0, net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0,
  net_8 integer not null default 0, net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0,
  net_12 integer not null default 0, net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0,
  net_16 integer not null default 0, net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0,
  net_20 integer not null default 0, net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0,
  received_0 integer not null default 0, received_1 integer not null default 0, received_2 integer not null default 0, received_3 integer not null default 0,
  received_4 integer not null default 0, received_5 integer not null default 0, received_6 integer not null default 0, received_7 integer not null default 0,
  received_8 integer not null default 0, received_9 integer not null default 0, received_10 integer not null default 0, received_11 integer not null default 0,
  received_12 integer not null default 0, received_13 integer not null default 0, received_14 integer not null default 0, received_15 integer not null default 0,
  received_16 integer not null default 0, received_17 integer not null default 0, received_18 integer not null default 0, received_19 integer not null default 0,
  received_20 integer not null default 0, received_21 integer not null default 0, received_22 integer not null default 0, received_23 integer not null default 0,
  gross_0 integer not null default 0, gross_1 integer not null default 0, gross_2 integer not null default 0, gross_3 integer not null default 0,
  gross_4 integer not null default 0, gross_5 integer not null default 0, gross_6 integer not null default 0, gross_7 integer not null default 0,
  gross_8 integer not null default 0, gross_9 integer not null default 0, gross_10 integer not null default 0, gross_11 integer not null default 0,
  gross_12 integer not null default 0, gross_13 integer not null default 0, gross_14 integer not null default 0, gross_15 integer not null default 0,
  gross_16 integer not null default 0, gross_17 integer not null default 0, gross_18 integer not null default 0, gross_19 integer not null default 0,
  gross_20 integer not null default 0, gross_21 integer not null default 0, gross_22 integer not null default 0, gross_23 integer not null default 0,
  sold_0 integer not null default 0, sold_1 integer not null default 0, sold_2 integer not null default 0, sold_3 integer not null default 0,
  sold_4 integer not null default 0, sold_5 integer not null default 0, sold_6 integer not null default 0, sold_7 integer not null default 0,
  sold_8 integer not null default 0, sold_9 integer not null default 0, sold_10 integer not null default 0, sold_11 integer not null default 0,
  sold_12 integer not null default 0, sold_13 integer not null default 0, sold_14 integer not null default 0, sold_15 integer not null default 0,
  sold_16 integer not null default 0, sold_17 integer not null default 0, sold_18 integer not null default 0, sold_19 integer not null default 0,
  sold_20 integer not null default 0, sold_21 integer not null default 0, sold_22 integer not null default 0, sold_23 integer not null default 0,
  constraint sales_day_hours_pkey primary key (store_id, business_day, platform, merchant_id)
);
call protect_store_table('sales_day_hours');

-- A column for each day of the month: PostgreSQL's cost is the row, so the days of a year are read from twelve
-- rows a store and channel. orders and net as in contract/reports/metrics.ts; `sold` is gross less the store's
-- discounts, the base of the average ticket. The type '' holds all types together.
create table sales_month_days (
  store_id uuid not null,
  month date not null,
  platform text not null,
  merchant_id text not null,
  type text not null,
  orders_1 integer not null default 0, orders_2 integer not null default 0, orders_3 integer not null default 0, orders_4 integer not null default 0,
  orders_5 integer not null default 0, orders_6 integer not null default 0, orders_7 integer not null default 0, orders_8 integer not null default 0,
  orders_9 integer not null default 0, orders_10 integer not null default 0, orders_11 integer not null default 0, orders_12 integer not null default 0,
  orders_13 integer not null default 0, orders_14 integer not null default 0, orders_15 integer not null default 0, orders_16 integer not null default 0,
  orders_17 integer not null default 0, orders_18 integer not null default 0, orders_19 integer not null default 0, orders_20 integer not null default 0,
  orders_21 integer not null default 0, orders_22 integer not null default 0, orders_23 integer not null default 0, orders_24 integer not null default 0,
  orders_25 integer not null default 0, orders_26 integer not null default 0, orders_27 integer not null default 0, orders_28 integer not null default 0,
  orders_29 integer not null default 0, orders_30 integer not null default 0, orders_31 integer not null default 0,
  net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0, net_4 integer not null default 0,
  net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0, net_8 integer not null default 0,
  net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0, net_12 integer not null default 0,
  net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0, net_16 integer not null default 0,
  net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0, net_20 integer not null default 0,
  net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0, net_24 integer not null default 0,
  net_25 integer not null default 0, net_26 integer not null default 0, net_27 integer not null default 0, net_28 integer not null default 0,
  net_29 integer not null default 0, net_30 integer not null default 0, net_31 integer not null default 0,
  received_1 integer not null default 0, received_2 integer not null default 0, received_3 integer not null default 0, received_4 integer not null default 0,
  received_5 integer not null default 0, received_6 integer not null default 0, received_7 integer not null default 0, received_8 integer not null default 0,
  received_9 integer not null default 0, received_10 integer not null default 0, received_11 integer not null default 0, received_12 integer not null default 0,
  received_13 integer not null default 0, received_14 integer not null default 0, received_15 integer not null default 0, received_16 integer not null default 0,
  received_17 integer not null default 0, received_18 integer not null default 0, received_19 integer not null default 0, received_20 integer not null default 0,
  received_21 integer not null default 0, received_22 integer not null default 0, received_23 integer not null default 0, received_24 integer not null default 0,
  received_25 integer not null default 0, received_26 integer not null default 0, received_27 integer not null default 0, received_28 integer not null default 0,
  received_29 integer not null default 0, received_30 integer not null default 0, received_31 integer not null default 0,
  gross_1 integer not null default 0, gross_2 integer not null default 0, gross_3 integer not null default 0, gross_4 integer not null default 0,
  gross_5 integer not null default 0, gross_6 integer not null default 0, gross_7 integer not null default 0, gross_8 integer not null default 0,
  gross_9 integer not null default 0, gross_10 integer not null default 0, gross_11 integer not null default 0, gross_12 integer not null default 0,
  gross_13 integer not null default 0, gross_14 integer not null default 0, gross_15 integer not null default 0, gross_16 integer not null default 0,
  gross_17 integer not null default 0, gross_18 integer not null default 0, gross_19 integer not null default 0, gross_20 integer not null default 0,
  gross_21 integer not null default 0, gross_22 integer not null default 0, gross_23 integer not null default 0, gross_24 integer not null default 0,
  gross_25 integer not null default 0, gross_26 integer not null default 0, gross_27 integer not null default 0, gross_28 integer not null default 0,
  gross_29 integer not null default 0, gross_30 integer not null default 0, gross_31 integer not null default 0,
  sold_1 integer not null default 0, sold_2 integer not null default 0, sold_3 integer not null default 0, sold_4 integer not null default 0,
  sold_5 integer not null default 0, sold_6 integer not null default 0, sold_7 integer not null default 0, sold_8 integer not null default 0,
  sold_9 integer not null default 0, sold_10 integer not null default 0, sold_11 integer not null default 0, sold_12 integer not null default 0,
  sold_13 integer not null default 0, sold_14 integer not null default 0, sold_15 integer not null default 0, sold_16 integer not null default 0,
  sold_17 integer not null default 0, sold_18 integer not null default 0, sold_19 integer not null default 0, sold_20 integer not null default 0,
  sold_21 integer not null default 0, sold_22 integer not null default 0, sold_23 integer not null default 0, sold_24 integer not null default 0,
  sold_25 integer not null default 0, sold_26 integer not null default 0, sold_27 integer not null default 0, sold_28 integer not null default 0,
  sold_29 integer not null default 0, sold_30 integer not null default 0, sold_31 integer not null default 0,
  constraint sales_month_days_pkey primary key (store_id, month, platform, merchant_id, type)
);
call protect_store_table('sales_month_days');

-- Running sums up to the end of each closed day: any closed days in a row are the difference of two rows. Kept
-- for every day from the first sale of its channel and type on, also for days without sales. bigint: a year of
-- a large store is half of what an integer holds in cents.
create table sales_through (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  type text not null,
  received bigint not null,
  cancelled bigint not null,
  refused bigint not null,
  cancelled_cents bigint not null,
  gross_cents bigint not null,
  store_discount_cents bigint not null,
  marketplace_discount_cents bigint not null,
  refund_cents bigint not null,
  delivery_fee_cents bigint not null,
  service_fee_cents bigint not null,
  tip_cents bigint not null,
  commission_cents bigint not null,
  payment_fee_cents bigint not null,
  logistics_cents bigint not null,
  promised bigint not null,
  on_time bigint not null,
  new_customers bigint not null,
  returning_customers bigint not null,
  frequent_customers bigint not null,
  unidentified_customers bigint not null,
  constraint sales_through_pkey primary key (store_id, business_day, platform, merchant_id, type)
);
call protect_store_table('sales_through');

-- Running sums by the hour over all days with this day's weekday (ISO) up to it: the weekdays and hours of any
-- closed days in a row are the difference of two weeks. One hour of one weekday and channel takes decades to
-- fill an integer.
create table sales_weekday_hours (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  orders_0 integer not null default 0, orders_1 integer not null default 0, orders_2 integer not null default 0, orders_3 integer not null default 0,
  orders_4 integer not null default 0, orders_5 integer not null default 0, orders_6 integer not null default 0, orders_7 integer not null default 0,
  orders_8 integer not null default 0, orders_9 integer not null default 0, orders_10 integer not null default 0, orders_11 integer not null default 0,
  orders_12 integer not null default 0, orders_13 integer not null default 0, orders_14 integer not null default 0, orders_15 integer not null default 0,
  orders_16 integer not null default 0, orders_17 integer not null default 0, orders_18 integer not null default 0, orders_19 integer not null default 0,
  orders_20 integer not null default 0, orders_21 integer not null default 0, orders_22 integer not null default 0, orders_23 integer not null default 0,
  net_0 integer not null default 0, net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0,
  net_4 integer not null default 0, net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0,
  net_8 integer not null default 0, net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0,
  net_12 integer not null default 0, net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0,
  net_16 integer not null default 0, net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0,
  net_20 integer not null default 0, net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0,
  received_0 integer not null default 0, received_1 integer not null default 0, received_2 integer not null default 0, received_3 integer not null default 0,
  received_4 integer not null default 0, received_5 integer not null default 0, received_6 integer not null default 0, received_7 integer not null default 0,
  received_8 integer not null default 0, received_9 integer not null default 0, received_10 integer not null default 0, received_11 integer not null default 0,
  received_12 integer not null default 0, received_13 integer not null default 0, received_14 integer not null default 0, received_15 integer not null default 0,
  received_16 integer not null default 0, received_17 integer not null default 0, received_18 integer not null default 0, received_19 integer not null default 0,
  received_20 integer not null default 0, received_21 integer not null default 0, received_22 integer not null default 0, received_23 integer not null default 0,
  gross_0 integer not null default 0, gross_1 integer not null default 0, gross_2 integer not null default 0, gross_3 integer not null default 0,
  gross_4 integer not null default 0, gross_5 integer not null default 0, gross_6 integer not null default 0, gross_7 integer not null default 0,
  gross_8 integer not null default 0, gross_9 integer not null default 0, gross_10 integer not null default 0, gross_11 integer not null default 0,
  gross_12 integer not null default 0, gross_13 integer not null default 0, gross_14 integer not null default 0, gross_15 integer not null default 0,
  gross_16 integer not null default 0, gross_17 integer not null default 0, gross_18 integer not null default 0, gross_19 integer not null default 0,
  gross_20 integer not null default 0, gross_21 integer not null default 0, gross_22 integer not null default 0, gross_23 integer not null default 0,
  sold_0 integer not null default 0, sold_1 integer not null default 0, sold_2 integer not null default 0, sold_3 integer not null default 0,
  sold_4 integer not null default 0, sold_5 integer not null default 0, sold_6 integer not null default 0, sold_7 integer not null default 0,
  sold_8 integer not null default 0, sold_9 integer not null default 0, sold_10 integer not null default 0, sold_11 integer not null default 0,
  sold_12 integer not null default 0, sold_13 integer not null default 0, sold_14 integer not null default 0, sold_15 integer not null default 0,
  sold_16 integer not null default 0, sold_17 integer not null default 0, sold_18 integer not null default 0, sold_19 integer not null default 0,
  sold_20 integer not null default 0, sold_21 integer not null default 0, sold_22 integer not null default 0, sold_23 integer not null default 0,
  constraint sales_weekday_hours_pkey primary key (store_id, business_day, platform, merchant_id)
);
call protect_store_table('sales_weekday_hours');

-- Valid orders by courier and by coupon. Orders without one have no row.
create table sales_parts (
  store_id uuid not null,
  kind text not null constraint sales_parts_kind_check check (kind in ('driver', 'coupon')),
  business_day date not null,
  -- Normalised.
  value text not null,
  platform text not null,
  merchant_id text not null,
  -- As most written.
  name text not null,
  orders integer not null,
  net_cents integer not null,
  constraint sales_parts_pkey primary key (store_id, kind, business_day, value, platform, merchant_id)
);
call protect_store_table('sales_parts');

-- By month, also by district and payment; the cents of a payment are the amount paid.
create table sales_part_months (
  store_id uuid not null,
  kind text not null constraint sales_part_months_kind_check check (kind in ('district', 'driver', 'coupon', 'payment')),
  month date not null,
  value text not null,
  platform text not null,
  merchant_id text not null,
  name text not null,
  orders integer not null,
  cents integer not null,
  constraint sales_part_months_pkey primary key (store_id, kind, month, value, platform, merchant_id)
);
call protect_store_table('sales_part_months');

-- Each product's sales of a closed day and its usual sales, all channels together: one row a product where
-- product_days has one for each channel of five days. The first day that is not closed has only the usual sales.
-- Usual: the four same weekdays before, summed. Written when a day is closed, for it and for the days whose usual
-- sales include it.
create table day_products (
  store_id uuid not null,
  business_day date not null,
  product_key text not null,
  -- A product that is called differently on two channels is two.
  line smallint not null,
  -- As sold on the day, else as last sold before it.
  name text not null,
  quantity_milli integer not null,
  cents integer not null,
  usual_milli integer not null,
  -- { merchant id: [quantity, cents, usual] }, for reports of some channels only.
  by_merchant jsonb not null,
  constraint day_products_pkey primary key (store_id, business_day, product_key, line)
);
call protect_store_table('day_products');

-- By store and day: how many of its usual days had orders, and their orders by hour (24, together).
create table usual_days (
  store_id uuid not null,
  business_day date not null,
  days smallint not null,
  orders integer[] not null,
  constraint usual_days_pkey primary key (store_id, business_day)
);
call protect_store_table('usual_days');

-- The usual sales of each product on the first day that is not closed, all channels together, in one row because
-- the running day is read all the time. The lists match position by position. Derived from day_products.
create table usual_products (
  store_id uuid not null,
  business_day date not null,
  names text[] not null,
  usual_milli integer[] not null,
  constraint usual_products_pkey primary key (store_id)
);
call protect_store_table('usual_products');

-- What a product sold from its first day to the end of the month (or to the last closed day in it).
-- A product has a row in every month since its first, so that any run of days is the difference of
-- two ends, however long it is.
create table product_months (
  store_id uuid not null,
  month date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  quantity_milli bigint not null,
  cents bigint not null,
  -- Valid orders with it.
  orders bigint not null,
  -- The part of the quantity ordered with at least one option, and the price of the options.
  option_quantity_milli bigint not null,
  option_cents bigint not null,
  -- Its part of the store's discounts.
  discount_cents bigint not null,
  cancelled_orders bigint not null,
  cancelled_cents bigint not null,
  constraint product_months_pkey primary key (store_id, month, product_key, platform, merchant_id)
);
call protect_store_table('product_months');

-- The same within a month: element n is the sum of its first n days. At most 31 short elements each,
-- so they stay in the row, uncompressed: an element is read without unpacking.
create table product_month_days (
  store_id uuid not null,
  month date not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  quantity_milli integer[] not null,
  cents integer[] not null,
  orders integer[] not null,
  option_quantity_milli integer[] not null,
  option_cents integer[] not null,
  discount_cents integer[] not null,
  cancelled_orders integer[] not null,
  cancelled_cents integer[] not null,
  constraint product_month_days_pkey primary key (store_id, month, product_key, platform, merchant_id)
);
-- PostgreSQL 15 takes no storage clause in `create table`.
alter table product_month_days
  alter column quantity_milli set storage plain,
  alter column cents set storage plain,
  alter column orders set storage plain,
  alter column option_quantity_milli set storage plain,
  alter column option_cents set storage plain,
  alter column discount_cents set storage plain,
  alter column cancelled_orders set storage plain,
  alter column cancelled_cents set storage plain;
call protect_store_table('product_month_days');

-- The unit price that most lines of a day had, from the day where it changed.
create table product_prices (
  store_id uuid not null,
  product_key text not null,
  platform text not null,
  merchant_id text not null,
  since date not null,
  unit_price_cents integer not null,
  -- Null: the first price ever seen.
  before_cents integer,
  constraint product_prices_pkey primary key (store_id, product_key, platform, merchant_id, since)
);
call protect_store_table('product_prices');

-- Each identified customer to the last closed day, valid orders only.
create table customer_figures (
  store_id uuid not null,
  customer_id uuid not null,
  first_day date not null,
  -- Of the second order, which may be of the same day.
  second_day date,
  last_day date not null,
  orders integer not null,
  -- Net of discounts of the store and refunds.
  cents bigint not null,
  -- As written with the last delivery; '' without any.
  district text not null,
  constraint customer_figures_pkey primary key (store_id, customer_id)
);
call protect_store_table('customer_figures');

-- Sums of customer_figures and of the orders behind them, so that a report of many stores reads no customer.
create table customer_standings (
  store_id uuid not null,
  last_day date not null,
  -- Orders so far: 1, 2 (two to four) or 5 (five and more).
  frequency smallint not null constraint customer_standings_frequency_check check (frequency in (1, 2, 5)),
  -- Spent as much as contract/reports/customer.ts calls high.
  high_value boolean not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  -- Days from the first to the last order, summed.
  span_days bigint not null,
  constraint customer_standings_pkey primary key (store_id, last_day, frequency, high_value)
);
call protect_store_table('customer_standings');

create table customer_first_days (
  store_id uuid not null,
  first_day date not null,
  customers integer not null,
  -- Ordered again within that number of days.
  again_30 integer not null,
  again_60 integer not null,
  again_90 integer not null,
  constraint customer_first_days_pkey primary key (store_id, first_day)
);
call protect_store_table('customer_first_days');

create table customer_cohorts (
  store_id uuid not null,
  first_month date not null,
  month date not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  constraint customer_cohorts_pkey primary key (store_id, first_month, month)
);
call protect_store_table('customer_cohorts');

create table customer_districts (
  store_id uuid not null,
  district_key text not null,
  district text not null,
  customers integer not null,
  orders integer not null,
  cents bigint not null,
  constraint customer_districts_pkey primary key (store_id, district_key)
);
call protect_store_table('customer_districts');

-- The customers with the highest spend, so that a report does not sort all of them.
create table customer_tops (
  store_id uuid not null,
  rank smallint not null,
  customer_id uuid not null,
  orders integer not null,
  cents bigint not null,
  last_day date not null,
  constraint customer_tops_pkey primary key (store_id, rank)
);
call protect_store_table('customer_tops');

-- Closed days of the quality report (server/reports/quality/quality-closing.ts). Times are sparse
-- histograms: minute, orders, minute, orders, …; a row a minute would outweigh the orders.
create table quality_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  received integer not null,
  cancelled integer not null,
  cancelled_cents integer not null,
  concluded integer not null,
  promised integer not null,
  on_time integer not null,
  accept smallint[] not null,
  prepare smallint[] not null,
  wait smallint[] not null,
  deliver smallint[] not null,
  total smallint[] not null,
  constraint quality_days_pkey primary key (store_id, business_day, platform, merchant_id)
);
call protect_store_table('quality_days');

create table cancellation_days (
  store_id uuid not null,
  business_day date not null,
  platform text not null,
  merchant_id text not null,
  reason text not null,
  responsible text not null,
  -- The status it was cancelled from.
  stage text not null,
  orders integer not null,
  cents integer not null,
  constraint cancellation_days_pkey
    primary key (store_id, business_day, platform, merchant_id, reason, responsible, stage)
);
call protect_store_table('cancellation_days');
