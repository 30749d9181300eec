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
