-- Beside `names`, so that a product sold under two names stays one.
alter table usual_products add column product_keys text[] not null default '{}';
