-- Devices that are told of orders while nobody looks at the board, and the key that signs to their
-- push services.

create table push_keys (
  -- One pair for the installation: browsers subscribe with its public half.
  id text constraint push_keys_pkey primary key constraint push_keys_id_check check (id = 'vapid'),
  public_key text not null,
  -- Sealed with ENCRYPTION_KEY when there is one.
  private_key jsonb not null,
  created_at timestamptz not null
);

create table push_devices (
  uid text not null constraint push_devices_uid_fkey references users (uid) on delete cascade,
  id uuid not null,
  -- Told only while this session was not ended by hand: who signs out is told nothing more here.
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  events text[] not null,
  -- Null: every store of the person, later ones too.
  store_ids uuid[],
  created_at timestamptz not null,
  reached_at timestamptz,
  failed_at timestamptz,
  constraint push_devices_pkey primary key (uid, id),
  constraint push_devices_endpoint_key unique (uid, endpoint)
);

-- A person sees the own devices; a store's job those of the people who work there.
alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy own_devices on push_devices
  using (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])))
  with check (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])));

grant select, insert, update, delete on push_keys, push_devices to balcao_app;
