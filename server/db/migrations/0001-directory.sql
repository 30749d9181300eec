-- The directory: people, sessions, access, groups, look-ups, audit, mail, leases. A store owns none of it, and
-- no foreign key leads from here to a table of a store: they may live in another database.
-- needs: app_store_ids, app_uid, protect_store_table

grant usage on schema public to balcao_app;

create table users (
  uid text constraint users_pkey primary key,
  email text not null,
  name text not null,
  phone_number text,
  password_hash text,
  -- Raised to end every session of the user at once.
  token_version integer not null default 1,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  -- Sealed with ENCRYPTION_KEY when there is one; null without a second factor.
  totp_secret text,
  -- Shown to the person, not yet proved by a code.
  totp_pending text,
  -- The 30 s step of the last code that was taken: a code works once.
  totp_last_step bigint,
  -- Who signs this person in: our own credentials or the hosted provider.
  provider text not null default 'embedded'
    constraint users_provider_check check (provider in ('embedded', 'firebase'))
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
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  second_factor boolean not null default false,
  -- Where it was opened: an address that this person used is not held back by others' guesses.
  address text,
  -- A hosted sign-in is one session however often its token is presented.
  hosted boolean not null default false
);
create unique index sessions_cookie_hash_key on sessions (cookie_hash) where cookie_hash is not null;
create index sessions_uid_idx on sessions (uid);
create index sessions_known_address_idx on sessions (uid, address);
create unique index sessions_hosted_sign_in_key on sessions (uid, signed_in_at) where hosted;

create table custom_tokens (
  token_hash bytea constraint custom_tokens_pkey primary key,
  session_id uuid not null constraint custom_tokens_session_id_fkey references sessions (id) on delete cascade,
  expires_at timestamptz not null
);

create table recovery_codes (
  uid text not null constraint recovery_codes_uid_fkey references users (uid) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (uid, code_hash)
);

-- A link works once and expires; only the SHA-256 of its token is stored.
create table action_links (
  id uuid constraint action_links_pkey primary key,
  token_hash bytea not null constraint action_links_token_hash_key unique,
  kind text not null constraint action_links_kind_check check (kind in ('sign-up', 'reset', 'invitation')),
  email text not null,
  name text not null default '',
  -- Of an invitation: the stores, so that accepting can open their scope.
  store_ids uuid[] not null default '{}',
  continue_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The account of a hosted provider is written outside of our transactions. The link is spent together with
  -- the uid that this account gets; the next try with the same link finishes what a crash left.
  pending_uid text,
  pending_until timestamptz
);
create index action_links_email_idx on action_links (lower(email), kind);

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

create table push_keys (
  -- One pair for the installation: browsers subscribe with its public half.
  id text constraint push_keys_pkey primary key constraint push_keys_id_check check (id = 'vapid'),
  public_key text not null,
  -- Sealed with ENCRYPTION_KEY when there is one.
  private_key jsonb not null,
  created_at timestamptz not null
);

create table access_entries (
  store_id uuid not null,
  uid text not null constraint access_entries_uid_fkey references users (uid) on delete cascade,
  role smallint not null constraint access_entries_role_check check (role in (1, 2, 3)),
  created_at timestamptz not null default now(),
  constraint access_entries_pkey primary key (store_id, uid)
);
create index access_entries_uid_idx on access_entries (uid);
alter table access_entries enable row level security;
alter table access_entries force row level security;
create policy own_access on access_entries
  using (uid = (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]))
  with check (store_id = any ((select app_store_ids())::uuid[]));

create table push_devices (
  uid text not null constraint push_devices_uid_fkey references users (uid) on delete cascade,
  id uuid not null,
  -- Notified only while this session has not been ended: signing out silences the device.
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
-- People see their own devices; the jobs of a store see those of its staff.
alter table push_devices enable row level security;
alter table push_devices force row level security;
create policy own_devices on push_devices
  using (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])))
  with check (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])));

-- Look-ups without personal data: which store a slug or a partner's merchant id means.
create table menu_slugs (
  slug text constraint menu_slugs_pkey primary key,
  store_id uuid not null constraint menu_slugs_store_id_key unique
);

create table merchant_routes (
  platform text not null,
  merchant_id text not null,
  store_id uuid not null,
  constraint merchant_routes_pkey primary key (platform, merchant_id)
);

create table groups (
  id uuid constraint groups_pkey primary key,
  name text not null,
  owner_id text not null constraint groups_owner_id_fkey references users (uid),
  -- Counts all its stores: a reader who sees fewer does not manage every one.
  stores_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table group_slugs (
  slug text constraint group_slugs_pkey primary key,
  -- Null after the group gave it up: reserved for 90 days.
  group_id uuid constraint group_slugs_group_id_key unique
    constraint group_slugs_group_id_fkey references groups (id) on delete set null,
  freed_at timestamptz,
  freed_by text
);

create table group_stores (
  store_id uuid not null,
  group_id uuid not null constraint group_stores_group_id_fkey references groups (id) on delete cascade,
  position integer not null default 0,
  constraint group_stores_pkey primary key (store_id, group_id)
);
create index group_stores_group_id_idx on group_stores (group_id);
call protect_store_table('group_stores');
-- Here because the policy reads group_stores.
alter table groups enable row level security;
alter table groups force row level security;
create policy own_groups on groups
  using (owner_id = (select app_uid()) or exists (select from group_stores gs where gs.group_id = groups.id))
  with check (owner_id = (select app_uid()) or exists (select from group_stores gs where gs.group_id = groups.id));

create table invitations (
  store_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  email text not null,
  name text not null default '',
  role smallint not null constraint invitations_role_check check (role in (1, 2, 3)),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  constraint invitations_pkey primary key (store_id, id)
);
create unique index invitations_waiting_key on invitations (store_id, lower(email))
  where accepted_at is null and cancelled_at is null;
create index invitations_link_idx on invitations (store_id, link_id);
call protect_store_table('invitations');

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
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_keys on idempotency_keys using (uid = (select app_uid())) with check (uid = (select app_uid()));

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
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy own_audit on audit_entries
  for select using (store_id = any ((select app_store_ids())::uuid[]));
create policy write_audit on audit_entries
  for insert with check (
    actor_uid is not distinct from (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]));
grant select, insert on audit_entries to balcao_app;

-- Written in the transaction that caused it; the worker sends. Without SMTP it is the development mailbox.
create table mail_messages (
  id uuid constraint mail_messages_pkey primary key,
  recipient text not null,
  subject text not null,
  -- Emptied once sent: the links inside are keys.
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  last_error text,
  dead_at timestamptz
);
create index mail_messages_due_idx on mail_messages (due_at) where sent_at is null and dead_at is null;

-- Events of merchants that no store of ours claims: kept, acknowledged, looked at by people.
create table stray_events (
  source text not null,
  event_id text not null,
  merchant_id text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  constraint stray_events_pkey primary key (source, event_id)
);

grant select, insert, update, delete on
  users, sessions, custom_tokens, recovery_codes, action_links, signing_keys, sign_in_attempts, push_keys,
  push_devices, access_entries, menu_slugs, merchant_routes, groups, group_slugs, idempotency_keys, leases,
  mail_messages, stray_events
  to balcao_app;
