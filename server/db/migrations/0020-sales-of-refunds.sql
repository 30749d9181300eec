-- Vendas adds up and lists the refunds of a period. It looked up the order of each: a year of a large chain is a hundred
-- thousand random reads. The refund keeps what it asks of the order, written by roll_up. Null: not filled yet.
alter table order_refunds
  add column sold_day date,
  add column sold_hour smallint,
  add column merchant_id text,
  -- counts_as_sale of the order.
  add column of_sale boolean;
-- Given after the day of the sale: those that follow a period are found by the day of their order.
create index order_refunds_sold_day_idx on order_refunds (store_id, sold_day) where refund_day > sold_day;
create index order_refunds_unfilled_idx on order_refunds (store_id, id) where sold_day is null;
insert into backfills (store_id, name, kind) select id, '0020-sales-of-refunds', 'sales-of-refunds' from stores;
