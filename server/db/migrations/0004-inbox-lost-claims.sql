-- How often a process ended while it handled this event: after the third time it waits for a person.
alter table inbox add column lost_claims integer not null default 0;
