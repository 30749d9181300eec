-- Takes the time of a lease's last run, so that the next holder keeps its distance, and one row that tells whether
-- the database can still be written.

alter table leases add column last_run_at timestamptz;

create table write_probe (
  only_row boolean constraint write_probe_pkey primary key default true constraint write_probe_one_row check (only_row),
  written_at timestamptz not null default now(),
  -- Large when the disk was full, so that a page that is left over does not pass for space.
  filler text not null default ''
);
insert into write_probe default values;
alter table write_probe alter column filler set storage external;
grant select, update on write_probe to balcao_app;
