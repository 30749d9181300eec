-- What the store decided about its orders beforehand: which are accepted without a person, and how
-- much the kitchen takes now.

create table order_rules (
  store_id uuid not null constraint order_rules_store_id_fkey references stores (id) on delete cascade,
  platform text not null constraint order_rules_platform_check check (platform in ('balcao', 'ifood')),
  auto_accept boolean not null default false,
  only_when_open boolean not null default true,
  -- Above it an order waits for the kitchen; null: no limit.
  most_in_preparation integer constraint order_rules_most_check check (most_in_preparation between 1 and 1000),
  -- To be paid in cash above it waits for a person; null: no limit.
  cash_limit_cents integer constraint order_rules_cash_check check (cash_limit_cents >= 0),
  first_order_waits boolean not null default false,
  -- Off: a scheduled order is accepted when its preparation may start.
  scheduled_at_once boolean not null default false,
  -- Told with the acceptance, as a person would.
  preparation_minutes integer constraint order_rules_preparation_check check (preparation_minutes between 5 and 240),
  version integer not null default 1,
  constraint order_rules_pkey primary key (store_id, platform)
);

create table store_capacity (
  store_id uuid not null constraint store_capacity_store_id_fkey references stores (id) on delete cascade,
  level text not null constraint store_capacity_level_check check (level in ('normal', 'busy', 'paused')),
  -- Added to what is promised while busy.
  extra_minutes integer not null default 0 constraint store_capacity_extra_check check (extra_minutes between 0 and 240),
  -- Normal again from then on, whoever reads it; null: until somebody says so.
  until timestamptz,
  -- Null: it returned by itself.
  set_by text,
  set_at timestamptz not null,
  version integer not null default 1,
  constraint store_capacity_pkey primary key (store_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['order_rules', 'store_capacity'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on order_rules, store_capacity to balcao_app;

-- When the business day that a moment belongs to ends, by the day start of the day after.
create function running_day_ends(p_store uuid, at timestamptz) returns timestamptz language sql stable as $$
  select (next.day + coalesce((
      select d.starts_at from store_day_starts d
      where d.store_id = p_store and d.effective_from <= next.day
      order by d.effective_from desc limit 1), time '04:00')) at time zone s.timezone
  from stores s, lateral (select running_day(p_store, at) + 1 as day) next where s.id = p_store
$$;
