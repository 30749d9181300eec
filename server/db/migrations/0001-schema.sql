-- The whole schema of version 0.2. Later files change it; none of them is edited once a release has it.
-- needs: app_store_ids, app_uid, protect_store_table, search_key, menu_code, closing_guard_before
-- needs: remember_buyer, courier_changed, old_step_changed, remember_product, note_referral

grant usage on schema public to balcao_app;

-- Sections: Directory, Stores, Orders, Menu, Delivery, Printing, Reports, Settlements, Connections to marketplaces,
-- WhatsApp, Referrals and ads, Privacy and fiscal notes, Notices.

-- === Directory =====================================================================================================

-- The directory: people, sessions, access, groups, look-ups, audit, mail, leases. A store owns none of it, and
-- no foreign key leads from here to a table of a store: they may live in another database.

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
    constraint users_provider_check check (provider in ('embedded', 'firebase')),
  -- The person's own data has a version: two devices that change it at once do not overwrite each other.
  profile_version integer not null default 1,
  phone_verified_at timestamptz,
  -- How the code that confirmed the number reached the person.
  phone_verified_by text constraint users_phone_verified_by_check check (phone_verified_by in ('mail', 'message'))
);
create unique index users_email_key on users (lower(email));
grant select, insert, update, delete on users to balcao_app;

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
create unique index sessions_hosted_sign_in_key on sessions (uid, signed_in_at) where hosted;
create index sessions_expires_at_idx on sessions (expires_at);
grant select, insert, update, delete on sessions to balcao_app;

create table custom_tokens (
  token_hash bytea constraint custom_tokens_pkey primary key,
  session_id uuid not null constraint custom_tokens_session_id_fkey references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index custom_tokens_expires_at_idx on custom_tokens (expires_at);
grant select, insert, update, delete on custom_tokens to balcao_app;

create table recovery_codes (
  uid text not null constraint recovery_codes_uid_fkey references users (uid) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (uid, code_hash)
);
grant select, insert, update, delete on recovery_codes to balcao_app;

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
  pending_until timestamptz,
  -- Of a sign-up: kept with the account once the link made it.
  attribution jsonb,
  -- Of an invitation: the uid that a new account gets.
  uid text
);
create index action_links_email_idx on action_links (lower(email), kind);
create index action_links_expires_at_idx on action_links (expires_at);
grant select, insert, update, delete on action_links to balcao_app;

create table signing_keys (
  kid text constraint signing_keys_pkey primary key,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
grant select, insert, update, delete on signing_keys to balcao_app;

create table sign_in_attempts (
  key text constraint sign_in_attempts_pkey primary key,
  failures integer not null,
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  -- A try is counted before it is checked, and at most a few checks of one account run at once.
  in_flight integer not null default 0,
  -- When checks that never ended, because their process died, no longer count as running.
  in_flight_until timestamptz
);
create index sign_in_attempts_updated_at_idx on sign_in_attempts (updated_at);
grant select, insert, update, delete on sign_in_attempts to balcao_app;

create table push_keys (
  -- One pair for the installation: browsers subscribe with its public half.
  id text constraint push_keys_pkey primary key constraint push_keys_id_check check (id = 'vapid'),
  public_key text not null,
  -- Sealed with ENCRYPTION_KEY when there is one.
  private_key jsonb not null,
  created_at timestamptz not null
);
grant select, insert, update, delete on push_keys to balcao_app;

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
grant select, insert, update, delete on access_entries to balcao_app;

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
grant select, insert, update, delete on push_devices to balcao_app;

-- Look-ups without personal data: which store a slug or a partner's merchant id means.
create table menu_slugs (
  slug text constraint menu_slugs_pkey primary key,
  store_id uuid not null constraint menu_slugs_store_id_key unique
);
grant select, insert, update, delete on menu_slugs to balcao_app;

create table merchant_routes (
  platform text not null,
  merchant_id text not null,
  store_id uuid not null,
  -- Null: served with our application's own access.
  credential_id uuid,
  constraint merchant_routes_pkey primary key (platform, merchant_id)
);
grant select, insert, update, delete on merchant_routes to balcao_app;

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
grant select, insert, update, delete on groups to balcao_app;

create table group_slugs (
  slug text constraint group_slugs_pkey primary key,
  -- Null after the group gave it up: reserved for 90 days.
  group_id uuid constraint group_slugs_group_id_key unique
    constraint group_slugs_group_id_fkey references groups (id) on delete set null,
  freed_at timestamptz,
  freed_by text,
  -- A slug that a group gave up for another one still leads to the group, until someone else takes it.
  former_of uuid
    constraint group_slugs_former_of_fkey references groups (id) on delete set null
);
create index group_slugs_former_of_idx on group_slugs (former_of) where former_of is not null;
grant select, insert, update, delete on group_slugs to balcao_app;

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
  -- Names the invited person to the inviter until they accept; an account made by the link gets it as its uid. It is
  -- new for every invitation, so it does not tell whether the address has an account.
  invited_uid text not null default '',
  -- Consent: who accepted; `accepted_at` says when.
  accepted_by text,
  -- Declined by the person. Such a row is cancelled too, so it no longer waits.
  declined_at timestamptz,
  constraint invitations_pkey primary key (store_id, id)
);
create unique index invitations_waiting_key on invitations (store_id, lower(email))
  where accepted_at is null and cancelled_at is null;
create index invitations_link_idx on invitations (store_id, link_id);
create index invitations_waiting_email_idx on invitations (lower(email))
  where accepted_at is null and cancelled_at is null;
create index invitations_invited_uid_idx on invitations (store_id, invited_uid);
call protect_store_table('invitations');
-- An address in `users` was proved by a link or by the hosted provider.
create policy for_me on invitations for select
  using (lower(email) = (select lower(u.email) from users u where u.uid = (select app_uid())));

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
-- What nobody needs any more is deleted daily (docs/product.md section 9).
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_keys on idempotency_keys using (uid = (select app_uid())) with check (uid = (select app_uid()));
grant select, insert, update, delete on idempotency_keys to balcao_app;

-- Work that one process at a time may do, such as polling a partner.
create table leases (
  name text constraint leases_pkey primary key,
  holder text not null,
  until timestamptz not null,
  -- When the last run began, so that the next holder keeps its distance.
  last_run_at timestamptz
);
grant select, insert, update, delete on leases to balcao_app;

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
create index audit_entries_at_idx on audit_entries (at);
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
  dead_at timestamptz,
  lost_claims integer not null default 0
);
create index mail_messages_due_idx on mail_messages (due_at) where sent_at is null and dead_at is null;
create index mail_messages_created_at_idx on mail_messages (created_at);
grant select, insert, update, delete on mail_messages to balcao_app;

-- Events of merchants that no store of ours claims: kept, acknowledged, looked at by people.
create table stray_events (
  source text not null,
  event_id text not null,
  merchant_id text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  constraint stray_events_pkey primary key (source, event_id)
);
grant select, insert, update, delete on stray_events to balcao_app;

-- One row that shows whether the database can still be written.
create table write_probe (
  only_row boolean constraint write_probe_pkey primary key default true constraint write_probe_one_row check (only_row),
  written_at timestamptz not null default now(),
  -- Large when the disk was full, so that a page that is left over does not pass for space.
  filler text not null default ''
);
insert into write_probe default values;
alter table write_probe alter column filler set storage external;
grant select, update on write_probe to balcao_app;

-- Devices that an account was signed in to on: strangers' guesses do not hold them back. One cookie may stand for
-- several accounts, as on the computer of a counter.
create table known_devices (
  -- SHA-256 of the cookie's secret, which changes with each sign-in.
  device_hash bytea not null,
  uid text not null constraint known_devices_uid_fkey references users (uid) on delete cascade,
  used_at timestamptz not null,
  constraint known_devices_pkey primary key (device_hash, uid)
);
create index known_devices_uid_idx on known_devices (uid);
create index known_devices_used_at_idx on known_devices (used_at);
grant select, insert, update, delete on known_devices to balcao_app;

-- Rejected attempts, counted per person, kind and day: a row each would let anybody fill the disk.
create table refusals (
  -- The account concerned; empty when there is none.
  uid text not null,
  action text not null,
  -- The own store whose role was too low; empty for the stores of others, which may be any number.
  subject text not null,
  day date not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_address text,
  last_request_id text,
  constraint refusals_pkey primary key (uid, action, subject, day)
);
create index refusals_day_idx on refusals (day);
grant select, insert, update, delete on refusals to balcao_app;

-- The one code of a person that waits; a new one replaces it.
create table phone_codes (
  uid text constraint phone_codes_pkey primary key
    constraint phone_codes_uid_fkey references users (uid) on delete cascade,
  id uuid not null,
  phone text not null,
  door text not null,
  -- SHA-256 of the row's id and the code.
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table phone_codes enable row level security;
alter table phone_codes force row level security;
create policy own_code on phone_codes using (uid = (select app_uid())) with check (uid = (select app_uid()));
grant select, insert, update, delete on phone_codes to balcao_app;

-- The store that a session of support is in: one at a time, and for a limited time.
create table support_entries (
  session_id uuid constraint support_entries_pkey primary key
    constraint support_entries_session_id_fkey references sessions (id) on delete cascade,
  uid text not null constraint support_entries_uid_fkey references users (uid) on delete cascade,
  store_id uuid not null,
  reason text not null,
  entered_at timestamptz not null,
  until timestamptz not null
);
alter table support_entries enable row level security;
alter table support_entries force row level security;
create policy own_entry on support_entries
  using (uid = (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]))
  with check (uid = (select app_uid()));
grant select, insert, update, delete on support_entries to balcao_app;

-- Where a person or a store came from: the first touch, kept only with consent.
create table attributions (
  uid text not null constraint attributions_uid_fkey references users (uid) on delete cascade,
  -- Null: of the account; otherwise the store that it opened.
  store_id uuid,
  touch jsonb not null,
  touched_at timestamptz,
  consented_at timestamptz not null
);
create unique index attributions_key on attributions (uid, store_id) nulls not distinct;
alter table attributions enable row level security;
alter table attributions force row level security;
create policy own_attribution on attributions
  using (uid = (select app_uid()) or store_id = any ((select app_store_ids())::uuid[]))
  with check (uid = (select app_uid()));
grant select, insert, update, delete on attributions to balcao_app;
-- A person who came by a link is noted where the consented attribution is kept.
create trigger attributions_note_referral after insert on attributions
  for each row execute function note_referral();

-- Which guides a person has opened and which they have worked through.
create table tutorial_progress (
  uid text not null constraint tutorial_progress_uid_fkey references users (uid) on delete cascade,
  -- An id of contract/tutorials/guide-ids.ts.
  guide text not null,
  opened_at timestamptz not null,
  -- Null: opened only.
  done_at timestamptz,
  constraint tutorial_progress_pkey primary key (uid, guide)
);
alter table tutorial_progress enable row level security;
alter table tutorial_progress force row level security;
create policy own_progress on tutorial_progress using (uid = (select app_uid())) with check (uid = (select app_uid()));
grant select, insert, update, delete on tutorial_progress to balcao_app;

