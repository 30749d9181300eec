-- What was unlike the store's own weekday and hour, and whether it was right to say so (docs/adr/0093-alerts-by-the-own-baseline.md).
-- needs: app_store_ids, protect_store_table

create table shift_alerts (
  store_id uuid not null constraint shift_alerts_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  kind text not null constraint shift_alerts_kind_check check (kind in ('few-orders', 'many-orders', 'many-cancelled')),
  -- Null: all channels together.
  platform text,
  business_day date not null,
  -- What was counted, from and to when, beside what is usual then.
  from_at timestamptz not null,
  raised_at timestamptz not null,
  counted integer not null,
  usual real not null,
  -- False: the rule was silenced or snoozed. It is judged all the same.
  told boolean not null,
  ended_at timestamptz,
  -- `unknown`: the store closed, so nothing shows whether it was right.
  verdict text constraint shift_alerts_verdict_check check (verdict in ('right', 'wrong', 'unknown')),
  -- Null beside a verdict: by the data.
  judged_by text,
  judged_by_name text,
  judged_at timestamptz,
  constraint shift_alerts_pkey primary key (store_id, id)
);
create unique index shift_alerts_running_idx on shift_alerts (store_id, kind) where ended_at is null;
create index shift_alerts_raised_at_idx on shift_alerts (store_id, raised_at);
call protect_store_table('shift_alerts');

-- What people decided about a kind of alert of a store.
create table alert_rules (
  store_id uuid not null constraint alert_rules_store_id_fkey references stores (id) on delete cascade,
  kind text not null constraint alert_rules_kind_check check (kind in ('few-orders', 'many-orders', 'many-cancelled')),
  snoozed_until timestamptz,
  -- Verdicts before it do not silence the kind: a person lets it speak again.
  trusted_from timestamptz,
  version integer not null default 1,
  constraint alert_rules_pkey primary key (store_id, kind)
);
call protect_store_table('alert_rules');
