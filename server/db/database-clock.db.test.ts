import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/postgres.ts'

/**
 * The clock is `deps.now`. What the database's own clock writes or decides is listed here with its reason; a new line
 * needs one.
 */
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const clock = String.raw`(\mnow\(|_timestamp\M|current_(date|time)|\mlocaltime|timeofday|uuidv7\()`

/** When a row was written: shown, or used for its retention. */
const moments = [
  'access_entries.created_at',
  'audit_entries.at',
  'backfills.requested_at',
  'groups.created_at',
  'groups.updated_at',
  'idempotency_keys.created_at',
  'inbox.received_at',
  // The app says when an event is due.
  'inbox.next_try_at',
  // Shown as the day on which the change was noted.
  'late_changes.changed_at',
  // Compared with the database's clock only: what was published a few seconds ago.
  'live_events.published_at',
  'menu_items.created_at',
  'menu_items.updated_at',
  'moved_stores.at',
  'order_events.recorded_at',
  // The app says when an effect is due.
  'outbox.due_at',
  'outbox.created_at',
  'print_agents.created_at',
  'printers.state_since',
  'printers.created_at',
  'schema_functions.applied_at',
  'schema_migrations.applied_at',
  'sessions.created_at',
  'sign_in_attempts.updated_at',
  'signing_keys.created_at',
  'stores.created_at',
  'stores.updated_at',
  'stray_events.received_at',
  'users.created_at',
  'write_probe.written_at',
]

test('the columns that the database’s clock fills are known, and none is a day', async () => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attrelid::regclass || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       join pg_class c on c.oid = d.adrelid
     where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~* $1`,
    [clock],
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(moments.toSorted())
  expect(rows.filter(({ type }) => type !== 'timestamp with time zone')).toEqual([])
})

/**
 * The closing of days goes by one clock for all processes, hours after the day has ended everywhere in Brazil; the
 * others are retention.
 */
const deciders = [
  'closable_before',
  'closing_guard_before',
  'let_owner_sweep',
  'sweep_left_rows',
  'sweep_protected',
  'sweep_rows_of_stores',
]

test('the functions that read the database’s clock are known', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosrc ~* $1
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    [clock],
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(deciders)
})

test('no trigger, check, view or index reads the database’s clock; policies use it for retention only', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select tgname as name from pg_trigger where not tgisinternal and pg_get_triggerdef(oid) ~* $1
     union all
     select conname from pg_constraint where connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) ~* $1
     union all
     select viewname from pg_views where schemaname = 'public' and definition ~* $1
     union all
     select indexname from pg_indexes where schemaname = 'public' and indexdef ~* $1
     union all
     select policyname || ' on ' || tablename from pg_policies
     where schemaname = 'public' and coalesce(qual, '') || coalesce(with_check, '') ~* $1`,
    [clock],
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    ['audit_entries', 'bulk_files', 'bulk_parts', 'idempotency_keys', 'phone_codes']
      .flatMap((table) => [`owner_sees_old on ${table}`, `owner_sweeps on ${table}`])
      .concat('owner_sweeps_left on audit_entries')
      .toSorted(),
  )
})
