-- A new notification: devices that wanted every one get it too. The rows of all people, without their scope.
alter table push_devices no force row level security;
update push_devices set events = events || '{break-ends}'
  where events @> '{not-accepted,escalation,cancelled,dispute}' and not events @> '{break-ends}';
alter table push_devices force row level security;
