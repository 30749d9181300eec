-- Where addresses are: the point of each one that a person marked or the geocoder found, and the districts and CEPs that a
-- store knows from its own deliveries.
-- needs: protect_store_table

create table address_points (
  store_id uuid not null constraint address_points_store_id_fkey references stores (id) on delete cascade,
  -- Street, number, district, city and state, folded and hashed.
  address_key text not null,
  source text not null constraint address_points_source_check check (source in ('map', 'geocoder')),
  -- Null: the geocoder knows no such address.
  lat double precision,
  lng double precision,
  -- The address is at most this far from the point; 0: at it.
  metres integer not null,
  at timestamptz not null,
  constraint address_points_pkey primary key (store_id, address_key)
);
call protect_store_table('address_points');

create table learnt_places (
  store_id uuid not null constraint learnt_places_store_id_fkey references stores (id) on delete cascade,
  kind text not null constraint learnt_places_kind_check check (kind in ('district', 'zip-code', 'zip-range')),
  -- Key of the district, eight digits of a CEP, or its first five.
  key text not null,
  -- The deliveries that taught it were within this distance of the point. Null: too few had one.
  lat double precision,
  lng double precision,
  metres integer,
  -- Of a district: the lowest and the highest CEP of its deliveries.
  from_zip_code text,
  to_zip_code text,
  -- Of a CEP: the district that all of its deliveries named.
  district text,
  doors integer not null,
  constraint learnt_places_pkey primary key (store_id, kind, key)
);
call protect_store_table('learnt_places');