-- === Stores ========================================================================================================

-- Stores: their data, opening hours, channels, couriers, rules and report mails.

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
  updated_at timestamptz not null default now(),
  -- Who saved the opening hours last, and which version the next save must have seen.
  hours_version integer not null default 0,
  hours_saved_at timestamptz,
  hours_saved_by text,
  -- Two or three letters before order numbers; null: made from the name.
  code text constraint stores_code_check check (code ~ '^[A-Z0-9]{2,3}$'),
  pix_key text,
  -- Of the store's data that a person may change: which version the next save must have seen.
  profile_version integer not null default 1,
  -- Since when the store is active or inactive, and who decided it; null: nobody decided it yet.
  active_since timestamptz,
  active_by text,
  -- `modules ->> 'off'` lists what the store has switched off; these say who saved it last, and which version the next
  -- save must have seen.
  modules_version integer not null default 0,
  modules_saved_at timestamptz,
  modules_saved_by text,
  -- Holidays of the state or the town that a store keeps, each year: [{"monthDay": "07-09", "name": "…"}].
  own_holidays jsonb not null default '[]',
  own_holidays_version integer not null default 0
);
alter table stores enable row level security;
alter table stores force row level security;
create policy own_stores on stores
  using (id = any ((select app_store_ids())::uuid[])) with check (id = any ((select app_store_ids())::uuid[]));
grant select, insert, update, delete on stores to balcao_app;

-- Effective-dated: a change never moves the days before it (docs/product.md section 8).
create table store_day_starts (
  store_id uuid not null constraint store_day_starts_store_id_fkey references stores (id) on delete cascade,
  effective_from date not null,
  starts_at time not null,
  constraint store_day_starts_pkey primary key (store_id, effective_from)
);
call protect_store_table('store_day_starts');

create table store_capacity (
  store_id uuid not null constraint store_capacity_store_id_fkey references stores (id) on delete cascade,
  level text not null,
  -- Added to the promised time while busy.
  extra_minutes integer not null default 0 constraint store_capacity_extra_check check (extra_minutes between 0 and 240),
  -- Normal again from then on; null: until a person changes it.
  until timestamptz,
  -- Null: it expired.
  set_by text,
  set_at timestamptz not null,
  version integer not null default 1,
  constraint store_capacity_pkey primary key (store_id),
  constraint store_capacity_level_check check (level in ('normal', 'busy'))
);
call protect_store_table('store_capacity');

-- When a store really was open, channel by channel: one row a change, from the first look on.
create table store_openings (
  store_id uuid not null constraint store_openings_store_id_fkey references stores (id) on delete cascade,
  channel text not null,
  at timestamptz not null,
  -- Null: not observed.
  open boolean,
  cause text,
  constraint store_openings_pkey primary key (store_id, channel, at)
);
call protect_store_table('store_openings');

create table store_watches (
  store_id uuid not null constraint store_watches_store_id_fkey references stores (id) on delete cascade,
  channel text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  open boolean not null,
  constraint store_watches_pkey primary key (store_id, channel)
);
call protect_store_table('store_watches');

create table integrations (
  store_id uuid not null constraint integrations_store_id_fkey references stores (id) on delete cascade,
  type text not null,
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
  -- How a store was connected to a marketplace. Existing connections use our application's own access.
  way text not null default 'app'
    constraint integrations_way_check check (way in ('app', 'code')),
  -- Names of the merchants, by id, as the marketplace told them.
  merchant_names jsonb not null default '{}',
  connected_at timestamptz,
  connected_by text,
  disconnected_at timestamptz,
  constraint integrations_pkey primary key (store_id, type)
);
call protect_store_table('integrations');

-- The store's pause as last sent to the partner, one row a merchant.
create table channel_pauses (
  store_id uuid not null constraint channel_pauses_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  -- As the partner knows it; null: none of ours is there.
  interruption_id text,
  ends_at timestamptz,
  -- Of the store's capacity, the version that this answers: an older one is still on its way.
  capacity_version integer not null,
  -- Why the partner did not do it, in our words.
  refusal text,
  updated_at timestamptz not null,
  constraint channel_pauses_pkey primary key (store_id, merchant_id)
);
call protect_store_table('channel_pauses');

create table order_rules (
  store_id uuid not null constraint order_rules_store_id_fkey references stores (id) on delete cascade,
  platform text not null,
  auto_accept boolean not null default false,
  only_when_open boolean not null default true,
  -- Above it an order waits for the kitchen; null: no limit.
  most_in_preparation integer constraint order_rules_most_check check (most_in_preparation between 1 and 1000),
  -- To be paid in cash above it waits for a person; null: no limit.
  cash_limit_cents integer constraint order_rules_cash_check check (cash_limit_cents >= 0),
  first_order_waits boolean not null default false,
  -- Off: a scheduled order is accepted when its preparation may start.
  scheduled_at_once boolean not null default false,
  -- Told with the acceptance, as a person would.
  preparation_minutes integer constraint order_rules_preparation_check check (preparation_minutes between 5 and 240),
  version integer not null default 1,
  constraint order_rules_pkey primary key (store_id, platform)
);
call protect_store_table('order_rules');

create table motoboys (
  store_id uuid not null constraint motoboys_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  phone text,
  active boolean not null default true,
  constraint motoboys_pkey primary key (store_id, id)
);
call protect_store_table('motoboys');

-- A courier's shifts and the cash handed in; the open amount is summed from the orders.
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
-- Of two people who start the same shift, one succeeds.
create unique index motoboy_shifts_open_key on motoboy_shifts (store_id, motoboy_id) where ended_at is null;
call protect_store_table('motoboy_shifts');

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
call protect_store_table('motoboy_settlements');

create table report_mail_choices (
  store_id uuid not null,
  uid text not null,
  daily boolean not null,
  weekly boolean not null,
  -- The first business day that is mailed: days before the choice are not.
  since date not null,
  version integer not null default 1,
  -- The mail about the next of the first steps.
  first_steps boolean not null default true,
  constraint report_mail_choices_pkey primary key (store_id, uid),
  constraint report_mail_choices_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);
call protect_store_table('report_mail_choices');

-- One row a person, store and day (or week, by its last day): written with the mail in one
-- transaction, so that none goes twice and none is lost.
create table report_mails (
  store_id uuid not null,
  uid text not null,
  kind text not null constraint report_mails_kind_check check (kind in ('daily', 'weekly')),
  day date not null,
  queued_at timestamptz not null,
  -- Null: there was nothing to tell.
  mail_id uuid,
  constraint report_mails_pkey primary key (store_id, uid, kind, day),
  constraint report_mails_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);
call protect_store_table('report_mails');

-- Minutes a stage may take; a store without a row has the defaults (contract/reports/quality.ts).
create table quality_targets (
  store_id uuid not null constraint quality_targets_store_id_fkey references stores (id) on delete cascade,
  accept_minutes integer not null constraint quality_targets_accept_check check (accept_minutes between 1 and 60),
  prepare_minutes integer not null constraint quality_targets_prepare_check check (prepare_minutes between 1 and 180),
  wait_minutes integer not null constraint quality_targets_wait_check check (wait_minutes between 1 and 120),
  deliver_minutes integer not null constraint quality_targets_deliver_check check (deliver_minutes between 1 and 180),
  total_minutes integer not null constraint quality_targets_total_check check (total_minutes between 5 and 300),
  version integer not null default 1,
  constraint quality_targets_pkey primary key (store_id)
);
call protect_store_table('quality_targets');

-- A day on which the store does not follow its week.
create table special_days (
  store_id uuid not null constraint special_days_store_id_fkey references stores (id) on delete cascade,
  day date not null,
  name text not null,
  -- week: a holiday on which the store decided to open as usual.
  kind text not null constraint special_days_kind_check check (kind in ('closed', 'hours', 'week')),
  intervals jsonb not null default '[]',
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by text,
  constraint special_days_pkey primary key (store_id, day)
);
call protect_store_table('special_days');

-- Every time in which a store takes no orders although it could: planned ones and the pause of the orders screen.
create table breaks (
  store_id uuid not null constraint breaks_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: the pause of the orders screen.
  name text,
  starts_at timestamptz not null,
  -- Null: until a person ends it.
  ends_at timestamptz,
  -- Empty: every channel.
  channels text[] not null default '{}',
  set_by text,
  set_at timestamptz not null,
  -- The worker has published its start.
  begun boolean not null default false,
  -- When it ended, by its own end or by a person.
  ended_at timestamptz,
  constraint breaks_pkey primary key (store_id, id),
  constraint breaks_end_check check (ends_at is null or ends_at > starts_at)
);
create index breaks_ahead_idx on breaks (store_id, starts_at) where ended_at is null;
call protect_store_table('breaks');

-- A logo's address holds its content's hash, so it is kept by browsers for ever.
create table store_logos (
  store_id uuid not null constraint store_logos_store_id_fkey references stores (id) on delete cascade,
  id text not null,
  content_type text not null,
  bytes bytea not null,
  constraint store_logos_pkey primary key (store_id, id)
);
call protect_store_table('store_logos');

-- Former addresses of a store lead to it for a time; then anybody may take them.
create table old_menu_slugs (
  slug text constraint old_menu_slugs_pkey primary key,
  store_id uuid not null,
  until timestamptz not null
);
create index old_menu_slugs_store_idx on old_menu_slugs (store_id);
grant select, insert, update, delete on old_menu_slugs to balcao_app;

-- The opening hours of a merchant at its marketplace, one row a merchant.
create table channel_hours (
  store_id uuid not null constraint channel_hours_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  -- As the marketplace answered last: [{ weekday, start, minutes }]; null: never read.
  seen jsonb,
  seen_at timestamptz,
  -- As we wrote them last; null: never.
  sent jsonb,
  sent_at timestamptz,
  -- Why the marketplace did not take them, in our words.
  refusal text,
  constraint channel_hours_pkey primary key (store_id, merchant_id)
);
call protect_store_table('channel_hours');

-- A store that was opened in the panel, until its first steps are done.
create table usage_data (
  store_id uuid not null constraint usage_data_store_id_fkey references stores (id) on delete cascade,
  -- Kind of house that its owner chose; null: none.
  house text,
  started_at timestamptz not null,
  self_made_menu boolean not null default false,
  menu_ready boolean not null default false,
  version integer not null default 1,
  -- Steps whose completion was already reported.
  told text[] not null default '{}',
  -- When the first real order was reported: once for a store.
  first_order_told_at timestamptz,
  finished_at timestamptz,
  -- When the mail about the next step was written.
  reminded_at timestamptz,
  constraint usage_data_pkey primary key (store_id)
);
call protect_store_table('usage_data');

