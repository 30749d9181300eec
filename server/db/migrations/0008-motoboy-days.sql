-- A courier's shifts and the cash handed in: what is still to settle is counted from the orders.
create table motoboy_shifts (
  store_id uuid not null,
  id uuid not null,
  motoboy_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  started_by text not null,
  ended_by text,
  constraint motoboy_shifts_pkey primary key (store_id, id),
  constraint motoboy_shifts_motoboy_fkey foreign key (store_id, motoboy_id)
    references motoboys (store_id, id) on delete cascade
);
-- Two people who start the same shift: one does.
create unique index motoboy_shifts_open_key on motoboy_shifts (store_id, motoboy_id) where ended_at is null;

create table motoboy_settlements (
  store_id uuid not null,
  id uuid not null,
  motoboy_id uuid not null,
  business_day date not null,
  cents integer not null constraint motoboy_settlements_cents_check check (cents > 0),
  at timestamptz not null,
  actor_uid text not null,
  actor_name text not null,
  constraint motoboy_settlements_pkey primary key (store_id, id),
  constraint motoboy_settlements_motoboy_fkey foreign key (store_id, motoboy_id)
    references motoboys (store_id, id) on delete cascade
);
create index motoboy_settlements_day_idx on motoboy_settlements (store_id, business_day);

do $$
declare
  name text;
begin
  foreach name in array array['motoboy_shifts', 'motoboy_settlements'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on motoboy_shifts, motoboy_settlements to balcao_app;
