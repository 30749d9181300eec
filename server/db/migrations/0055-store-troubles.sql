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
