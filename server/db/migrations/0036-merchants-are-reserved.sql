-- A merchant leads to one store. The directory keeps it while the store's row decides, then follows that row
-- (docs/adr/0099-cells.md).
create table merchant_reservations (
  platform text not null,
  merchant_id text not null,
  store_id uuid not null,
  -- Of the call that made it.
  id uuid not null,
  until timestamptz not null,
  constraint merchant_reservations_pkey primary key (platform, merchant_id)
);
grant select, insert, update, delete on merchant_reservations to balcao_app;

-- Which state of the store's row the routes have, so that an older one never replaces a newer one.
create table merchant_route_versions (
  store_id uuid not null,
  platform text not null,
  version integer not null,
  constraint merchant_route_versions_pkey primary key (store_id, platform)
);
grant select, insert, update, delete on merchant_route_versions to balcao_app;

-- Rises with each connection and each end of one.
alter table integrations add column route_version integer not null default 0;
