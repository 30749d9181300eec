-- What the customer contests, and the addresses of the pictures that came with it.
alter table disputes
  add column claims jsonb not null default '[]',
  add column photos text[] not null default '{}';

-- "avaliacoes" is a page from now on, and pages win (ADR 40, ADR 87). A group that has the word moves to another address,
-- and keeps the word as its former one: the page leads there. A statement each: a group has one address at a time.
update group_slugs set former_of = group_id, group_id = null, freed_at = now()
  where slug = 'avaliacoes' and group_id is not null;
insert into group_slugs (slug, group_id)
  select 'avaliacoes-' || left(md5(former_of::text), 8), former_of from group_slugs
  where slug = 'avaliacoes' and former_of is not null
    and not exists (select from group_slugs own where own.group_id = group_slugs.former_of);
