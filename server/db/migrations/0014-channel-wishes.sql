-- What is wished of a marketplace, one row a merchant and kind, with what it last showed.
-- It takes the place of channel_pauses and channel_hours, which the former version still writes: a later one drops them.
-- No row is copied: the first look at each merchant, within a minute, makes them.
-- needs: app_store_ids, protect_store_table

create table channel_wishes (
  store_id uuid not null constraint channel_wishes_store_id_fkey references stores (id) on delete cascade,
  merchant_id text not null,
  -- pause: ours. pause-there: made in the marketplace's own app. hours: the week.
  kind text not null constraint channel_wishes_kind_check check (kind in ('pause', 'pause-there', 'hours')),
  -- Grows with each new wish.
  version integer not null,
  -- outside: a person made it at the marketplace, and only a person undoes it.
  origin text not null constraint channel_wishes_origin_check check (origin in ('here', 'outside')),
  wished jsonb not null,
  wished_at timestamptz not null,
  -- The store's own state that was last taken for a wish; null: it had none.
  here jsonb,
  seen jsonb,
  seen_at timestamptz,
  seen_since timestamptz,
  -- Writes that may still arrive: [{ wished, at, ids, answered }], at in ms since 1970.
  sent jsonb not null default '[]',
  -- Since when the marketplace shows what is wished.
  proved_at timestamptz,
  tries integer not null default 0,
  failing_since timestamptz,
  -- Why the marketplace does not take it, in our words.
  refusal text,
  look_at timestamptz not null,
  constraint channel_wishes_pkey primary key (store_id, merchant_id, kind),
  constraint channel_wishes_seen_check check ((seen is null) = (seen_at is null) and (seen is null) = (seen_since is null))
);
call protect_store_table('channel_wishes');
