import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing/app.ts'
import { sweep } from './sweep.ts'

let app: TestApp
let owner: pg.Client
let uid: string
let sessionId: string
/** What protects rows from the owner goes by the database's own clock. */
let databaseNow: Date

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client({ connectionString: app.directoryUrl })
  await owner.connect()
  databaseNow = (await owner.query<{ now: Date }>('select now()')).rows[0]?.now ?? never()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(async () => {
  ;({ uid, sessionId } = await app.addPerson('dona'))
})

const round = { signal: new AbortController().signal, progressed: () => {} }
const hoursAgo = (hours: number, now = new Date()) => new Date(now.getTime() - hours * 3_600_000)
const daysAgo = (days: number, now?: Date) => hoursAgo(days * 24, now)

/** How to write one row whose age counts from `at`. */
const rows: Record<string, { at: (past: boolean) => Date; insert: (at: Date) => [string, unknown[]] }> = {
  idempotency_keys: {
    at: (past) => hoursAgo(past ? 25 : 23, databaseNow),
    insert: (at) => [
      `insert into idempotency_keys (uid, route, key, request_hash, reply, status, created_at)
       values ($1, 'placeOrder', $2, '\\x00', '{"customer":"Ana"}', 200, $3)`,
      [uid, randomUUID(), at],
    ],
  },
  custom_tokens: {
    at: (past) => hoursAgo(past ? 0.1 : -0.1),
    insert: (at) => [
      'insert into custom_tokens (token_hash, session_id, expires_at) values ($1, $2, $3)',
      [Buffer.from(randomUUID()), sessionId, at],
    ],
  },
  sign_in_attempts: {
    at: (past) => hoursAgo(past ? 25 : 23),
    insert: (at) => [
      'insert into sign_in_attempts (key, failures, updated_at) values ($1, 3, $2)',
      [randomUUID(), at],
    ],
  },
  action_links: {
    at: (past) => daysAgo(past ? 8 : 6),
    insert: (at) => [
      `insert into action_links (id, token_hash, kind, email, created_at, expires_at)
       values ($1, $2, 'reset', 'a@b.example', $3, $3)`,
      [randomUUID(), Buffer.from(randomUUID()), at],
    ],
  },
  sessions: {
    at: (past) => daysAgo(past ? 181 : 179),
    insert: (at) => [
      'insert into sessions (id, uid, signed_in_at, expires_at) values ($1, $2, $3, $3)',
      [randomUUID(), uid, at],
    ],
  },
  known_devices: {
    at: (past) => daysAgo(past ? 181 : 179),
    insert: (at) => [
      'insert into known_devices (device_hash, uid, used_at) values ($1, $2, $3)',
      [Buffer.from(randomUUID()), uid, at],
    ],
  },
  refusals: {
    at: (past) => daysAgo(past ? 182 : 178),
    insert: (at) => [
      `insert into refusals (uid, action, subject, day, count, first_at, last_at)
       values ($1, 'access/refused', $2, $3::timestamptz::date, 9, $3::timestamptz, $3::timestamptz)`,
      [uid, randomUUID(), at],
    ],
  },
  mail_messages: {
    at: (past) => daysAgo(past ? 31 : 29),
    insert: (at) => [
      `insert into mail_messages (id, recipient, subject, text_body, html_body, created_at, due_at)
       values ($1, 'a@b.example', 'x', 'x', 'x', $2, $2)`,
      [randomUUID(), at],
    ],
  },
  phone_codes: {
    at: (past) => daysAgo(past ? 1.1 : 0.9, databaseNow),
    insert: (at) => [
      `with person as (insert into users (uid, email, name) values ($1, $1 || '@b.example', 'Ana') returning uid)
       insert into phone_codes (uid, id, phone, door, code_hash, tries_left, created_at, expires_at)
       select uid, $2, '+5511987654321', 'mail', '\\x00', 5, $3, $3 from person`,
      [randomUUID(), randomUUID(), at],
    ],
  },
  accountant_links: {
    at: (past) => daysAgo(past ? 181 : 179, databaseNow),
    insert: (at) => [
      `insert into accountant_links
         (store_id, id, token_hash, name, files, made_by, made_by_name, made_at, expires_at, revoked_at)
       values ($1, $1, '\\x00', 'Conta Certa', '{}', 'x', 'Ana', $2, now(), $2)`,
      [randomUUID(), at],
    ],
  },
  group_grants: {
    at: (past) => daysAgo(past ? 181 : 179, databaseNow),
    insert: (at) => [
      `with own as (insert into groups (id, name, owner_id) values ($1, 'Rede', $3) returning id)
       insert into group_grants (group_id, id, email, name, role, given_by, given_by_name, given_at, ended_at)
       select id, id, 'a@b.example', '', 1, 'x', 'Ana', $2, $2 from own`,
      [randomUUID(), at, uid],
    ],
  },
  group_grant_answers: {
    at: (past) => daysAgo(past ? 1 : 0, databaseNow),
    // The young one answers a grant that is still there.
    insert: (at) => [
      `with own as (insert into groups (id, name, owner_id) values ($1, 'Rede', $4) returning id),
         given as (insert into group_grants (group_id, id, email, name, role, given_by, given_by_name, given_at)
           select id, id, 'a@b.example', '', 1, 'x', 'Ana', now() from own returning id)
       insert into group_grant_answers (store_id, grant_id, agreed, answered_by, answered_at)
       select $1, case when $2 < $3::timestamptz then gen_random_uuid() else id end, true, 'x', $2 from given`,
      [randomUUID(), at, databaseNow, uid],
    ],
  },
  audit_entries: {
    at: (past) => daysAgo(past ? 5 * 366 : 5 * 364, databaseNow),
    insert: (at) => [
      "insert into audit_entries (id, at, actor_uid, action) values ($1, $2, $3, 'store/started')",
      [randomUUID(), at, uid],
    ],
  },
}
const countOf = async (table: string): Promise<number> =>
  Number((await owner.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

test.each(Object.keys(rows))('%s loses what is past its retention and keeps what is young', async (table) => {
  const { at, insert } = rows[table] ?? never()
  await sweep(app.deps, round)
  const before = await countOf(table)
  await owner.query(...insert(at(false)))
  await owner.query(...insert(at(true)))
  await owner.query(...insert(at(true)))
  const swept = await sweep(app.deps, round)
  expect([swept.get(table), await countOf(table)]).toEqual([2, before + 1])
  expect((await sweep(app.deps, round)).get(table)).toBeUndefined()
})

test('audit entries and mails of stores go from the database of the stores', async () => {
  const cell = new pg.Client({ connectionString: app.ownerUrl })
  await cell.connect()
  const uids = [randomUUID(), randomUUID()]
  for (const [index, days] of [5 * 366, 5 * 364].entries())
    await cell.query(
      "insert into audit_entries (id, at, actor_uid, action) values ($1, $2, $3, 'store/started')",
      [randomUUID(), daysAgo(days, databaseNow), uids[index]],
    )
  await sweep(app.deps, round)
  const { rows: left } = await cell.query<{ uid: string }>(
    'select actor_uid as uid from audit_entries where actor_uid = any ($1)',
    [uids],
  )
  await cell.end()
  expect(left.map((row) => row.uid)).toEqual(uids.slice(1))
})

test('what acts in many stores did goes after ninety days, the files that they made after a week', async () => {
  const storeId = await app.addStore()
  const cell = new pg.Client({ connectionString: app.ownerUrl })
  await cell.connect()
  const act = (days: number) =>
    cell.query(
      `with act as (insert into bulk_parts
           (store_id, act_id, kind, action, asked_by, asked_by_name, asked_at, runs_as, runs_as_name)
         values ($1, $2, 'export', '{}', 'x', 'Ana', $3, 'x', 'Ana') returning store_id, act_id, asked_at)
       insert into bulk_files (store_id, act_id, name, type, bytes, made_at)
       select store_id, act_id, 'novembro.xlsx', 'x', '\\x00', asked_at from act`,
      [storeId, randomUUID(), daysAgo(days, databaseNow)],
    )
  for (const days of [91, 89, 8, 6]) await act(days)
  const swept = await sweep(app.deps, round)
  await cell.end()
  expect([swept.get('bulk_parts'), swept.get('bulk_files')]).toEqual([1, 3])
})

test('many rows go in several batches', async () => {
  await sweep(app.deps, round)
  await owner.query(
    `insert into sign_in_attempts (key, failures, updated_at)
     select 'many:' || n, 1, $1::timestamptz from generate_series(1, 4500) n`,
    [daysAgo(2)],
  )
  await owner.query(
    `insert into idempotency_keys (uid, route, key, request_hash, created_at)
     select 'dona', 'x', n::text, '\\x00', now() - interval '2 days' from generate_series(1, 4500) n`,
  )
  const swept = await sweep(app.deps, round)
  expect([swept.get('sign_in_attempts'), swept.get('idempotency_keys')]).toEqual([4_500, 4_500])
})

test('a mail that was given up loses its links after a week', async () => {
  const give = (id: string, days: number) =>
    owner.query(
      `insert into mail_messages (id, recipient, subject, text_body, html_body, created_at, due_at, dead_at)
       values ($1, 'a@b.example', 'Convite', 'link', 'link', $2, $2, $2)`,
      [id, daysAgo(days)],
    )
  const [old, young] = [randomUUID(), randomUUID()]
  await give(old, 8)
  await give(young, 6)
  await sweep(app.deps, round)
  const { rows: left } = await owner.query<{ id: string; text: string }>(
    'select id, text_body || html_body as text from mail_messages where id = any ($1)',
    [[old, young]],
  )
  expect(Object.fromEntries(left.map(({ id, text }) => [id, text]))).toEqual({
    [old]: '',
    [young]: 'linklink',
  })
})

test('the app itself can delete no audit entry and nobody’s keys, whatever their age', async () => {
  await owner.query(...(rows.idempotency_keys ?? never()).insert(daysAgo(9)))
  await expect(app.db.deleteFrom('audit_entries').execute()).rejects.toThrow(/permission denied/)
  expect((await app.db.deleteFrom('idempotency_keys').executeTakeFirst()).numDeletedRows).toBe(0n)
})

function never(): never {
  throw new Error('no such table')
}
