-- People, sessions, stores and groups. Runs as the owner; the app works as balcao_app, which
-- cannot bypass row-level security and sees a store's rows only while app.store_ids names it.

create function app_store_ids() returns uuid[] language sql stable parallel safe as $$
  select string_to_array(nullif(current_setting('app.store_ids', true), ''), ',')::uuid[]
$$;

create function app_uid() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.uid', true), '')
$$;

create table users (
  uid text constraint users_pkey primary key,
  email text not null,
  name text not null,
  phone_number text,
  password_hash text,
  -- Raised to end every session of the user at once.
  token_version integer not null default 1,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid constraint sessions_pkey primary key,
  uid text not null constraint sessions_uid_fkey references users (uid) on delete cascade,
  -- SHA-256 of the cookie's secret; null until the server session is made from the sign-in.
  cookie_hash bytea,
  -- The real sign-in; a session never outlives 86,400 s from it.
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text,
  created_at timestamptz not null default now()
);
create unique index sessions_cookie_hash_key on sessions (cookie_hash) where cookie_hash is not null;
create index sessions_uid_idx on sessions (uid);

create table custom_tokens (
  token_hash bytea constraint custom_tokens_pkey primary key,
  session_id uuid not null constraint custom_tokens_session_id_fkey references sessions (id) on delete cascade,
  expires_at timestamptz not null
);

