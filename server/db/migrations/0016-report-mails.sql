-- The mail after a store's business day and week: who wants it, and what was sent.

create table report_mail_choices (
  store_id uuid not null,
  uid text not null,
  daily boolean not null,
  weekly boolean not null,
  -- The first business day that is told: nobody gets a past that was not asked for.
  since date not null,
  version integer not null default 1,
  constraint report_mail_choices_pkey primary key (store_id, uid),
  constraint report_mail_choices_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);

-- One row a person, store and day (or week, by its last day): written with the mail in one
-- transaction, so that none goes twice and none is lost.
create table report_mails (
  store_id uuid not null,
  uid text not null,
  kind text not null constraint report_mails_kind_check check (kind in ('daily', 'weekly')),
  day date not null,
  queued_at timestamptz not null,
  -- Null: there was nothing to tell.
  mail_id uuid,
  constraint report_mails_pkey primary key (store_id, uid, kind, day),
  constraint report_mails_store_id_fkey foreign key (store_id) references stores (id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['report_mail_choices', 'report_mails'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_stores on %I using (store_id = any ((select app_store_ids())::uuid[])) with check (store_id = any ((select app_store_ids())::uuid[]))',
      name);
  end loop;
end $$;
grant select, insert, update, delete on report_mail_choices, report_mails to balcao_app;