-- A person's word that a step can wait. It never makes the step done.
create table skipped_steps (
  store_id uuid not null constraint skipped_steps_store_id_fkey references stores (id) on delete cascade,
  step text not null,
  note text not null,
  skipped_by text not null,
  skipped_by_name text not null,
  skipped_at timestamptz not null,
  constraint skipped_steps_pkey primary key (store_id, step)
);
call protect_store_table('skipped_steps');

-- Orders that a store made to try itself: numbered, so that of two at once one is made.
create table test_orders (
  store_id uuid not null constraint test_orders_store_id_fkey references stores (id) on delete cascade,
  number integer not null,
  order_id uuid not null,
  made_at timestamptz not null,
  constraint test_orders_pkey primary key (store_id, number)
);
call protect_store_table('test_orders');

-- === Orders ========================================================================================================

-- Orders with items and events, customers, the inbox of partners' events, the outbox of effects, reviews and
-- disputes. Items and events carry no foreign key to their order: its row-by-row checks cost a third of the
-- intake rate, and take_orders is the only statement that writes them (docs/adr/0003-intake.md).
-- Text is looked up by prefix in plain B-trees with collation "C". A trigram index would never be used: LIKE is
-- not leakproof, and behind row-level security only leakproof operators (=, <, >= on text) become index conditions.

create table customers (
  store_id uuid not null,
  id uuid not null,
  -- Normalised phone; marketplaces' relay numbers never identify anybody.
  phone text not null,
  name text not null,
  orders_count integer not null,
  first_order_at timestamptz not null,
  last_order_at timestamptz not null,
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- The last word of the name.
  surname_key text collate "C" not null generated always as (split_part(search_key(name), ' ', -1)) stored,
  constraint customers_pkey primary key (store_id, id),
  constraint customers_phone_key unique (store_id, phone)
);
create index customers_name_idx on customers (store_id, name_key);
create index customers_surname_idx on customers (store_id, surname_key);
call protect_store_table('customers');

create table orders (
  store_id uuid not null,
  id uuid not null,
  display_id text not null,
  platform text not null,
  merchant_id text not null default '',
  external_id text not null,
  type text not null constraint orders_type_check check (type in ('DELIVERY', 'TAKEOUT', 'INDOOR')),
  timing text not null constraint orders_timing_check check (timing in ('INSTANT', 'SCHEDULED', 'ONDEMAND')),
  status text not null constraint orders_status_check
    check (status in ('placed', 'confirmed', 'preparing', 'ready', 'dispatched', 'delivered', 'concluded', 'cancelled')),
  -- On the board. Changes once, so that status updates stay heap-only.
  open boolean not null,
  pending_action text,
  pending_since timestamptz,
  business_day date not null,
  -- Local hour of created_at, 0 to 23.
  hour smallint not null,
  created_at timestamptz not null,
  status_since timestamptz not null,
  promised_at timestamptz,
  preparation_start_at timestamptz,
  confirm_by timestamptz,
  -- When it was delivered, or concluded without a delivery step.
  completed_at timestamptz,
  -- The status it was cancelled from.
  cancelled_from text,
  customer_id uuid,
  -- This order is the n-th of this customer in this store; null where the channel hides the customer.
  customer_seq integer,
  gross_cents integer not null,
  store_discount_cents integer not null default 0,
  marketplace_discount_cents integer not null default 0,
  refund_cents integer not null default 0,
  delivery_fee_cents integer not null default 0,
  service_fee_cents integer not null default 0,
  tip_cents integer not null default 0,
  commission_cents integer not null default 0,
  payment_fee_cents integer not null default 0,
  logistics_cents integer not null default 0,
  order_cents integer not null,
  is_test boolean not null default false,
  -- The rest of the order as the contract names it, and the partner's unknown fields under "partner".
  detail jsonb not null,
  version integer not null default 1,
  buyer_key text collate "C",
  buyer_surname_key text collate "C",
  -- The store's own courier of an order: for the route, the courier's day and the search.
  motoboy_id uuid,
  refunded_fees_cents integer not null default 0
    constraint orders_refunded_fees_check check (refunded_fees_cents >= 0),
  -- An order counts on the day it is for. Null: it counts when it was made.
  scheduled_for timestamptz
    constraint orders_scheduled_for_check check (scheduled_for > created_at),
  -- [{day, hour, cents, fees}]: the order's refunds, so that the figures of an order follow from its row.
  refund_parts jsonb not null default '[]',
  constraint orders_pkey primary key (store_id, id),
  constraint orders_external_key unique (store_id, platform, external_id),
  constraint orders_money_check check (gross_cents >= 0 and order_cents >= 0 and refund_cents >= 0)
) with (fillfactor = 80);
create index orders_open_idx on orders (store_id, created_at) where open;
create index orders_day_idx on orders (store_id, business_day, created_at);
create index orders_number_idx on orders (store_id, display_id, business_day);
create index orders_customer_idx on orders (store_id, customer_id, business_day) where customer_id is not null;
create index orders_motoboy_idx on orders (store_id, motoboy_id, business_day) where motoboy_id is not null;
create index orders_buyer_idx on orders (store_id, buyer_key, business_day) where buyer_key is not null;
create index orders_buyer_surname_idx on orders (store_id, buyer_surname_key, business_day)
  where buyer_surname_key is not null;
-- Reports cut at a minute read the scheduled orders of a day apart: their hour tells nothing of when they were made.
create index orders_scheduled_idx on orders (store_id, business_day) where timing = 'SCHEDULED';
create trigger orders_remember_buyer before insert on orders
  for each row when (new.customer_id is null) execute function remember_buyer();
create trigger orders_courier_changed after update of motoboy_id on orders
  for each row when (old.motoboy_id is distinct from new.motoboy_id) execute function courier_changed();
call protect_store_table('orders');
create trigger orders_old_step_changed after update of status on orders
  for each row when (old.status is distinct from new.status and new.business_day < closing_guard_before())
  execute function old_step_changed();

create table order_items (
  store_id uuid not null,
  order_id uuid not null,
  line smallint not null,
  -- Groups the item in reports: the external code, else the name in lower case.
  product_key text not null,
  name text not null,
  -- Thousandths: 2 pieces are 2000, 350 g are 350.
  quantity_milli integer not null,
  unit_price_cents integer not null,
  total_cents integer not null,
  -- { externalCode, notes, options }
  detail jsonb,
  constraint order_items_pkey primary key (store_id, order_id, line)
);
call protect_store_table('order_items');

create table order_events (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  source text not null,
  source_event_id text not null,
  type text not null,
  at timestamptz not null,
  actor_uid text,
  actor_name text,
  data jsonb,
  recorded_at timestamptz not null default now(),
  constraint order_events_pkey primary key (store_id, source, source_event_id)
);
create index order_events_order_idx on order_events (store_id, order_id);
call protect_store_table('order_events');
-- Events are never changed.
revoke update, delete on order_events from balcao_app;

-- The last number of each store's live stream (publish_live_events).
create table store_streams (
  store_id uuid not null,
  last_seq bigint not null,
  constraint store_streams_pkey primary key (store_id)
);
call protect_store_table('store_streams');

-- What open screens hear, a few days long: ids, never content.
create table live_events (
  store_id uuid not null,
  seq bigint not null,
  -- Null: of the store itself; `type` is then the topic.
  order_id uuid,
  type text not null,
  at timestamptz not null,
  published_at timestamptz not null default now(),
  constraint live_events_pkey primary key (store_id, seq)
);
call protect_store_table('live_events');

create table order_counters (
  store_id uuid not null,
  business_day date not null,
  last integer not null,
  constraint order_counters_pkey primary key (store_id, business_day)
);
call protect_store_table('order_counters');

create table order_refunds (
  store_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  cents integer not null,
  reason text not null,
  -- Both dates are kept: the order's day and the day the money went back.
  refunded_at timestamptz not null,
  refund_day date not null,
  actor_uid text,
  -- A refund of an order has one cause: a person of the store, a negotiation, or a cancellation after the conclusion.
  source text not null default 'own'
    constraint order_refunds_source_check check (source in ('own', 'dispute', 'late-cancellation')),
  -- Unique per source: the negotiation's id at the marketplace. Of the store's own refunds the row's id.
  cause text not null default gen_random_uuid()::text,
  -- What went back of delivery, service and tip, which are outside the order's net.
  fees_cents integer not null default 0 constraint order_refunds_fees_cents_check check (fees_cents >= 0),
  -- Who decided, as shown: a person, or the marketplace's name of the party.
  actor_name text,
  -- When each refund was given, in the store's hours.
  refund_hour smallint not null,
  constraint order_refunds_pkey primary key (store_id, id),
  constraint order_refunds_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade,
  constraint order_refunds_cents_check check (cents >= 0 and cents + fees_cents > 0),
  constraint order_refunds_cause_key unique (store_id, order_id, source, cause)
);
-- For the list by the day the money went back.
create index order_refunds_day_idx on order_refunds (store_id, refund_day);
call protect_store_table('order_refunds');

create table inbox (
  store_id uuid not null,
  source text not null,
  event_id text not null,
  order_external_id text,
  code text not null,
  payload jsonb not null,
  partner_at timestamptz not null,
  via text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  -- Given up after the last attempt; visible and replayable.
  dead_at timestamptz,
  -- What a marketplace sent and the inbox could not keep as a document: its bytes, until a person replays it.
  original bytea,
  constraint inbox_pkey primary key (store_id, source, event_id)
);
create index inbox_waiting_idx on inbox (store_id, next_try_at) where handled_at is null and dead_at is null;
-- For stores_with_due_work, which asks for all stores at once.
create index inbox_all_waiting_idx on inbox (next_try_at, store_id) where handled_at is null and dead_at is null;
create index inbox_failed_idx on inbox (store_id) where dead_at is not null;
call protect_store_table('inbox');

create table outbox (
  store_id uuid not null,
  id uuid not null,
  kind text not null,
  -- The order, item, review, device or store that the effect is about. Effects of one lane run in order.
  lane uuid not null,
  -- Of two waiting effects of a kind with one key the second is not written.
  key text,
  payload jsonb not null default '{}',
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  last_error text,
  dead_at timestamptz,
  created_at timestamptz not null default now(),
  -- How often a process ended while it ran this: after the third time it waits for a person.
  lost_claims integer not null default 0,
  constraint outbox_pkey primary key (store_id, id)
);
create index outbox_due_idx on outbox (store_id, due_at) where dead_at is null;
-- For stores_with_due_work, which asks for all stores at once.
create index outbox_all_due_idx on outbox (due_at, store_id) where dead_at is null;
create unique index outbox_key_key on outbox (store_id, kind, key) where key is not null;
create index outbox_failed_idx on outbox (store_id) where dead_at is not null;
call protect_store_table('outbox');