create table signing_keys (
  kid text constraint signing_keys_pkey primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create table sign_in_attempts (
  key text constraint sign_in_attempts_pkey primary key,
  failures integer not null,
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);

create table stores (
  id uuid constraint stores_pkey primary key,
  name text not null,
  brand_name text not null,
  logo text,
  menu_slug text not null,
  address jsonb not null,
  timezone text not null,
  document text,
  phone text,
  active boolean not null default true,
  opening_hours jsonb not null default '[]',
  modules jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Look-ups without personal data: which store a slug or a partner's merchant id means.
create table menu_slugs (
  slug text constraint menu_slugs_pkey primary key,
  store_id uuid not null constraint menu_slugs_store_id_key unique
    constraint menu_slugs_store_id_fkey references stores (id) on delete cascade
);
create table merchant_routes (
  platform text not null,
  merchant_id text not null,
  store_id uuid not null constraint merchant_routes_store_id_fkey references stores (id) on delete cascade,
  constraint merchant_routes_pkey primary key (platform, merchant_id)
);

-- Effective-dated: a change never moves the days before it (docs/product.md section 8).
create table store_day_starts (
  store_id uuid not null constraint store_day_starts_store_id_fkey references stores (id) on delete cascade,
  effective_from date not null,
  starts_at time not null,
  constraint store_day_starts_pkey primary key (store_id, effective_from)
);

create table motoboys (
  store_id uuid not null constraint motoboys_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  phone text,
  active boolean not null default true,
  constraint motoboys_pkey primary key (store_id, id)
);

create table access_entries (
  store_id uuid not null constraint access_entries_store_id_fkey references stores (id) on delete cascade,
  uid text not null constraint access_entries_uid_fkey references users (uid) on delete cascade,
  role smallint not null constraint access_entries_role_check check (role in (1, 2, 3)),
  created_at timestamptz not null default now(),
  constraint access_entries_pkey primary key (store_id, uid)
);
create index access_entries_uid_idx on access_entries (uid);

create table integrations (
  store_id uuid not null constraint integrations_store_id_fkey references stores (id) on delete cascade,
  type text not null constraint integrations_type_check check (type in ('ifood')),
  merchant_id text not null,
  merchant_secondary_ids text[] not null default '{}',
  status text not null default 'active' constraint integrations_status_check check (status in ('active', 'inactive')),
  -- What the marketplace keeps, in basis points: estimates until its financial entries arrive.
  commission_bps integer not null default 0,
  payment_fee_bps integer not null default 0,
  last_polled_at timestamptz,
  last_event_at timestamptz,
  -- What the partner says of the store: { available, messages, checkedAt }.
  health jsonb,
  constraint integrations_pkey primary key (store_id, type)
);

create table groups (
  id uuid constraint groups_pkey primary key,
  name text not null,
  owner_id text not null constraint groups_owner_id_fkey references users (uid),
  -- Of all its stores; a reader who sees fewer is not manager of every store.
  stores_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table group_slugs (
  slug text constraint group_slugs_pkey primary key,
  -- Null after the group let it go: kept from others for 90 days.
  group_id uuid constraint group_slugs_group_id_key unique
    constraint group_slugs_group_id_fkey references groups (id) on delete set null,
  freed_at timestamptz,
  freed_by text
);
create table group_stores (
  store_id uuid not null constraint group_stores_store_id_fkey references stores (id) on delete cascade,
  group_id uuid not null constraint group_stores_group_id_fkey references groups (id) on delete cascade,
  position integer not null default 0,
  constraint group_stores_pkey primary key (store_id, group_id)
);
create index group_stores_group_id_idx on group_stores (group_id);

create table idempotency_keys (
  uid text not null,
  selected_store text not null default '',
  route text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  reply text,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pkey primary key (uid, selected_store, route, key)
);

-- Work that one process at a time may do, such as polling a partner.
create table leases (
  name text constraint leases_pkey primary key,
  holder text not null,
  until timestamptz not null
);

create table audit_entries (
  id uuid constraint audit_entries_pkey primary key,
  at timestamptz not null default now(),
  actor_uid text,
  action text not null,
  store_id uuid,
  subject text,
  details jsonb not null default '{}',
  request_id text
);
create index audit_entries_store_id_idx on audit_entries (store_id, at);

-- Row-level security, forced, as the net behind the explicit predicates.
alter table stores enable row level security;
alter table stores force row level security;
create policy own_stores on stores
  using (id = any ((select app_store_ids())::uuid[])) with check (id = any ((select app_store_ids())::uuid[]));

do $$
declare
  name text;
begin
  foreach name in array array['store_day_starts', 'motoboys', 'integrations', 'group_stores'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;

alter table access_entries enable row level security;
alter table access_entries force row level security;
create policy own_access on access_entries
  using (uid = (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]))
  with check (store_id = any ((select app_store_ids())::uuid[]));

alter table groups enable row level security;
alter table groups force row level security;
create policy own_groups on groups
  using (owner_id = (select app_uid()) or exists (select from group_stores gs where gs.group_id = groups.id))
  with check (owner_id = (select app_uid()) or exists (select from group_stores gs where gs.group_id = groups.id));

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_keys on idempotency_keys using (uid = (select app_uid())) with check (uid = (select app_uid()));

alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy own_audit on audit_entries
  for select using (store_id = any ((select app_store_ids())::uuid[]));
create policy write_audit on audit_entries
  for insert with check (
    actor_uid is not distinct from (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]));

grant usage on schema public to balcao_app;
grant select, insert, update, delete on
  users, sessions, custom_tokens, signing_keys, sign_in_attempts, stores, menu_slugs, merchant_routes,
  store_day_starts, motoboys, access_entries, integrations, groups, group_slugs, group_stores, idempotency_keys, leases
  to balcao_app;
grant select, insert on audit_entries to balcao_app;

-- Who is calling and where they have access, in one round trip. Null when the session is gone.
create function session_facts(p_session uuid, p_uid text) returns jsonb language plpgsql as $$
declare
  facts jsonb;
begin
  perform set_config('app.uid', p_uid, true);
  select jsonb_build_object(
      'name', u.name,
      'email', u.email,
      'phoneNumber', u.phone_number,
      'tokenVersion', u.token_version,
      'disabled', u.disabled_at is not null,
      'revoked', s.revoked_at is not null,
      'signedInAt', s.signed_in_at,
      'expiresAt', s.expires_at,
      'access', coalesce((
        select jsonb_agg(jsonb_build_object('storeId', a.store_id, 'role', a.role))
        from access_entries a where a.uid = p_uid), '[]'))
    into facts
    from sessions s join users u on u.uid = s.uid
    where s.id = p_session and s.uid = p_uid;
  return facts;
end $$;
