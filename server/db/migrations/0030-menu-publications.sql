-- A store's menu as it is published to a marketplace: what differs there, what was written, and what was there before
-- (docs/adr/0103-a-menu-is-published-part-by-part.md).
-- needs: app_store_ids, protect_store_table

create table menu_publications (
  store_id uuid not null constraint menu_publications_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  platform text not null,
  merchant_id text not null,
  -- The publication that this one takes back; null: it publishes.
  takes_back uuid,
  state text not null default 'reading' constraint menu_publications_state_check
    check (state in ('reading', 'ready', 'writing', 'proving', 'done', 'stopped', 'failed')),
  -- Why it failed or stopped: pt-BR.
  problem text,
  -- Tries since the last part that went through.
  tries integer not null default 0,
  -- SHA-256 of the menu that was compared.
  menu text not null default '',
  -- Categories by their code here: name, their id there, what they were called there.
  categories jsonb not null default '[]',
  -- What cannot be published, and why: pt-BR.
  left_out jsonb not null default '[]',
  asked_by_name text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- Read back.
  ended_at timestamptz,
  -- Taken back by a later one.
  taken_back boolean not null default false,
  constraint menu_publications_pkey primary key (store_id, id)
);
-- Of two people who publish at once, one succeeds.
create unique index menu_publications_open_key on menu_publications (store_id, merchant_id)
  where state in ('writing', 'proving');
call protect_store_table('menu_publications');

create table menu_publication_parts (
  store_id uuid not null,
  publication_id uuid not null,
  position integer not null,
  -- Null: only there.
  item_id uuid,
  partner_item_id text not null,
  category_code text,
  -- As a person sees it.
  change jsonb not null,
  -- What is written; null: it is taken off sale.
  wanted jsonb,
  chosen boolean not null default false,
  state text not null default 'waiting' constraint menu_publication_parts_state_check
    check (state in ('waiting', 'sent', 'proved', 'refused')),
  problem text,
  -- It was an item of the merchant here, and what it cost there, in centavos, when it was compared.
  was_linked boolean not null,
  price_before integer,
  -- As the marketplace had it, kept before the first write; null: it was not there.
  before text,
  before_kept boolean not null default false,
  constraint menu_publication_parts_pkey primary key (store_id, publication_id, position),
  constraint menu_publication_parts_publication_fkey foreign key (store_id, publication_id)
    references menu_publications (store_id, id) on delete cascade
);
call protect_store_table('menu_publication_parts');

-- Where a marketplace keeps a photo of ours.
create table menu_photos_there (
  store_id uuid not null constraint menu_photos_there_store_id_fkey references stores (id) on delete cascade,
  platform text not null,
  merchant_id text not null,
  photo_id text not null,
  path text not null,
  constraint menu_photos_there_pkey primary key (store_id, platform, merchant_id, photo_id)
);
call protect_store_table('menu_photos_there');
