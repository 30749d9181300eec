-- Whether an order that arrives now would be seen and made, store by store (docs/adr/0091-presence-is-proved.md).
-- needs: app_store_ids, protect_store_table

create table presence (
  store_id uuid not null constraint presence_store_id_fkey references stores (id) on delete cascade,
  -- off: nothing is noted. watch: what it would have done. warn: people get a notice. pause: and the marketplace is paused.
  mode text not null default 'watch' constraint presence_mode_check check (mode in ('off', 'watch', 'warn', 'pause')),
  -- Since when it is not off. A week later it may pause.
  watched_since timestamptz,
  -- When a board that is live and may sound last said so.
  heard_at timestamptz,
  -- The same of a board whose sound is off, or waits for a first tap.
  silent_at timestamptz,
  -- 0: never saved by a person.
  version integer not null default 0,
  constraint presence_pkey primary key (store_id),
  constraint presence_watched_check check ((mode = 'off') = (watched_since is null))
);
call protect_store_table('presence');

-- A time in which nobody would have seen an order of a marketplace.
create table presence_gaps (
  store_id uuid not null constraint presence_gaps_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  platform text not null,
  -- The store's mode when it began.
  mode text not null constraint presence_gaps_mode_check check (mode in ('watch', 'warn', 'pause')),
  cause text not null,
  found_at timestamptz not null,
  -- The end of the countdown.
  due_at timestamptz not null,
  -- The pause that it made.
  break_id uuid,
  -- A person opened again; nothing is paused until the gap has ended.
  reopened_at timestamptz,
  ended_at timestamptz,
  constraint presence_gaps_pkey primary key (store_id, id)
);
create unique index presence_gaps_open_key on presence_gaps (store_id, platform) where ended_at is null;
create index presence_gaps_due_idx on presence_gaps (store_id, due_at);
call protect_store_table('presence_gaps');

-- Null: a person's, or the former version's.
alter table breaks add column made_by text constraint breaks_made_by_check check (made_by = 'presence');
