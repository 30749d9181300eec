-- The channels by which a person is notified of each event, and when only critical notices ring. No row: the usual ones.
create table notification_choices (
  uid text constraint notification_choices_pkey primary key
    constraint notification_choices_uid_fkey references users (uid) on delete cascade,
  -- { event: [channel, …] }; an event that is not named has its usual channels (contract/notifications/choices.ts).
  choices jsonb not null,
  -- Minutes after midnight by the clock of the store that the notice is about; null: no quiet hours.
  quiet_from smallint constraint notification_choices_from_check check (quiet_from between 0 and 1439),
  quiet_to smallint constraint notification_choices_to_check check (quiet_to between 0 and 1439),
  version integer not null default 1,
  saved_at timestamptz not null,
  constraint notification_choices_quiet_check check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from coalesce(quiet_to, -1))
);
-- The rows of all people, without their scope.
alter table push_devices no force row level security;
-- What a person gets now is kept: an event that none of their devices wanted is no push. A device that wants less
-- than another keeps its own list.
insert into notification_choices (uid, choices, saved_at)
  select wanted.uid, jsonb_object_agg(usual.event, usual.without_push), now()
  from (select uid, array_agg(distinct event) as events
      from push_devices cross join lateral unnest(coalesce(nullif(events, '{}'), '{-}')) as event group by uid) wanted
    cross join (values
      ('not-accepted', '["sound"]'::jsonb),
      ('escalation', '["screen", "mail"]'::jsonb),
      ('cancelled', '["screen", "sound"]'::jsonb),
      ('dispute', '["screen"]'::jsonb),
      ('break-ends', '[]'::jsonb)) usual (event, without_push)
  where not usual.event = any (wanted.events)
  group by wanted.uid;
-- New notices: devices that wanted every one get them too.
update push_devices set events = events || '{expiring,channel-closed,printer-silent}'
  where events @> '{not-accepted,escalation,cancelled,dispute,break-ends}';
alter table push_devices force row level security;

-- People see their own choices; the jobs of a store see those of its staff.
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy own_choices on notification_choices
  using (uid = (select app_uid()) or uid in (
    select a.uid from access_entries a where a.store_id = any ((select app_store_ids())::uuid[])))
  with check (uid = (select app_uid()));
grant select, insert, update, delete on notification_choices to balcao_app;
