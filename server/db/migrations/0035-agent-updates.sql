-- Whether the agent can replace itself with a newer version, the version that a person asked it to take, and the one
-- that did not start there.
alter table print_agents add column updates boolean not null default false;
alter table print_agents add column update_asked_for text;
alter table print_agents add column update_refused text;