create table reviews (
  store_id uuid not null,
  id uuid not null,
  source text not null,
  source_review_id text not null,
  order_external_id text,
  -- The day of the order, so that a day's rating is about that day's work.
  business_day date not null,
  score smallint not null constraint reviews_score_check check (score between 1 and 5),
  comment text,
  created_at timestamptz not null,
  merchant_id text,
  order_id uuid,
  -- The partner's word; only NOT_REPLIED takes a reply.
  status text not null default 'PUBLISHED',
  -- False: private, outside the public score.
  public boolean not null default true,
  tags text[] not null default '{}',
  reply text,
  replied_at timestamptz,
  replied_by text,
  -- Until when the store may reply; null: it may not (any more).
  reply_due timestamptz,
  -- Asked for, not confirmed by the partner yet.
  pending_reply text,
  pending_since timestamptz,
  -- Why the last try was rejected, and its text, so that it need not be typed twice.
  refusal text,
  draft text,
  updated_at timestamptz,
  constraint reviews_pkey primary key (store_id, id),
  constraint reviews_source_key unique (store_id, source, source_review_id)
);
create index reviews_day_idx on reviews (store_id, business_day);
create index reviews_due_idx on reviews (store_id, reply_due) where reply_due is not null and reply is null;
create index reviews_created_idx on reviews (store_id, created_at);
call protect_store_table('reviews');

-- Negotiations of an order with a deadline.
create table disputes (
  store_id uuid not null constraint disputes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  partner_id text not null,
  order_id uuid not null,
  merchant_id text not null,
  -- The partner's action, such as CANCELLATION or PROPOSED_AMOUNT_REFUND.
  kind text not null,
  handshake_type text,
  message text,
  -- What the customer wants back; null where the partner names no amount.
  asked_cents integer not null,
  opened_at timestamptz not null,
  -- The business day it was opened on.
  business_day date not null,
  expires_at timestamptz,
  -- The partner's action when there is no answer.
  timeout_action text,
  reasons text[] not null default '{}',
  alternatives jsonb not null default '[]',
  -- open → answering (sent, not confirmed) → the partner's decision.
  state text not null constraint disputes_state_check
    check (state in ('open', 'answering', 'countered', 'accepted', 'rejected', 'expired')),
  answer jsonb,
  answered_by text,
  answered_at timestamptz,
  refusal text,
  settled_at timestamptz,
  lost_cents integer not null default 0,
  saved_cents integer not null default 0,
  version integer not null default 1,
  constraint disputes_pkey primary key (store_id, id),
  constraint disputes_partner_key unique (store_id, source, partner_id)
);
create index disputes_order_idx on disputes (store_id, order_id);
create index disputes_day_idx on disputes (store_id, business_day);
create index disputes_open_idx on disputes (store_id, expires_at) where state in ('open', 'answering', 'countered');
call protect_store_table('disputes');

-- === Menu ==========================================================================================================

-- The menu in Open Delivery's words: categories, items, option groups, options; prices and state on each
-- partner; pauses as history. An item is UNAVAILABLE while it has an open pause before its end: no column repeats it.

create table menu_categories (
  store_id uuid not null constraint menu_categories_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  external_code text not null default menu_code(),
  position integer not null default 0,
  description text not null default '',
  status text not null default 'AVAILABLE'
    constraint menu_categories_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  availability jsonb not null default '[]',
  version integer not null default 1,
  constraint menu_categories_pkey primary key (store_id, id),
  constraint menu_categories_name_key unique (store_id, name) deferrable,
  constraint menu_categories_code_key unique (store_id, external_code) deferrable
);
call protect_store_table('menu_categories');

-- Public to anyone with the address, like the menu itself; named by their content.
create table menu_photos (
  store_id uuid not null constraint menu_photos_store_id_fkey references stores (id) on delete cascade,
  -- SHA-256 of the bytes.
  id text not null,
  content_type text not null,
  bytes bytea not null constraint menu_photos_size_check check (octet_length(bytes) <= 400000),
  constraint menu_photos_pkey primary key (store_id, id)
);
call protect_store_table('menu_photos');

create table menu_items (
  store_id uuid not null constraint menu_items_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: in no category.
  category_id uuid,
  name text not null,
  description text not null default '',
  external_code text,
  -- The same words as order_items.product_key of its orders (contract/menu/product-key.ts): joins the menu
  -- to the sales of every channel.
  product_key text not null,
  -- On the store's own channel; partners' prices are in menu_item_channels.
  price_cents integer not null constraint menu_items_price_check check (price_cents >= 0),
  photo_id text,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- How many people it serves.
  serving integer constraint menu_items_serving_check check (serving between 1 and 100),
  unit text not null default 'UN'
    constraint menu_items_unit_check check (unit in ('UN', 'KG', 'L', 'OZ', 'LB', 'GAL')),
  ean text,
  -- Open Delivery's NutritionalInfo.allergen.
  allergens text[] not null default '{}',
  is_alcoholic boolean not null default false,
  tax_class text
    constraint menu_items_tax_class_check check (tax_class in ('PREPARED', 'RESALE', 'ALCOHOLIC')),
  ncm text constraint menu_items_ncm_check check (ncm ~ '^[0-9]{8}$'),
  availability jsonb not null default '[]',
  -- What a copy or an import leaves as it is in this store.
  locks text[] not null default '{}'
    constraint menu_items_locks_check
    check (locks <@ array['name', 'description', 'photo', 'price', 'availability', 'optionGroups']),
  constraint menu_items_pkey primary key (store_id, id),
  constraint menu_items_category_fkey foreign key (store_id, category_id)
    references menu_categories (store_id, id) on delete set null (category_id),
  constraint menu_items_photo_fkey foreign key (store_id, photo_id) references menu_photos (store_id, id),
  constraint menu_items_product_key unique (store_id, product_key) deferrable
);
call protect_store_table('menu_items');

-- One row for each merchant of a partner where the item is published.
create table menu_item_channels (
  store_id uuid not null,
  item_id uuid not null,
  platform text not null,
  merchant_id text not null,
  partner_item_id text not null,
  price_cents integer not null constraint menu_item_channels_price_check check (price_cents >= 0),
  -- As the partner last accepted it; differs from the wanted state while an effect is pending.
  sent_status text not null default 'AVAILABLE'
    constraint menu_item_channels_status_check check (sent_status in ('AVAILABLE', 'UNAVAILABLE')),
  sent_price_cents integer not null,
  -- The partner said no, or never answered: its words for the screen.
  refusal text,
  refused_at timestamptz,
  constraint menu_item_channels_pkey primary key (store_id, item_id, platform, merchant_id),
  constraint menu_item_channels_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade
);
call protect_store_table('menu_item_channels');

create table menu_item_pauses (
  store_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  since timestamptz not null,
  -- Planned end: sold again from then on, whether or not `ended_at` is written yet. Null: until a person ends it.
  until timestamptz,
  ended_at timestamptz,
  started_by text,
  started_by_name text not null,
  -- Null on an ended one: it expired.
  ended_by text,
  ended_by_name text,
  reason text,
  constraint menu_item_pauses_pkey primary key (store_id, id),
  constraint menu_item_pauses_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade,
  constraint menu_item_pauses_until_check check (until > since),
  constraint menu_item_pauses_ended_check check (ended_at >= since)
);
-- Of two people who pause the same item, one succeeds.
create unique index menu_item_pauses_open_key on menu_item_pauses (store_id, item_id) where ended_at is null;
create index menu_item_pauses_item_idx on menu_item_pauses (store_id, item_id, since);
call protect_store_table('menu_item_pauses');

-- A group may belong to several items (Open Delivery).
create table menu_option_groups (
  store_id uuid not null constraint menu_option_groups_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  external_code text not null default menu_code(),
  min_permitted integer not null default 0,
  max_permitted integer not null default 1,
  description text not null default '',
  status text not null default 'AVAILABLE'
    constraint menu_option_groups_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  position integer not null default 0,
  version integer not null default 1,
  -- How a group's chosen options are priced: each one, the dearest, their average, or each its part ("meio a meio").
  price_method text not null default 'SUM'
    constraint menu_option_groups_price_method_check check (price_method in ('SUM', 'MAX', 'AVG', 'SHARE')),
  constraint menu_option_groups_pkey primary key (store_id, id),
  constraint menu_option_groups_range_check check (min_permitted >= 0 and max_permitted >= greatest(min_permitted, 1)),
  constraint menu_option_groups_code_key unique (store_id, external_code) deferrable
);
call protect_store_table('menu_option_groups');

create table menu_options (
  store_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  name text not null,
  external_code text not null default menu_code(),
  price_cents integer not null default 0 constraint menu_options_price_check check (price_cents >= 0),
  position integer not null default 0,
  description text not null default '',
  status text not null default 'AVAILABLE'
    constraint menu_options_status_check check (status in ('AVAILABLE', 'UNAVAILABLE')),
  -- How often one order line may take it.
  max_permitted integer not null default 1
    constraint menu_options_max_check check (max_permitted between 1 and 100),
  constraint menu_options_pkey primary key (store_id, id),
  constraint menu_options_group_fkey foreign key (store_id, group_id)
    references menu_option_groups (store_id, id) on delete cascade,
  constraint menu_options_code_key unique (store_id, group_id, external_code) deferrable
);
create index menu_options_group_idx on menu_options (store_id, group_id);
call protect_store_table('menu_options');

create table menu_item_option_groups (
  store_id uuid not null,
  item_id uuid not null,
  group_id uuid not null,
  position integer not null default 0,
  constraint menu_item_option_groups_pkey primary key (store_id, item_id, group_id),
  constraint menu_item_option_groups_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade,
  constraint menu_item_option_groups_group_fkey foreign key (store_id, group_id)
    references menu_option_groups (store_id, id) on delete cascade
);
call protect_store_table('menu_item_option_groups');

-- A menu that a person writes: what an item is, when it is sold, and what a copy from elsewhere may not touch.
-- Availability is a list of Open Delivery's Hours ({dayOfWeek, timePeriods}) in the store's zone; empty: always.

-- Which state of its menu a store is in: counts up with every change, so that a copy knows whether it is current.
create table menu_states (
  store_id uuid not null constraint menu_states_store_id_fkey references stores (id) on delete cascade,
  version integer not null,
  changed_at timestamptz not null,
  constraint menu_states_pkey primary key (store_id)
);
call protect_store_table('menu_states');

-- What a person deleted from a menu, as its rows were, so that a day later it can still come back.
create table menu_deletions (
  store_id uuid not null constraint menu_deletions_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  kind text not null constraint menu_deletions_kind_check check (kind in ('category', 'item', 'group')),
  name text not null,
  content jsonb not null,
  deleted_at timestamptz not null,
  constraint menu_deletions_pkey primary key (store_id, id)
);
call protect_store_table('menu_deletions');

-- The last states of a store's menu, and menus of other places that wait for a person's ticks.

create table menu_versions (
  store_id uuid not null constraint menu_versions_store_id_fkey references stores (id) on delete cascade,
  number integer not null,
  -- prices: many prices changed at once are a version of their own, to which their undo returns.
  cause text not null constraint menu_versions_cause_check
    check (cause in ('start', 'edits', 'import', 'copy', 'rollback', 'prices')),
  -- Of an import the file or address, of a copy the other store, of a rollback the number of the version.
  subject text not null,
  by_name text not null,
  at timestamptz not null,
  items integer not null,
  -- SHA-256 of the document.
  hash text not null,
  -- Text, not jsonb: a rollback gives the same bytes.
  document text not null,
  constraint menu_versions_pkey primary key (store_id, number)
);
call protect_store_table('menu_versions');

