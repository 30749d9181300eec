-- needs: app_store_ids, protect_store_table

create table print_settings (
  store_id uuid not null constraint print_settings_store_id_fkey references stores (id) on delete cascade,
  -- A ticket not printed by then is not printed automatically any more: no backlog of last night.
  expire_minutes integer not null default 10 constraint print_settings_expire_check check (expire_minutes between 2 and 60),
  footer text not null default '' constraint print_settings_footer_check check (length(footer) <= 120),
  version integer not null default 1,
  constraint print_settings_pkey primary key (store_id)
);
call protect_store_table('print_settings');

create table print_agents (
  store_id uuid not null constraint print_agents_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- SHA-256 of the one-time pairing code; null once used.
  code_hash bytea,
  code_expires_at timestamptz,
  -- SHA-256 of the secret in the agent's token; null until paired.
  token_hash bytea,
  paired_at timestamptz,
  last_seen_at timestamptz,
  -- What it found on its machine: [{ kind, address, name }].
  available jsonb not null default '[]',
  software text not null default '',
  created_at timestamptz not null default now(),
  constraint print_agents_pkey primary key (store_id, id),
  constraint print_agents_name_key unique (store_id, name)
);
call protect_store_table('print_agents');

create table printers (
  store_id uuid not null constraint printers_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null constraint printers_kind_check check (kind in ('network', 'system', 'usb', 'preview')),
  -- network: host:port; system: the queue's name; usb: the device file; preview: the folder's name.
  address text not null,
  -- The agent on the machine it is connected to; null: any agent of the store reaches it (network only).
  agent_id uuid,
  paper smallint not null default 80 constraint printers_paper_check check (paper in (58, 80)),
  code_page text not null default 'cp1252' constraint printers_code_page_check check (code_page in ('cp1252', 'cp858', 'cp860')),
  copies smallint not null default 1 constraint printers_copies_check check (copies between 1 and 5),
  ticket text not null default 'kitchen' constraint printers_ticket_check check (ticket in ('kitchen', 'delivery', 'both')),
  auto_print boolean not null default true,
  -- Takes over the tickets that this one fails to print.
  fallback_id uuid,
  state text not null default 'unknown' constraint printers_state_check check (state in ('unknown', 'ok', 'out')),
  state_since timestamptz not null default now(),
  cause text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint printers_pkey primary key (store_id, id),
  constraint printers_name_key unique (store_id, name),
  constraint printers_agent_check check (kind = 'network' or agent_id is not null),
  constraint printers_agent_fkey foreign key (store_id, agent_id) references print_agents (store_id, id) on delete cascade,
  constraint printers_fallback_check check (fallback_id <> id)
);
call protect_store_table('printers');

create table print_jobs (
  store_id uuid not null constraint print_jobs_store_id_fkey references stores (id) on delete cascade,
  id uuid not null,
  -- Null: a test page.
  order_id uuid,
  printer_id uuid not null,
  printer_name text not null,
  -- What it was first meant for; differs after a failover.
  first_printer_id uuid not null,
  ticket text not null constraint print_jobs_ticket_check check (ticket in ('kitchen', 'delivery', 'test')),
  copy smallint not null default 1,
  copies smallint not null default 1,
  source text not null constraint print_jobs_source_check check (source in ('auto', 'person')),
  -- This ticket of this order was printed before, or may have been: the paper says REIMPRESSÃO.
  reprint boolean not null default false,
  -- The customer's contact is left out for people who may not see it after the order ended.
  masked boolean not null default false,
  state text not null default 'queued'
    constraint print_jobs_state_check check (state in ('queued', 'sent', 'printed', 'failed', 'expired')),
  -- Raised when it is tried again after an answer: the agent's journal keeps id and turn.
  turn integer not null default 1,
  -- Failed tries at this printer.
  attempts integer not null default 0,
  moved_from text,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  lease_until timestamptz,
  agent_id uuid,
  ended_at timestamptz,
  cause text,
  error text,
  asked_by text,
  asked_by_name text,
  -- Removed from the list of unprinted tickets.
  dismissed_at timestamptz,
  constraint print_jobs_pkey primary key (store_id, id)
);
-- An order is printed automatically once, however often it is accepted.
create unique index print_jobs_auto_key on print_jobs (store_id, order_id, first_printer_id, ticket, copy) where source = 'auto';
create index print_jobs_order_idx on print_jobs (store_id, order_id);
create index print_jobs_open_idx on print_jobs (store_id, due_at) where state in ('queued', 'sent', 'failed');
create index print_jobs_unprinted_idx on print_jobs (store_id, queued_at) where state <> 'printed' and dismissed_at is null;
call protect_store_table('print_jobs');
