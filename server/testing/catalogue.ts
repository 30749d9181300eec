import type pg from 'pg'
import { commonTables, directoryTables } from '../db/tables.ts'

/** One thing that keeps a store's rows placeable: they move by a filter on `store_id` and need no row elsewhere. */
interface CatalogueRule {
  readonly rule: string
  /** Reads `shape`; each row is a finding, `what` of it (a table, constraint or function) with `detail`. */
  readonly finds: string
}

export interface CatalogueFinding {
  readonly rule: string
  readonly what: string
  readonly detail: string
}

/**
 * Tables, functions and lists that the rules read. A table is the directory's, common, or else a store's.
 * What a body names is found by its words: after `from`, `join`, `into` or `update`.
 */
const reads = String.raw`\m(?:from|join|into|update)\s+\(*(?:only\s+)?(?:public\.)?(\w+)`
const shape = `
  tables as (
    select c.oid, c.relname::text as name, c.relrowsecurity and c.relforcerowsecurity as protected,
      case when c.relname = any ($1) then 'directory' when c.relname = any ($2) then 'common' else 'store' end as of
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'schema\\_%'),
  functions as (
    select p.oid, p.proname::text as name, p.prosecdef as as_owner, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p where p.pronamespace = 'public'::regnamespace),
  statements as (
    select f.oid, f.name, f.as_owner, s.words, t.name as table_name, t.of
    from functions f cross join lateral regexp_split_to_table(f.body, ';') s (words)
      cross join lateral regexp_matches(s.words, '${reads}', 'gi') m (found)
      join tables t on t.name = lower(m.found[1]))`

export const catalogueRules: readonly CatalogueRule[] = [
  {
    rule: 'every unique key of a store’s table holds store_id',
    finds: `
      select t.name as what, i.indexrelid::regclass::text as detail from pg_index i join tables t on t.oid = i.indrelid
      where t.of = 'store' and t.name <> 'stores' and i.indisunique and not exists (
        select from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'store_id' and a.attnum = any (i.indkey::int2[]))`,
  },
  {
    rule: 'foreign keys of a store’s table lead from store_id to store_id, and to another store’s table only',
    finds: `
      select t.name as what, f.conname::text as detail
      from pg_constraint f join tables t on t.oid = f.conrelid left join tables u on u.oid = f.confrelid
      where f.contype = 'f' and (
        (t.of = 'store') <> (u.of = 'store')
        or t.of = 'store' and not exists (
          select from unnest(f.conkey, f.confkey) k (here, there)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.here
            join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.there
          where a.attname = 'store_id' and b.attname = case u.name when 'stores' then 'id' else 'store_id' end))`,
  },
  {
    rule: 'every store’s table has a primary key, by which replication names a row',
    finds: `
      select t.name as what, '' as detail from tables t
      where t.of = 'store' and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,
  },
  {
    rule: 'store_id of a store’s table is never null',
    finds: `
      select t.name as what, a.attname::text as detail from tables t join pg_attribute a on a.attrelid = t.oid
      where t.of = 'store' and a.attname = 'store_id' and not a.attnotnull`,
  },
  {
    rule: 'no sequence, identity, exclusion, rewrite rule or inheritance',
    finds: `
      select c.relname::text as what, 'sequence' as detail from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
      union all
      select t.name, x.conname::text from pg_constraint x join tables t on t.oid = x.conrelid where x.contype = 'x'
      union all
      select t.name, w.rulename::text from pg_rewrite w join tables t on t.oid = w.ev_class
      union all
      select t.name, i.inhparent::regclass::text from pg_inherits i join tables t on t.oid = i.inhrelid`,
  },
  {
    rule: 'no column’s type means one server',
    finds: `
      select t.name as what, a.attname::text as detail from tables t join pg_attribute a on a.attrelid = t.oid
      where a.attnum > 0 and not a.attisdropped and a.atttypid in (
        'xid'::regtype, 'xid8'::regtype, 'cid'::regtype, 'tid'::regtype, 'oid'::regtype, 'pg_lsn'::regtype,
        'pg_snapshot'::regtype, 'txid_snapshot'::regtype)`,
  },
  {
    rule: 'every store’s table is protected by forced row-level security',
    finds: `select t.name as what, '' as detail from tables t where t.of = 'store' and not t.protected`,
  },
  {
    rule: 'a policy of a store’s table reads no table, one of the directory no store’s',
    finds: `
      select distinct t.name as what, p.policyname::text as detail
      from tables t join pg_policies p on p.schemaname = 'public' and p.tablename = t.name
        cross join lateral regexp_matches(concat(p.qual, ' ', p.with_check), '${reads}', 'gi') m (found)
        left join tables o on o.name = lower(m.found[1])
      where t.of = 'store' or o.of = 'store'`,
  },
  {
    rule: 'no trigger reaches from a store’s table to the directory or back',
    finds: `
      select distinct t.name as what, s.name as detail
      from pg_trigger g join tables t on t.oid = g.tgrelid join statements s on s.oid = g.tgfoid
      where not g.tgisinternal and s.of <> 'common' and (s.of = 'store') <> (t.of = 'store')`,
  },
  {
    rule: 'no function reads or writes both the directory and a store’s tables',
    finds: `
      select name as what, string_agg(distinct table_name, ' ' order by table_name) as detail
      from statements where of <> 'common' group by oid, name having count(distinct of) = 2`,
  },
  {
    rule: 'every statement of a function that names a store’s table names the store',
    finds: `
      select distinct name as what, left(trim(regexp_replace(words, '\\s+', ' ', 'g')), 70) as detail
      from statements where of = 'store' and not as_owner and words !~* '\\m(store_id|p_stores?)\\M'`,
  },
]

/** What the schema breaks of the rules; nothing where a store's rows can be placed anywhere. */
export async function catalogueFindings(client: pg.Client): Promise<readonly CatalogueFinding[]> {
  const found: CatalogueFinding[] = []
  for (const { rule, finds } of catalogueRules) {
    const { rows } = await client.query<Omit<CatalogueFinding, 'rule'>>(
      `with ${shape} select what, detail from (${finds}) found order by what, detail`,
      [[...directoryTables], [...commonTables]],
    )
    found.push(...rows.map((row) => ({ rule, ...row })))
  }
  return found
}