create table menu_imports (
  store_id uuid not null constraint menu_imports_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  kind text not null constraint menu_imports_kind_check check (kind in ('address', 'spreadsheet', 'marketplace')),
  -- The address, the file's name or the merchant.
  subject text not null,
  -- Only items whose name has this.
  search text not null default '',
  state text not null default 'reading'
    constraint menu_imports_state_check check (state in ('reading', 'ready', 'failed', 'applied')),
  -- Steps of five that are done while it is read.
  step integer not null default 0,
  -- The file, until it is read.
  file bytea,
  platform text,
  -- What was found, and in which form.
  found_as text,
  candidate text,
  -- Why nothing was found: pt-BR.
  problem text,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  constraint menu_imports_pkey primary key (store_id, id)
);
call protect_store_table('menu_imports');

-- A category or a whole menu on its way to other stores. Both tables belong to the store that it is copied from.

create table menu_copies (
  store_id uuid not null constraint menu_copies_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: the whole menu.
  category text,
  -- What is copied, as it was when the person asked.
  candidate text not null,
  asked_by text not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  constraint menu_copies_pkey primary key (store_id, id)
);
call protect_store_table('menu_copies');

create table menu_copy_targets (
  store_id uuid not null,
  copy_id uuid not null,
  -- In another cell, maybe: no reference.
  target_id uuid not null,
  state text not null default 'waiting'
    constraint menu_copy_targets_state_check check (state in ('waiting', 'done', 'failed')),
  -- Items that were added or changed.
  changed integer not null default 0,
  -- Why not: pt-BR.
  problem text,
  ended_at timestamptz,
  constraint menu_copy_targets_pkey primary key (store_id, copy_id, target_id),
  constraint menu_copy_targets_copy_fkey foreign key (store_id, copy_id)
    references menu_copies (store_id, id) on delete cascade
);
call protect_store_table('menu_copy_targets');

-- Photos that an imported menu names: each is fetched once after the import, and its item keeps it.

create table menu_import_photos (
  store_id uuid not null,
  import_id uuid not null,
  item_id uuid not null,
  address text not null,
  -- `kept`: the item got a photo of its own meanwhile.
  state text not null default 'waiting'
    constraint menu_import_photos_state_check check (state in ('waiting', 'done', 'kept', 'failed')),
  -- A photo that ends its process is not tried for ever.
  attempts integer not null default 0,
  -- Why its item has none: pt-BR.
  problem text,
  constraint menu_import_photos_pkey primary key (store_id, import_id, item_id),
  constraint menu_import_photos_import_fkey foreign key (store_id, import_id)
    references menu_imports (store_id, id) on delete cascade,
  constraint menu_import_photos_item_fkey foreign key (store_id, item_id)
    references menu_items (store_id, id) on delete cascade
);
create index menu_import_photos_item_idx on menu_import_photos (store_id, item_id);
call protect_store_table('menu_import_photos');

-- === Delivery ======================================================================================================

-- Where a store delivers, for what fee and in what time: its zones, in their order.
create table delivery_configs (
  store_id uuid not null constraint delivery_configs_store_id_fkey references stores (id) on delete cascade,
  zones jsonb not null,
  version integer not null,
  saved_at timestamptz not null,
  saved_by text,
  constraint delivery_configs_pkey primary key (store_id)
);
call protect_store_table('delivery_configs');

-- What changes fee and time for a while or under a condition.
create table delivery_modifiers (
  store_id uuid not null constraint delivery_modifiers_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  effects jsonb not null,
  cap_cents integer,
  to_courier boolean not null,
  trigger_of jsonb not null,
  zone_ids uuid[] not null default '{}',
  active boolean not null,
  -- Of an automatic or manual one: since when it is on.
  on_since timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint delivery_modifiers_pkey primary key (store_id, id)
);
call protect_store_table('delivery_modifiers');

-- Times in which a manual or automatic modifier was on, for what it did.
create table delivery_modifier_runs (
  store_id uuid not null,
  modifier_id uuid not null,
  started_at timestamptz not null,
  -- Null: until its cause ends it. Of a manual one: its end, moved when a person ends it.
  ended_at timestamptz,
  constraint delivery_modifier_runs_pkey primary key (store_id, modifier_id, started_at),
  constraint delivery_modifier_runs_modifier_fkey foreign key (store_id, modifier_id)
    references delivery_modifiers (store_id, id) on delete cascade
);
call protect_store_table('delivery_modifier_runs');

-- Fee and time given to a customer, kept until an order takes it or it expires.
create table delivery_quotes (
  store_id uuid not null constraint delivery_quotes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  expires_at timestamptz not null,
  items_cents integer not null,
  quote jsonb not null,
  constraint delivery_quotes_pkey primary key (store_id, id)
);
create index delivery_quotes_expired_idx on delivery_quotes (store_id, expires_at);
call protect_store_table('delivery_quotes');

-- === Printing ======================================================================================================

create table print_settings (
  store_id uuid not null constraint print_settings_store_id_fkey references stores (id) on delete cascade,
  -- A ticket not printed by then is not printed automatically any more: no backlog of last night.
  expire_minutes integer not null default 10 constraint print_settings_expire_check check (expire_minutes between 2 and 60),
  footer text not null default '' constraint print_settings_footer_check check (length(footer) <= 120),
  version integer not null default 1,
  constraint print_settings_pkey primary key (store_id)
);
call protect_store_table('print_settings');

create table print_agents (
  store_id uuid not null constraint print_agents_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- SHA-256 of the one-time pairing code; null once used.
  code_hash bytea,
  code_expires_at timestamptz,
  -- SHA-256 of the secret in the agent's token; null until paired.
  token_hash bytea,
  paired_at timestamptz,
  last_seen_at timestamptz,
  -- What it found on its machine: [{ kind, address, name }].
  available jsonb not null default '[]',
  software text not null default '',
  created_at timestamptz not null default now(),
  -- Whether the agent can replace itself with a newer version, the version that a person asked it to take, and the one
  -- that did not start there.
  updates boolean not null default false,
  update_asked_for text,
  update_refused text,
  constraint print_agents_pkey primary key (store_id, id),
  constraint print_agents_name_key unique (store_id, name)
);
call protect_store_table('print_agents');

create table printers (
  store_id uuid not null constraint printers_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null constraint printers_kind_check check (kind in ('network', 'system', 'usb', 'preview')),
  -- network: host:port; system: the queue's name; usb: the device file; preview: the folder's name.
  address text not null,
  -- The agent on the machine it is connected to; null: any agent of the store reaches it (network only).
  agent_id uuid,
  paper smallint not null default 80 constraint printers_paper_check check (paper in (58, 80)),
  code_page text not null default 'cp1252' constraint printers_code_page_check check (code_page in ('cp1252', 'cp858', 'cp860')),
  copies smallint not null default 1 constraint printers_copies_check check (copies between 1 and 5),
  ticket text not null default 'kitchen' constraint printers_ticket_check check (ticket in ('kitchen', 'delivery', 'both')),
  auto_print boolean not null default true,
  -- Takes over the tickets that this one fails to print.
  fallback_id uuid,
  state text not null default 'unknown' constraint printers_state_check check (state in ('unknown', 'ok', 'out')),
  state_since timestamptz not null default now(),
  cause text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint printers_pkey primary key (store_id, id),
  constraint printers_name_key unique (store_id, name),
  constraint printers_agent_check check (kind = 'network' or agent_id is not null),
  constraint printers_agent_fkey foreign key (store_id, agent_id) references print_agents (store_id, id) on delete cascade,
  constraint printers_fallback_check check (fallback_id <> id)
);
call protect_store_table('printers');

create table print_jobs (
  store_id uuid not null constraint print_jobs_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: a test page.
  order_id uuid,
  printer_id uuid not null,
  printer_name text not null,
  -- What it was first meant for; differs after a failover.
  first_printer_id uuid not null,
  ticket text not null constraint print_jobs_ticket_check check (ticket in ('kitchen', 'delivery', 'test')),
  copy smallint not null default 1,
  copies smallint not null default 1,
  source text not null,
  -- This ticket of this order was printed before, or may have been: the paper says REIMPRESSÃO.
  reprint boolean not null default false,
  -- The customer's contact is left out for people who may not see it after the order ended.
  masked boolean not null default false,
  state text not null default 'queued'
    constraint print_jobs_state_check check (state in ('queued', 'sent', 'printed', 'failed', 'expired')),
  -- Raised when it is tried again after an answer: the agent's journal keeps id and turn.
  turn integer not null default 1,
  -- Failed tries at this printer.
  attempts integer not null default 0,
  moved_from text,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  lease_until timestamptz,
  agent_id uuid,
  ended_at timestamptz,
  cause text,
  error text,
  asked_by text,
  asked_by_name text,
  -- Removed from the list of unprinted tickets.
  dismissed_at timestamptz,
  -- An order that changes after its ticket was printed prints again, and the paper says what changed.
  change_note text,
  constraint print_jobs_pkey primary key (store_id, id),
  constraint print_jobs_source_check check (source in ('auto', 'person', 'change'))
);
-- An order is printed automatically once, however often it is accepted.
create unique index print_jobs_auto_key on print_jobs (store_id, order_id, first_printer_id, ticket, copy) where source = 'auto';
create index print_jobs_order_idx on print_jobs (store_id, order_id);
create index print_jobs_open_idx on print_jobs (store_id, due_at) where state in ('queued', 'sent', 'failed');
create index print_jobs_unprinted_idx on print_jobs (store_id, queued_at) where state <> 'printed' and dismissed_at is null;
call protect_store_table('print_jobs');

-- === Reports =======================================================================================================

