-- Access keys of fiscal notes that another system issued for an order.
-- needs: protect_store_table
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
