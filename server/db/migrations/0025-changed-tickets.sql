-- An order that changes after its ticket was printed prints again, and the paper says what changed.
alter table print_jobs add column change_note text;
alter table print_jobs drop constraint print_jobs_source_check;
alter table print_jobs add constraint print_jobs_source_check check (source in ('auto', 'person', 'change'));
