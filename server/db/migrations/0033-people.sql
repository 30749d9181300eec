-- needs: app_store_ids, app_uid

-- The person's own data has a version: two devices that change it at once do not overwrite each other.
alter table users
  add column profile_version integer not null default 1,
  add column phone_verified_at timestamptz,
  -- How the code that confirmed the number reached the person.
  add column phone_verified_by text constraint users_phone_verified_by_check check (phone_verified_by in ('mail', 'message'));

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

alter table invitations
  -- Names the invited person to the inviter until they accept; an account made by the link gets it as its uid. It is
  -- new for every invitation, so it does not tell whether the address has an account.
  add column invited_uid text not null default '',
  -- Consent: who accepted; `accepted_at` says when.
  add column accepted_by text,
  -- Declined by the person. Such a row is cancelled too, so it no longer waits.
  add column declined_at timestamptz;
create index invitations_waiting_email_idx on invitations (lower(email))
  where accepted_at is null and cancelled_at is null;
create index invitations_invited_uid_idx on invitations (store_id, invited_uid);
-- An address in `users` was proved by a link or by the hosted provider.
create policy for_me on invitations for select
  using (lower(email) = (select lower(u.email) from users u where u.uid = (select app_uid())));

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

-- Of a sign-up: kept with the account once the link made it.
alter table action_links
  add column attribution jsonb,
  -- Of an invitation: the uid that a new account gets.
  add column uid text;
