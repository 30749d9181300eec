-- What the directory follows of a store's row: the version says which state it has, so that an older one, carried by a
-- slower process, never replaces a newer one (docs/adr/0099-cells.md).
alter table referral_codes add column version integer not null default 0;
alter table menu_slugs add column version integer not null default 0;
-- Sweeps one table at a time now: a cell has no people's tables to sweep.
drop function if exists sweep_protected(integer);
