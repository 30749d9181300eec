-- Holidays of the state or the town that a store keeps, each year: [{"monthDay": "07-09", "name": "…"}].
alter table stores
  add column own_holidays jsonb not null default '[]',
  add column own_holidays_version integer not null default 0;
