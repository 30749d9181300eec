-- needs: protect_store_table, app_store_ids, app_uid, note_referral

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

-- A person who came by a link is noted where the consented attribution is kept.
create trigger attributions_note_referral after insert on attributions
  for each row execute function note_referral();
