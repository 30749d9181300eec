-- False: the marketplace named no amount that could be read, so asked_cents is the most it can be.
alter table disputes add column asked_exact boolean not null default true;
