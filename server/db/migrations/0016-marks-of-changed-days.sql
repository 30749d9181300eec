-- A mark of a changed day is a row of its own: transactions that mark one day, some before they lock its figures
-- and some after, waited for each other's mark and deadlocked.
alter table stale_days drop constraint stale_days_pkey;
alter table stale_days drop column changes;
alter table stale_days add column mark uuid not null default gen_random_uuid();
alter table stale_days add constraint stale_days_pkey primary key (store_id, business_day, mark);
