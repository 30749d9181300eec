-- Opening hours that a person writes: who saved the week last, and which version the next save must have seen.
alter table stores
  add column hours_version integer not null default 0,
  add column hours_saved_at timestamptz,
  add column hours_saved_by text;

-- A day on which the store does not follow its week.
create table special_days (
  store_id uuid not null constraint special_days_store_id_fkey references stores (id) on delete cascade,
  day date not null,
  name text not null,
  -- week: a holiday on which the store decided to open as usual.
  kind text not null constraint special_days_kind_check check (kind in ('closed', 'hours', 'week')),
  intervals jsonb not null default '[]',
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by text,
  constraint special_days_pkey primary key (store_id, day)
);
call protect_store_table('special_days');

-- Every time in which a store takes no orders although it could: planned ones and the pause of the orders screen.
create table breaks (
  store_id uuid not null constraint breaks_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: the pause of the orders screen.
  name text,
  starts_at timestamptz not null,
  -- Null: until a person ends it.
  ends_at timestamptz,
  -- Empty: every channel.
  channels text[] not null default '{}',
  set_by text,
  set_at timestamptz not null,
  -- The worker has published its start.
  begun boolean not null default false,
  -- When it ended, by its own end or by a person.
  ended_at timestamptz,
  constraint breaks_pkey primary key (store_id, id),
  constraint breaks_end_check check (ends_at is null or ends_at > starts_at)
);
call protect_store_table('breaks');
create index breaks_ahead_idx on breaks (store_id, starts_at) where ended_at is null;

-- A running pause is a break, and nothing else. The rows of all stores, without their scope.
alter table store_capacity no force row level security;
alter table breaks no force row level security;
insert into breaks (store_id, id, starts_at, ends_at, set_by, set_at, begun)
  select store_id, gen_random_uuid(), set_at, until, set_by, set_at, true from store_capacity
  where level = 'paused' and (until is null or until > set_at);
update store_capacity set level = 'normal', until = null, set_by = null where level = 'paused';
alter table breaks force row level security;
alter table store_capacity force row level security;
alter table store_capacity
  drop constraint store_capacity_level_check,
  add constraint store_capacity_level_check check (level in ('normal', 'busy'));
