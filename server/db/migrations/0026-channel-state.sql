-- Since when the store is active or inactive, and who decided it; null: nobody decided it yet.
alter table stores
  add column active_since timestamptz,
  add column active_by text;

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
