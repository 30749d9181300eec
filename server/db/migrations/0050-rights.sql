-- Terms that people accepted, and what customers of a store asked of their data.
-- needs: app_uid, app_store_ids, protect_store_table

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
