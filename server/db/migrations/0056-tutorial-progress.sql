-- Which guides a person has opened and which they have worked through.
create table tutorial_progress (
  uid text not null constraint tutorial_progress_uid_fkey references users (uid) on delete cascade,
  -- An id of contract/tutorials/guide-ids.ts.
  guide text not null,
  opened_at timestamptz not null,
  -- Null: opened only.
  done_at timestamptz,
  constraint tutorial_progress_pkey primary key (uid, guide)
);
alter table tutorial_progress enable row level security;
alter table tutorial_progress force row level security;
create policy own_progress on tutorial_progress using (uid = (select app_uid())) with check (uid = (select app_uid()));
grant select, insert, update, delete on tutorial_progress to balcao_app;
