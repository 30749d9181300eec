-- Links sent by mail, invitations, second factor, own sessions, the mail queue.

alter table users
  -- Sealed with ENCRYPTION_KEY when there is one; null without a second factor.
  add column totp_secret text,
  -- Shown to the person, not yet proved by a code.
  add column totp_pending text,
  -- The 30 s step of the last code that was taken: a code works once.
  add column totp_last_step bigint,
  -- Who signs this person in: our own credentials or the hosted provider.
  add column provider text not null default 'embedded'
    constraint users_provider_check check (provider in ('embedded', 'firebase'));

alter table sessions
  add column last_seen_at timestamptz,
  add column second_factor boolean not null default false,
  -- Where it was opened: an address that this person used is not held back by others' guesses.
  add column address text;
create index sessions_known_address_idx on sessions (uid, address);
-- A hosted sign-in is one session however often its token is presented.
alter table sessions add column hosted boolean not null default false;
create unique index sessions_hosted_sign_in_key on sessions (uid, signed_in_at) where hosted;

create table recovery_codes (
  uid text not null constraint recovery_codes_uid_fkey references users (uid) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (uid, code_hash)
);

-- A link works once and ends by itself; only the SHA-256 of its token is kept.
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
  used_at timestamptz
);
create index action_links_email_idx on action_links (lower(email), kind);

create table invitations (
  store_id uuid not null constraint invitations_store_id_fkey references stores (id) on delete cascade,
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
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_stores on invitations
  using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]));

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

grant select, insert, update, delete on recovery_codes, action_links, invitations, mail_messages to balcao_app;

-- As before, and: the second factor, the last use (written at most every five minutes).
create or replace function session_facts(p_session uuid, p_uid text) returns jsonb language plpgsql as $$
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
      'secondFactor', s.second_factor,
      'lastSeenAt', s.last_seen_at,
      'access', coalesce((
        select jsonb_agg(jsonb_build_object('storeId', a.store_id, 'role', a.role))
        from access_entries a where a.uid = p_uid), '[]'))
    into facts
    from sessions s join users u on u.uid = s.uid
    where s.id = p_session and s.uid = p_uid;
  return facts;
end $$;
