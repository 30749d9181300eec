import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogueFindings, catalogueRules, type CatalogueFinding } from '../testing/catalogue.ts'
import { freshDatabase, type TestDatabase } from '../testing/postgres.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
beforeEach(async () => {
  await client.query('begin')
})
afterEach(async () => {
  await client.query('rollback')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('a store’s rows can be placed in any database: no rule of the catalogue is broken', async () => {
  expect(await catalogueFindings(client)).toEqual([])
})

const rule = (beginning: string): string => {
  const rules = catalogueRules.filter((one) => one.rule.startsWith(beginning))
  expect(rules).toHaveLength(1)
  return rules[0]?.rule ?? ''
}

const protectedTable = (columns: string, more = ''): string =>
  `create table trial (store_id uuid not null, id uuid not null, ${columns})${more}; call protect_store_table('trial')`

/** What breaks a rule, and what the rules then find; everything is rolled back. */
const breaches: readonly [sentence: string, breach: string, found: readonly (readonly string[])[]][] = [
  [
    'a key by which two stores refuse each other',
    protectedTable('code text constraint trial_code unique, primary key (store_id, id)'),
    [['every unique key', 'trial', 'trial_code']],
  ],
  [
    'a foreign key that leads past store_id',
    protectedTable(
      'primary key (store_id, id), constraint trial_order foreign key (id, store_id) references orders (store_id, id)',
    ),
    [['foreign keys', 'trial', 'trial_order']],
  ],
  [
    'a foreign key from a store’s table to a person',
    protectedTable('uid text constraint trial_person references users, primary key (store_id, id)'),
    [['foreign keys', 'trial', 'trial_person']],
  ],
  [
    'a foreign key from the directory to a store',
    'alter table menu_slugs add constraint slug_of_store foreign key (store_id) references stores (id)',
    [['foreign keys', 'menu_slugs', 'slug_of_store']],
  ],
  ['a table without a primary key', protectedTable('at date'), [['every store’s table has', 'trial', '']]],
  [
    'a row that may belong to no store',
    `${protectedTable('at date')}; alter table trial alter column store_id drop not null`,
    [
      ['every store’s table has', 'trial', ''],
      ['store_id of', 'trial', 'store_id'],
    ],
  ],
  [
    'a number that two databases would give twice',
    protectedTable('number bigint generated always as identity, primary key (store_id, id)'),
    [['no sequence', 'trial_number_seq', 'sequence']],
  ],
  [
    'an exclusion, which one database alone can keep',
    protectedTable(
      'during tstzrange, primary key (store_id, id), constraint trial_during exclude using gist (during with &&)',
    ),
    [['no sequence', 'trial', 'trial_during']],
  ],
  [
    'a rewrite rule',
    `${protectedTable('primary key (store_id, id)')}; create rule trial_rule as on delete to trial do instead nothing`,
    [['no sequence', 'trial', 'trial_rule']],
  ],
  [
    'a table that inherits another',
    protectedTable('primary key (store_id, id)', ' inherits (store_day_starts)'),
    [['no sequence', 'trial', 'store_day_starts']],
  ],
  [
    'a transaction id, which means one server',
    protectedTable('written_by xid8, primary key (store_id, id)'),
    [['no column’s type', 'trial', 'written_by']],
  ],
  [
    'a table that nothing protects',
    'create table trial (store_id uuid, id uuid, primary key (store_id, id))',
    [['every store’s table is protected', 'trial', '']],
  ],
  [
    'a table whose owner is not bound by its protection',
    `${protectedTable('primary key (store_id, id)')}; alter table trial no force row level security`,
    [['every store’s table is protected', 'trial', '']],
  ],
  [
    'a policy of a store’s table that looks up access',
    `${protectedTable('primary key (store_id, id)')};
      create policy by_access on trial using (exists (select from access_entries a where a.store_id = trial.store_id))`,
    [['a policy', 'trial', 'by_access']],
  ],
  [
    'a policy of the directory that looks up a store',
    'create policy by_store on menu_slugs using (exists (select from stores s where s.id = store_id))',
    [['a policy', 'menu_slugs', 'by_store']],
  ],
  [
    'a trigger of a store’s table that writes to the directory',
    `create function trial_note() returns trigger language plpgsql as $$ begin
        update menu_slugs set slug = new.menu_slug where store_id = new.id; return new; end $$;
      create trigger trial_note after update on stores for each row execute function trial_note()`,
    [['no trigger', 'stores', 'trial_note']],
  ],
  [
    'a function that joins people with orders',
    `create function trial(p_store uuid) returns bigint language sql as
      'select count(*) from orders o join users u on u.uid = o.handled_by where o.store_id = p_store'`,
    [['no function', 'trial', 'orders users']],
  ],
  [
    'a function that reads the orders of every store',
    `create function trial() returns bigint language sql as 'select count(*) from orders'`,
    [['every statement', 'trial', 'select count(*) from orders']],
  ],
]

test.each(breaches)('the catalogue finds %s', async (_sentence, breach, found) => {
  await client.query('set local check_function_bodies = off')
  await client.query(breach)
  expect(await catalogueFindings(client)).toEqual(
    found.map(([beginning = '', what = '', detail = '']): CatalogueFinding => ({
      rule: rule(beginning),
      what,
      detail,
    })),
  )
})

test('every rule of the catalogue was seen to fail', () => {
  const failed = new Set(breaches.flatMap(([, , found]) => found.map(([beginning = '']) => rule(beginning))))
  expect(catalogueRules.map((one) => one.rule).filter((one) => !failed.has(one))).toEqual([])
})
