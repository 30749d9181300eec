-- How often a process ended while it ran this: after the third time it waits for a person.
alter table outbox add column lost_claims integer not null default 0;
alter table mail_messages add column lost_claims integer not null default 0;