-- Figures that orders keep in their own transaction (roll_up), and figures of closed days, written by the closing
-- job (server/reports/closing) and never by an order: long periods read few rows, and intake pays one look-up.

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
  refunded_fees_cents integer not null default 0,
  chain_discount_cents integer not null default 0,
  staff_service_cents integer not null default 0,
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
  refunded_fees_cents integer not null default 0,
  chain_discount_cents integer not null default 0,
  staff_service_cents integer not null default 0,
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
  -- Each mark is a row of its own: transactions that mark one day, some before they lock its figures and some after,
  -- would wait for each other's mark and deadlock.
  mark uuid not null default gen_random_uuid(),
  constraint stale_days_pkey primary key (store_id, business_day, mark)
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
  refunded_fees_cents integer not null default 0,
  chain_discount_cents integer not null default 0,
  staff_service_cents integer not null default 0,
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
  orders_8 integer not null default 0, orders_9 integer not null default 0, orders_10 integer not null default 0,
  orders_11 integer not null default 0, orders_12 integer not null default 0, orders_13 integer not null default 0,
  orders_14 integer not null default 0, orders_15 integer not null default 0, orders_16 integer not null default 0,
  orders_17 integer not null default 0, orders_18 integer not null default 0, orders_19 integer not null default 0,
  orders_20 integer not null default 0, orders_21 integer not null default 0, orders_22 integer not null default 0,
  orders_23 integer not null default 0,
  net_0 integer not null default 0, net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0,
  net_4 integer not null default 0, net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0,
  net_8 integer not null default 0, net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0,
  net_12 integer not null default 0, net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0,
  net_16 integer not null default 0, net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0,
  net_20 integer not null default 0, net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0,
  received_0 integer not null default 0, received_1 integer not null default 0, received_2 integer not null default 0,
  received_3 integer not null default 0, received_4 integer not null default 0, received_5 integer not null default 0,
  received_6 integer not null default 0, received_7 integer not null default 0, received_8 integer not null default 0,
  received_9 integer not null default 0, received_10 integer not null default 0, received_11 integer not null default 0,
  received_12 integer not null default 0, received_13 integer not null default 0, received_14 integer not null default 0,
  received_15 integer not null default 0, received_16 integer not null default 0, received_17 integer not null default 0,
  received_18 integer not null default 0, received_19 integer not null default 0, received_20 integer not null default 0,
  received_21 integer not null default 0, received_22 integer not null default 0, received_23 integer not null default 0,
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
  orders_9 integer not null default 0, orders_10 integer not null default 0, orders_11 integer not null default 0,
  orders_12 integer not null default 0, orders_13 integer not null default 0, orders_14 integer not null default 0,
  orders_15 integer not null default 0, orders_16 integer not null default 0, orders_17 integer not null default 0,
  orders_18 integer not null default 0, orders_19 integer not null default 0, orders_20 integer not null default 0,
  orders_21 integer not null default 0, orders_22 integer not null default 0, orders_23 integer not null default 0,
  orders_24 integer not null default 0, orders_25 integer not null default 0, orders_26 integer not null default 0,
  orders_27 integer not null default 0, orders_28 integer not null default 0, orders_29 integer not null default 0,
  orders_30 integer not null default 0, orders_31 integer not null default 0,
  net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0, net_4 integer not null default 0,
  net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0, net_8 integer not null default 0,
  net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0, net_12 integer not null default 0,
  net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0, net_16 integer not null default 0,
  net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0, net_20 integer not null default 0,
  net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0, net_24 integer not null default 0,
  net_25 integer not null default 0, net_26 integer not null default 0, net_27 integer not null default 0, net_28 integer not null default 0,
  net_29 integer not null default 0, net_30 integer not null default 0, net_31 integer not null default 0,
  received_1 integer not null default 0, received_2 integer not null default 0, received_3 integer not null default 0,
  received_4 integer not null default 0, received_5 integer not null default 0, received_6 integer not null default 0,
  received_7 integer not null default 0, received_8 integer not null default 0, received_9 integer not null default 0,
  received_10 integer not null default 0, received_11 integer not null default 0, received_12 integer not null default 0,
  received_13 integer not null default 0, received_14 integer not null default 0, received_15 integer not null default 0,
  received_16 integer not null default 0, received_17 integer not null default 0, received_18 integer not null default 0,
  received_19 integer not null default 0, received_20 integer not null default 0, received_21 integer not null default 0,
  received_22 integer not null default 0, received_23 integer not null default 0, received_24 integer not null default 0,
  received_25 integer not null default 0, received_26 integer not null default 0, received_27 integer not null default 0,
  received_28 integer not null default 0, received_29 integer not null default 0, received_30 integer not null default 0,
  received_31 integer not null default 0,
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
  refunded_fees_cents bigint not null default 0,
  chain_discount_cents bigint not null default 0,
  staff_service_cents bigint not null default 0,
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
  orders_8 integer not null default 0, orders_9 integer not null default 0, orders_10 integer not null default 0,
  orders_11 integer not null default 0, orders_12 integer not null default 0, orders_13 integer not null default 0,
  orders_14 integer not null default 0, orders_15 integer not null default 0, orders_16 integer not null default 0,
  orders_17 integer not null default 0, orders_18 integer not null default 0, orders_19 integer not null default 0,
  orders_20 integer not null default 0, orders_21 integer not null default 0, orders_22 integer not null default 0,
  orders_23 integer not null default 0,
  net_0 integer not null default 0, net_1 integer not null default 0, net_2 integer not null default 0, net_3 integer not null default 0,
  net_4 integer not null default 0, net_5 integer not null default 0, net_6 integer not null default 0, net_7 integer not null default 0,
  net_8 integer not null default 0, net_9 integer not null default 0, net_10 integer not null default 0, net_11 integer not null default 0,
  net_12 integer not null default 0, net_13 integer not null default 0, net_14 integer not null default 0, net_15 integer not null default 0,
  net_16 integer not null default 0, net_17 integer not null default 0, net_18 integer not null default 0, net_19 integer not null default 0,
  net_20 integer not null default 0, net_21 integer not null default 0, net_22 integer not null default 0, net_23 integer not null default 0,
  received_0 integer not null default 0, received_1 integer not null default 0, received_2 integer not null default 0,
  received_3 integer not null default 0, received_4 integer not null default 0, received_5 integer not null default 0,
  received_6 integer not null default 0, received_7 integer not null default 0, received_8 integer not null default 0,
  received_9 integer not null default 0, received_10 integer not null default 0, received_11 integer not null default 0,
  received_12 integer not null default 0, received_13 integer not null default 0, received_14 integer not null default 0,
  received_15 integer not null default 0, received_16 integer not null default 0, received_17 integer not null default 0,
  received_18 integer not null default 0, received_19 integer not null default 0, received_20 integer not null default 0,
  received_21 integer not null default 0, received_22 integer not null default 0, received_23 integer not null default 0,
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
  -- Beside `names`, so that a product sold under two names stays one.
  product_keys text[] not null default '{}',
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

