-- A way to named files for somebody without an account (docs/adr/0098-an-accountant-has-a-link.md): a row for each store, so that
-- every store's owners see and end their own.
-- needs: app_store_ids, protect_store_table

create table accountant_links (
  store_id uuid not null,
  -- The same for all stores of a link.
  id uuid not null,
  token_hash bytea not null,
  -- The accountant, in the owner's words.
  name text not null,
  files text[] not null,
  made_by text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  -- When a file was last given.
  used_at timestamptz,
  constraint accountant_links_pkey primary key (store_id, id)
);
create index accountant_links_token_idx on accountant_links (token_hash);
call protect_store_table('accountant_links');
-- A reader with the token sees the rows that it opens.
create policy by_token on accountant_links for select
  using (token_hash = (select decode(nullif(current_setting('app.link_hash', true), ''), 'hex')));
