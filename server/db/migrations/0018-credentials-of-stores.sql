-- An ordering application gives each store credentials of its own: a third way to connect
-- (docs/adr/0092-an-ordering-application-is-a-channel.md).
alter table integrations drop constraint integrations_way_check;
alter table integrations add constraint integrations_way_check check (way in ('app', 'code', 'credentials'));
alter table integration_setups drop constraint integration_setups_way_check;
alter table integration_setups add constraint integration_setups_way_check
  check (way in ('app', 'code', 'credentials'));
