-- A person of a whole group (docs/adr/0100-a-group-grant-asks-each-owner.md). Access itself stays one entry a store; these rows say
-- which stores to come are asked, and what their owners answered.
-- needs: app_store_ids, app_uid, protect_store_table

create table group_grants (
  group_id uuid not null constraint group_grants_group_id_fkey references groups (id) on delete cascade,
  id uuid not null,
  email text not null,
  name text not null,
  role smallint not null constraint group_grants_role_check check (role in (1, 2, 3)),
  given_by text not null,
  given_by_name text not null,
  given_at timestamptz not null,
  -- Stores that join later are no longer asked.
  ended_at timestamptz,
  ended_by text,
  constraint group_grants_pkey primary key (group_id, id)
);
create unique index group_grants_open_key on group_grants (group_id, lower(email)) where ended_at is null;
alter table group_grants enable row level security;
alter table group_grants force row level security;
-- As the group itself: its creator, and the stores in it.
create policy of_group on group_grants
  using (exists (select from groups g where g.id = group_id))
  with check (exists (select from groups g where g.id = group_id));
grant select, insert, update, delete on group_grants to balcao_app;

create table group_grant_answers (
  store_id uuid not null,
  grant_id uuid not null,
  agreed boolean not null,
  answered_by text not null,
  answered_at timestamptz not null,
  constraint group_grant_answers_pkey primary key (store_id, grant_id)
);
call protect_store_table('group_grant_answers');