-- What changed the money of a day after the day was closed; written with the change (note_late_changes).
create table late_changes (
  store_id uuid not null constraint late_changes_store_id_fkey references stores (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Of the sale, not of the change.
  business_day date not null,
  -- Null: a line of the statement without an order.
  order_id uuid,
  merchant_id text not null,
  kind text not null
    constraint late_changes_kind_check check (kind in ('arrived', 'cancelled', 'refunded', 'edited', 'statement')),
  -- Effect on the net sale, or on the payout for a line of the statement.
  cents integer not null,
  changed_at timestamptz not null default now(),
  constraint late_changes_pkey primary key (store_id, id),
  constraint late_changes_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade
);
create index late_changes_day_idx on late_changes (store_id, business_day);
create index late_changes_order_idx on late_changes (store_id, order_id);
call protect_store_table('late_changes');

-- === Settlements ===================================================================================================

-- The marketplace's ledger: its lines, payouts and sums by order, and how far each import came.

-- How far each import of a merchant came: a late or failing one is said on the page.
create table partner_imports (
  store_id uuid not null constraint partner_imports_store_id_fkey references stores (id) on delete cascade,
  kind text not null constraint partner_imports_kind_check check (kind in ('financial', 'reviews')),
  merchant_id text not null,
  -- All of the partner's facts up to then are here.
  read_to timestamptz,
  -- Not before then: minutes after a success, longer after each failure.
  next_at timestamptz not null,
  failures integer not null default 0,
  last_error text,
  done_at timestamptz,
  constraint partner_imports_pkey primary key (store_id, kind, merchant_id)
);
call protect_store_table('partner_imports');

-- What the marketplace pays and deducts, one row a line of its ledger.
create table settlement_entries (
  store_id uuid not null constraint settlement_entries_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  -- The partner's own, or a fingerprint of the line where it gives none.
  partner_id text not null,
  merchant_id text not null,
  -- Null: a line of no order, such as a monthly fee.
  order_external_id text,
  kind text not null constraint settlement_entries_kind_check check (kind in ('sale', 'subsidy', 'commission',
    'paymentFee', 'logistics', 'cancellation', 'refund', 'adjustment', 'anticipation', 'subscription', 'other')),
  -- The partner's word, kept for kinds that we do not know yet.
  partner_kind text not null,
  description text,
  -- Signed: its effect on the payout.
  cents integer not null,
  -- False: informed, not part of a payout (paid to the store directly).
  transferred boolean not null,
  -- The sale's day as the partner says it; never the day of the money.
  sale_day date not null,
  -- The payout week it belongs to.
  period_from date not null,
  period_to date not null,
  expected_on date,
  raw jsonb not null,
  imported_at timestamptz not null,
  constraint settlement_entries_pkey primary key (store_id, id),
  constraint settlement_entries_partner_key unique (store_id, source, partner_id)
);
create index settlement_entries_order_idx on settlement_entries (store_id, order_external_id);
create index settlement_entries_period_idx on settlement_entries (store_id, period_from);
call protect_store_table('settlement_entries');

-- What was or will be transferred to the bank: a payout week of a merchant.
create table settlements (
  store_id uuid not null constraint settlements_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  source text not null,
  partner_id text not null,
  merchant_id text not null,
  period_from date not null,
  period_to date not null,
  expected_on date,
  -- Null until the money went.
  paid_on date,
  cents integer not null,
  status text not null constraint settlements_status_check check (status in ('settled', 'paid', 'failed')),
  raw jsonb not null,
  imported_at timestamptz not null,
  constraint settlements_pkey primary key (store_id, id),
  constraint settlements_partner_key unique (store_id, source, partner_id)
);
create index settlements_period_idx on settlements (store_id, merchant_id, period_from);
create index settlements_expected_idx on settlements (store_id, expected_on);
call protect_store_table('settlements');

-- The ledger by order and payout week, written with its lines: a report never adds up raw lines.
create table order_settlements (
  store_id uuid not null constraint order_settlements_store_id_fkey references stores (id) on delete cascade,
  order_external_id text not null,
  merchant_id text not null,
  period_from date not null,
  period_to date not null,
  sale_day date not null,
  expected_on date,
  -- Null while no order of ours has this external id.
  order_id uuid,
  sale_cents integer not null,
  subsidy_cents integer not null,
  -- Negative: kept by the marketplace.
  commission_cents integer not null,
  payment_fee_cents integer not null,
  logistics_cents integer not null,
  -- Cancellations, refunds, adjustments and unknown kinds.
  adjustment_cents integer not null,
  lines integer not null,
  constraint order_settlements_pkey primary key (store_id, order_external_id, period_from)
);
create index order_settlements_day_idx on order_settlements (store_id, sale_day);
create index order_settlements_period_idx on order_settlements (store_id, merchant_id, period_from);
create index order_settlements_stray_idx on order_settlements (store_id, sale_day) where order_id is null;
call protect_store_table('order_settlements');

-- === Connections to marketplaces ===================================================================================

-- What an owner authorised by code: tokens that are never returned and never logged.
create table channel_credentials (
  store_id uuid not null constraint channel_credentials_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  -- A new one for each authorisation: connections of an earlier one end.
  id uuid not null,
  sealed jsonb not null,
  -- Which encryption key sealed it; null: none was set.
  seal_key text,
  -- Rises with each renewal, so that of several renewals one wins.
  version integer not null default 1,
  access_until timestamptz not null,
  renew_until timestamptz,
  renewing_until timestamptz,
  refused_at timestamptz,
  created_at timestamptz not null,
  constraint channel_credentials_pkey primary key (store_id, type)
);
call protect_store_table('channel_credentials');

-- A connection in progress. It serves no orders before its last step.
create table integration_setups (
  store_id uuid not null constraint integration_setups_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  way text not null constraint integration_setups_way_check check (way in ('app', 'code')),
  step text not null
    constraint integration_setups_step_check check (step in ('authorise', 'merchants', 'check', 'test')),
  version integer not null,
  user_code text,
  verification_url text,
  expires_at timestamptz,
  -- The verifier of the code, then the tokens.
  sealed jsonb,
  seal_key text,
  merchant_id text,
  merchant_secondary_ids text[] not null default '{}',
  checks jsonb not null default '[]',
  connected_at timestamptz,
  started_by text not null,
  started_at timestamptz not null,
  constraint integration_setups_pkey primary key (store_id, type)
);
call protect_store_table('integration_setups');

-- How each kind of call to a marketplace goes. Merchant '': the call named an order, not a merchant.
create table channel_operations (
  store_id uuid not null constraint channel_operations_store_id_fkey references stores (id) on delete cascade,
  type text not null,
  merchant_id text not null,
  operation text not null,
  ok_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- Of the last hour, at most a hundred.
  failures timestamptz[] not null default '{}',
  constraint channel_operations_pkey primary key (store_id, type, merchant_id, operation)
);
call protect_store_table('channel_operations');

-- === WhatsApp ======================================================================================================

-- A store's WhatsApp: its line, what it sends automatically, and what came in by it.

-- Which store a line's webhooks belong to. In the directory, because a webhook names the line and no store.
create table whatsapp_routes (
  driver text not null constraint whatsapp_routes_driver_check check (driver in ('cloud', 'evolution')),
  -- Cloud API: the phone number's id. Evolution: the instance's name.
  line_key text not null,
  store_id uuid not null,
  -- SHA-256 of the secret in the webhooks' address; null where the provider signs them.
  secret_hash text,
  -- Cloud API: the business account; news of templates and bans name it instead of the number.
  account_id text,
  constraint whatsapp_routes_pkey primary key (driver, line_key)
);
create index whatsapp_routes_store_idx on whatsapp_routes (store_id);
grant select, insert, update, delete on whatsapp_routes to balcao_app;

create table whatsapp_lines (
  store_id uuid not null constraint whatsapp_lines_store_id_fkey references stores (id) on delete cascade,
  -- Another one after each connection.
  id uuid not null,
  driver text not null constraint whatsapp_lines_driver_check check (driver in ('cloud', 'evolution')),
  method text not null constraint whatsapp_lines_method_check check (method in ('qr', 'code', 'embedded')),
  -- E.164 without "+".
  number text not null,
  line_key text not null,
  -- The line's token; null once the connection is closed.
  sealed jsonb,
  seal_key text,
  state text not null constraint whatsapp_lines_state_check
    check (state in ('pairing', 'syncing', 'open', 'degraded', 'closed', 'refused', 'expired', 'banned')),
  state_since timestamptz not null,
  -- Why it is closed or degraded, as a word of the rules.
  cause text,
  -- The n-th QR or code of three.
  tries integer not null,
  qr text,
  code text,
  step_ends_at timestamptz,
  -- A stuck line is logged out and renewed once.
  renewed boolean not null default false,
  opened_at timestamptz,
  last_in_at timestamptz,
  last_out_at timestamptz,
  read_at timestamptz,
  quality text constraint whatsapp_lines_quality_check check (quality in ('green', 'yellow', 'red')),
  tier integer,
  -- Messages handed over in this second: the number has a limit.
  burst_second timestamptz,
  burst integer not null default 0,
  risk_accepted_by text,
  connected_by text not null,
  created_at timestamptz not null,
  constraint whatsapp_lines_pkey primary key (store_id)
);
call protect_store_table('whatsapp_lines');

create table whatsapp_settings (
  store_id uuid not null constraint whatsapp_settings_store_id_fkey references stores (id) on delete cascade,
  -- Kinds of messages that leave automatically.
  kinds text[] not null default '{}',
  -- Null: no cap.
  cap_cents integer constraint whatsapp_settings_cap_check check (cap_cents >= 0),
  conversational boolean not null default false,
  -- Whether the conversation answers only while the store is open.
  only_open boolean not null default true,
  greeting text not null default '',
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by text not null,
  -- Another phone of the store: it gets a message every half hour, so that the line is known to deliver. Null: off.
  canary_number text,
  constraint whatsapp_settings_pkey primary key (store_id)
);
call protect_store_table('whatsapp_settings');

-- Approved texts of the platform, by the name they have there.
create table whatsapp_templates (
  store_id uuid not null constraint whatsapp_templates_store_id_fkey references stores (id) on delete cascade,
  name text not null,
  language text not null,
  state text not null constraint whatsapp_templates_state_check
    check (state in ('pending', 'approved', 'rejected', 'paused')),
  state_at timestamptz not null,
  constraint whatsapp_templates_pkey primary key (store_id, name, language)
);
call protect_store_table('whatsapp_templates');

-- What came to the door, as it came; for a week.
create table whatsapp_deliveries (
  store_id uuid not null constraint whatsapp_deliveries_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  driver text not null,
  received_at timestamptz not null,
  body text not null,
  constraint whatsapp_deliveries_pkey primary key (store_id, id)
);
call protect_store_table('whatsapp_deliveries');

-- The people of a store's WhatsApp line and the messages of both directions.

create table whatsapp_contacts (
  store_id uuid not null constraint whatsapp_contacts_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- E.164 without "+", Brazilian mobiles with the ninth digit; null: the platform shows only its own id.
  phone text,
  user_id text,
  name text,
  -- The platform's window of 24 hours counts from here.
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- The customer asked for no more messages.
  opted_out_at timestamptz,
  -- The store's people wrote on the phone: the conversation is theirs until then.
  silent_until timestamptz,
  -- A person holds back what waits for one customer; their own words still leave.
  held_until timestamptz,
  held_name text,
  constraint whatsapp_contacts_pkey primary key (store_id, id),
  constraint whatsapp_contacts_identity_check check (phone is not null or user_id is not null)
);
create unique index whatsapp_contacts_phone_key on whatsapp_contacts (store_id, phone) where phone is not null;
create unique index whatsapp_contacts_user_key on whatsapp_contacts (store_id, user_id) where user_id is not null;
call protect_store_table('whatsapp_contacts');

create table outgoing_messages (
  store_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  order_id uuid,
  kind text not null,
  -- Of two with one key the second is not written.
  key text not null,
  content jsonb not null,
  -- What it says, also of a template.
  body text not null,
  -- unsure: handed over, never answered, and not found at the provider; a person decides whether it is sent once more.
  -- The question ends with the message's life (expires_at), or at once (ended_at) where nobody is asked.
  state text not null constraint outgoing_messages_state_check
    check (state in ('queued', 'sending', 'unsure', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired')),
  -- Why it failed or was cancelled, as a word of the rules.
  cause text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  -- Handed to the provider at this moment, with no answer yet.
  claimed_at timestamptz,
  provider_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  ended_at timestamptz,
  -- Millionths of a real, by the prices of the day it was sent.
  cost_micros bigint not null default 0,
  constraint outgoing_messages_pkey primary key (store_id, id),
  constraint outgoing_messages_key_key unique (store_id, key),
  constraint outgoing_messages_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index outgoing_messages_waiting_idx on outgoing_messages (store_id, contact_id, id)
  where state in ('queued', 'sending');
create index outgoing_messages_provider_idx on outgoing_messages (store_id, provider_id) where provider_id is not null;
create index outgoing_messages_sent_idx on outgoing_messages (store_id, sent_at) where sent_at is not null;
create index outgoing_messages_order_idx on outgoing_messages (store_id, order_id) where order_id is not null;
-- Which test was the last, of few among many messages.
create index outgoing_messages_canary_idx on outgoing_messages (store_id, id) where kind = 'canary';
-- A thread reads the messages of one customer, not all of the store's.
create index outgoing_messages_contact_idx on outgoing_messages (store_id, contact_id, id);
create index outgoing_messages_unsure_idx on outgoing_messages (store_id, expires_at)
  where state = 'unsure' and ended_at is null;
call protect_store_table('outgoing_messages');

create table incoming_messages (
  store_id uuid not null,
  -- Unique on the line.
  provider_id text not null,
  contact_id uuid not null,
  at timestamptz not null,
  received_at timestamptz not null,
  -- Written by the store's people on the phone.
  echo boolean not null,
  content jsonb not null,
  constraint incoming_messages_pkey primary key (store_id, provider_id),
  constraint incoming_messages_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index incoming_messages_contact_idx on incoming_messages (store_id, contact_id, at);
call protect_store_table('incoming_messages');

-- Orders by chat: where each customer stands, and what still waits for an answer.

create table whatsapp_conversations (
  store_id uuid not null,
  contact_id uuid not null,
  -- Names its orders, and is the lane of its turns.
  id uuid not null,
  place text not null constraint whatsapp_conversations_place_check check (place in ('greeting', 'menu', 'options',
    'cart', 'address', 'payment', 'change', 'summary', 'placing', 'placed', 'person', 'stopped')),
  -- As server/whatsapp/conversation/conversation-state.ts says.
  state jsonb not null,
  -- Of each answer another one: names it, so that it is queued once.
  revision integer not null default 0,
  -- A turn is under way or planned; null: nothing waits.
  turn_due_at timestamptz,
  -- Since when a person answers, and who took it; null: nobody yet.
  person_since timestamptz,
  person_uid text,
  person_name text,
  last_order_id uuid,
  updated_at timestamptz not null,
  constraint whatsapp_conversations_pkey primary key (store_id, contact_id),
  constraint whatsapp_conversations_id_key unique (store_id, id),
  constraint whatsapp_conversations_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
create index whatsapp_conversations_person_idx on whatsapp_conversations (store_id, person_since)
  where place = 'person';
call protect_store_table('whatsapp_conversations');

create table whatsapp_waiting (
  store_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  received_at timestamptz not null,
  content jsonb not null,
  constraint whatsapp_waiting_pkey primary key (store_id, contact_id, id),
  constraint whatsapp_waiting_contact_fkey foreign key (store_id, contact_id)
    references whatsapp_contacts (store_id, id) on delete cascade
);
call protect_store_table('whatsapp_waiting');

-- === Referrals and ads =============================================================================================

-- Whether a store recommends Balcão, and which terms its owner accepted.
create table referral_programs (
  store_id uuid not null constraint referral_programs_store_id_fkey references stores (id) on delete cascade,
  code text not null,
  enabled boolean not null,
  terms_version text not null,
  accepted_at timestamptz not null,
  accepted_by_name text not null,
  version integer not null default 1,
  constraint referral_programs_pkey primary key (store_id)
);
call protect_store_table('referral_programs');

-- How often the link was opened for the first time in a browser: a number a day, no data of the visitor.
create table referral_clicks (
  store_id uuid not null constraint referral_clicks_store_id_fkey references stores (id) on delete cascade,
  day date not null,
  clicks integer not null,
  constraint referral_clicks_pkey primary key (store_id, day)
);
call protect_store_table('referral_clicks');

-- What a referral earned. Rows are only added; a reversal takes a reward back. No money moves.
create table referral_ledger (
  store_id uuid not null constraint referral_ledger_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  referral_id uuid not null,
  kind text not null constraint referral_ledger_kind_check check (kind in ('reward', 'reversal')),
  cents integer not null,
  at timestamptz not null,
  constraint referral_ledger_pkey primary key (store_id, id),
  constraint referral_ledger_once_key unique (store_id, referral_id, kind)
);
call protect_store_table('referral_ledger');
revoke update, delete on referral_ledger from balcao_app;

-- Which store a `referrer_id` belongs to.
create table referral_codes (
  code text constraint referral_codes_pkey primary key,
  store_id uuid not null constraint referral_codes_store_id_key unique,
  -- A closed one brings nobody any more.
  open boolean not null
);
grant select, insert, update, delete on referral_codes to balcao_app;

-- Who came by a link: one row a person. The store that recommended sees it, and so does the person's side.
create table referrals (
  -- The store that recommended.
  store_id uuid not null,
  id uuid not null default gen_random_uuid(),
  referred_uid text not null constraint referrals_referred_uid_fkey references users (uid) on delete cascade,
  -- The store that the person opened.
  referred_store_id uuid,
  -- Its name with hidden letters.
  label text,
  -- The person already had a store of their own.
  existing_customer boolean not null default false,
  touched_at timestamptz,
  signed_up_at timestamptz not null,
  store_opened_at timestamptz,
  first_order_at timestamptz,
  rewarded_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  void_note text,
  voided_by text,
  constraint referrals_pkey primary key (store_id, id),
  constraint referrals_referred_uid_key unique (referred_uid),
  constraint referrals_referred_store_key unique (referred_store_id),
  constraint referrals_end_check check (voided_at is null or void_reason is not null)
);
alter table referrals enable row level security;
alter table referrals force row level security;
create policy both_sides on referrals
  using (store_id = any ((select app_store_ids())::uuid[])
    or referred_store_id = any ((select app_store_ids())::uuid[]) or referred_uid = (select app_uid()))
  with check (store_id = any ((select app_store_ids())::uuid[])
    or referred_store_id = any ((select app_store_ids())::uuid[]) or referred_uid = (select app_uid()));
grant select, insert, update, delete on referrals to balcao_app;

-- The connection to an ad network. The key is sealed and never returned.
create table ads_setups (
  store_id uuid not null constraint ads_setups_store_id_fkey references stores (id) on delete cascade,
  state text not null constraint ads_setups_state_check check (state in ('none', 'started', 'finished', 'failed')),
  version integer not null,
  dataset_id text,
  dataset_name text,
  account_id text,
  sealed jsonb,
  seal_key text,
  test_event_code text,
  started_at timestamptz,
  started_by text,
  finished_at timestamptz,
  finished_by text,
  failed_at timestamptz,
  failed_by text,
  failure text,
  constraint ads_setups_pkey primary key (store_id),
  constraint ads_setups_key_check check (state <> 'finished' or (sealed is not null and dataset_id is not null))
);
call protect_store_table('ads_setups');

create table ads (
  store_id uuid not null constraint ads_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- In the address of its link.
  code text not null,
  name text not null,
  created_at timestamptz not null,
  created_by text not null,
  ended_at timestamptz,
  constraint ads_pkey primary key (store_id, id),
  constraint ads_code_key unique (store_id, code)
);
create unique index ads_name_idx on ads (store_id, lower(name)) where ended_at is null;
call protect_store_table('ads');

-- A click on an ad. Of the visitor it keeps the network's own click id only.
create table ad_clicks (
  store_id uuid not null,
  id uuid not null,
  -- Null: told by the messaging channel.
  ad_id uuid,
  -- What the customer sends along; null: told by the messaging channel.
  code text,
  -- The network's click id: `fbclid` of a link, `ctwaClid` of a message.
  click_kind text constraint ad_clicks_click_kind_check check (click_kind in ('fbclid', 'ctwaClid')),
  click_id text,
  at timestamptz not null,
  constraint ad_clicks_pkey primary key (store_id, id),
  constraint ad_clicks_code_key unique (store_id, code),
  constraint ad_clicks_ad_fkey foreign key (store_id, ad_id) references ads (store_id, id) on delete cascade
);
create unique index ad_clicks_click_idx on ad_clicks (store_id, click_id) where click_kind = 'ctwaClid';
create index ad_clicks_at_idx on ad_clicks (store_id, at);
call protect_store_table('ad_clicks');

-- Orders that came by an ad, and the report to the network.
create table ad_orders (
  store_id uuid not null,
  order_id uuid not null,
  click_id uuid not null,
  linked_at timestamptz not null,
  linked_by text not null,
  -- Null: the customer did not agree to the report.
  consented_at timestamptz,
  state text not null
    constraint ad_orders_state_check check (state in ('silent', 'waiting', 'sent', 'skipped', 'failed')),
  sent_at timestamptz,
  -- pt-BR, of a failed or skipped one.
  problem text,
  constraint ad_orders_pkey primary key (store_id, order_id),
  constraint ad_orders_click_key unique (store_id, click_id),
  constraint ad_orders_order_fkey foreign key (store_id, order_id) references orders (store_id, id) on delete cascade,
  constraint ad_orders_click_fkey foreign key (store_id, click_id) references ad_clicks (store_id, id),
  constraint ad_orders_consent_check check (consented_at is not null or state = 'silent')
);
call protect_store_table('ad_orders');

-- === Privacy and fiscal notes ======================================================================================

-- Terms that people accepted, and what customers of a store asked of their data.

-- Never changed and never deleted: the proof of what a person agreed to, and when.
create table terms_acceptances (
  uid text not null constraint terms_acceptances_uid_fkey references users (uid) on delete cascade,
  -- Of the text as it was shown, in lower-case hexadecimal.
  sha256 text not null constraint terms_acceptances_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  version text not null,
  accepted_at timestamptz not null,
  constraint terms_acceptances_pkey primary key (uid, sha256)
);
alter table terms_acceptances enable row level security;
alter table terms_acceptances force row level security;
create policy own_acceptances on terms_acceptances using (uid = (select app_uid())) with check (uid = (select app_uid()));
grant select, insert on terms_acceptances to balcao_app;

-- An erasure names nobody: how much was masked, how much stayed, and who did it.
create table erasures (
  store_id uuid not null constraint erasures_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  actor_uid text not null,
  actor_name text not null,
  reason text not null,
  -- [{ part, count }]
  done jsonb not null,
  -- [{ part, count }]: the basis of each is in contract/privacy/person-parts.ts.
  kept jsonb not null,
  constraint erasures_pkey primary key (store_id, id)
);
call protect_store_table('erasures');

-- Security incidents with personal data (Resolução CD/ANPD 15/2024).
create table incidents (
  store_id uuid not null constraint incidents_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  title text not null,
  what_happened text not null,
  measures text not null,
  -- Null: not counted yet.
  people_affected integer constraint incidents_people_check check (people_affected >= 0),
  -- Relevant risk or damage: then the ANPD and the people must know within three working days of `known_at`.
  risky boolean not null,
  known_at timestamptz not null,
  anpd_told_at timestamptz,
  people_told_at timestamptz,
  closed_at timestamptz,
  created_by text not null,
  version integer not null default 1,
  constraint incidents_pkey primary key (store_id, id)
);
call protect_store_table('incidents');

-- Access keys of fiscal notes that another system issued for an order.
create table fiscal_notes (
  store_id uuid not null constraint fiscal_notes_store_id_fkey references stores (id) on delete cascade,
  order_id uuid not null,
  -- 44 characters with a right check digit; the issuer's CNPJ in it may have letters. Null: taken away again.
  access_key text constraint fiscal_notes_access_key_check check (access_key ~ '^\d{6}[0-9A-Z]{12}\d{26}$'),
  saved_at timestamptz not null,
  saved_by text not null,
  version integer not null default 1,
  constraint fiscal_notes_pkey primary key (store_id, order_id),
  constraint fiscal_notes_access_key_key unique (store_id, access_key)
);
call protect_store_table('fiscal_notes');

-- === Notices =======================================================================================================

-- The channels by which a person is notified of each event, and when only critical notices ring. No row: the usual ones.
create table notification_choices (
  uid text constraint notification_choices_pkey primary key
    constraint notification_choices_uid_fkey references users (uid) on delete cascade,
  -- { event: [channel, …] }; an event that is not named has its usual channels (contract/notifications/choices.ts).
  choices jsonb not null,
  -- Minutes after midnight by the clock of the store that the notice is about; null: no quiet hours.
  quiet_from smallint constraint notification_choices_from_check check (quiet_from between 0 and 1439),
  quiet_to smallint constraint notification_choices_to_check check (quiet_to between 0 and 1439),
  version integer not null default 1,
  saved_at timestamptz not null,
  constraint notification_choices_quiet_check check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from coalesce(quiet_to, -1))
);
-- People see their own choices; the jobs of a store see those of its staff.
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy own_choices on notification_choices
  using (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])))
  with check (uid = (select app_uid()));
grant select, insert, update, delete on notification_choices to balcao_app;

-- What is wrong with a store now and should be notified once: a channel that is closed, a printer that is silent. A row
-- goes when its trouble ends.
create table store_troubles (
  store_id uuid not null constraint store_troubles_store_id_fkey references stores (id) on delete cascade,
  kind text not null constraint store_troubles_kind_check check (kind in ('channel-closed', 'printer-silent')),
  -- The platform; the printer's id.
  key text not null,
  id uuid not null,
  since timestamptz not null,
  -- Null: it has not lasted long enough.
  told_at timestamptz,
  constraint store_troubles_pkey primary key (store_id, kind, key)
);
call protect_store_table('store_troubles');

-- What quiet hours held back, until the person's summary leaves in the transaction that deletes the rows. No data of
-- customers: which order, break or trouble it was.
create table held_notices (
  store_id uuid not null constraint held_notices_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  uid text not null,
  event text not null,
  subject_id uuid not null,
  -- By which of the person's channels it would have rung.
  channels text[] not null,
  held_at timestamptz not null,
  due_at timestamptz not null,
  constraint held_notices_pkey primary key (store_id, id)
);
create index held_notices_due_idx on held_notices (store_id, due_at);
create index held_notices_uid_idx on held_notices (uid);
call protect_store_table('held_notices');
