-- The stores that have left this cell (docs/adr/0110-a-store-leaves-its-cell.md). Written under the store's lock; enter_stores
-- reads it in each transaction over a store, so that no process writes where the store is no longer.
create table moved_stores (
  store_id uuid not null,
  to_cell text not null,
  at timestamptz not null default clock_timestamp(),
  -- When what they left behind was gone.
  swept_at timestamptz,
  constraint moved_stores_pkey primary key (store_id)
);
grant select on moved_stores to balcao_app;
