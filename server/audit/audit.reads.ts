import { sql, type Kysely, type Transaction } from 'kysely'
import { channelName, isPlatform } from '../../contract/shared/channels.ts'
import { areaOf, auditAreas, auditWords, type AuditArea } from '../../contract/audit/audit-words.ts'
import type { AuditEntry, RefusedAttempts } from '../../contract/audit/audit.ts'
import { readEachCell } from '../db/many-stores.ts'
import { followingMoves } from '../db/moved.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Cell, Common, Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { changesOf } from './changes.rules.ts'

export interface AuditQuestion {
  readonly storeIds: readonly string[]
  readonly area?: AuditArea | undefined
  readonly uid?: string | undefined
  /** Calendar days in each store's zone, inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Row {
  readonly id: string
  readonly at: Date
  readonly storeId: string
  readonly storeName: string
  readonly timezone: string
  readonly uid: string | null
  readonly action: string
  readonly subject: string | null
  readonly details: unknown
}

export interface AuditPage {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** What people did with a store is noted where it was written: in its cell, or, of its team, in the directory. */
export type AuditDatabases = Pick<Deps, 'directory' | 'cells'>

/** Reads from each of these databases; on one machine it is one. The rows are in no order, database after database. */
const fromEach = <T>(
  databases: AuditDatabases,
  storeIds: readonly string[],
  read: (tx: Transaction<Common>) => Promise<readonly T[]>,
): Promise<readonly T[]> => followingMoves(databases.cells, () => fromEachNow(databases, storeIds, read))

async function fromEachNow<T>(
  { directory, cells }: AuditDatabases,
  storeIds: readonly string[],
  read: (tx: Transaction<Common>) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const isDirectory = (cell: Kysely<Cell>) => (cell as Kysely<Common>) === directory
  const parts = await cells.parts(storeIds)
  const [only] = parts
  if (parts.length === 1 && only && isDirectory(only.cell)) return withStoreScope(only.cell, storeIds, read)
  const found = await Promise.all([
    ...parts
      .filter(({ cell }) => !isDirectory(cell))
      .map((part) => withStoreScope(part.cell, part.storeIds, read)),
    withDirectoryScope(directory, storeIds, read),
  ])
  return found.flat()
}

/** One page, newest first, after the entry of the cursor; an entry that is gone ends the list. */
export async function readAuditPage(
  databases: AuditDatabases,
  question: AuditQuestion,
  after: string | null,
  limit: number,
): Promise<AuditPage> {
  const { storeIds } = question
  const cursor = after === null ? null : await cursorOf(databases, storeIds, after)
  if (cursor === undefined) return { rows: [], next: null }
  const stores = await readEachCell(databases.cells, storeIds, (tx, ids) =>
    tx.selectFrom('stores').select(['id', 'name', 'timezone']).where('id', 'in', ids).execute(),
  )
  const found = await fromEach(databases, storeIds, (tx) =>
    entriesOf(tx, { ...question, stores: stores.flat(), cursor, limit: limit + 1 }),
  )
  // Of a store that left the directory's own database both have what was noted before.
  const rows = [...new Map(found.map((row) => [row.id, row])).values()].toSorted(newestFirst)
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

const newestFirst = (a: Row, b: Row): number => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)

interface Cursor {
  readonly id: string
  /** As the database writes it, to the microsecond. */
  readonly at: string
}

async function cursorOf(
  databases: AuditDatabases,
  storeIds: readonly string[],
  id: string,
): Promise<Cursor | undefined> {
  const [found] = await fromEach(databases, storeIds, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['id', sql<string>`at::text`.as('at')])
      .where('id', '=', id)
      .where('store_id', 'in', storeIds)
      .execute(),
  )
  return found
}

async function entriesOf(
  tx: Transaction<Common>,
  asked: AuditQuestion & {
    readonly stores: readonly { readonly id: string; readonly name: string; readonly timezone: string }[]
    readonly cursor: Cursor | null
    readonly limit: number
  },
): Promise<readonly Row[]> {
  const { storeIds, stores, area, uid, from, to, cursor, limit } = asked
  const { rows } = await sql<Row>`
    select a.id, a.at, a.store_id as "storeId", s.name as "storeName", s.timezone, a.actor_uid as uid, a.action,
      a.subject, a.details
    from audit_entries a
      join jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as s (id uuid, name text, timezone text)
        on s.id = a.store_id
    where a.store_id = any (${storeIds}::uuid[])
      and ${area ? sql`split_part(a.action, '/', 1) = any (${auditAreas[area].prefixes}::text[])` : sql`true`}
      and ${uid ? sql`a.actor_uid = ${uid}` : sql`true`}
      and ${from ? sql`a.at >= (${from}::date)::timestamp at time zone s.timezone` : sql`true`}
      and ${to ? sql`a.at < (${to}::date + 1)::timestamp at time zone s.timezone` : sql`true`}
      and ${cursor ? sql`(a.at, a.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql`true`}
    order by a.at desc, a.id desc
    limit ${limit}`.execute(tx)
  return rows
}

export function entryOf(row: Row, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, at, storeId, storeName, timezone, uid, action, details } = row
  return {
    id,
    at: at.toISOString(),
    storeId,
    storeName,
    timezone,
    actor: uid === null ? null : { uid, name: names.get(uid) ?? 'Conta apagada' },
    action,
    words:
      auditWords(action) ?? `mudou ${areaOf(action) ? auditAreas[areaOf(action) ?? 'store'].words : 'algo'}`,
    subject: subjectText(row.subject, names),
    changes: [...changesOf(details, timezone)],
  }
}

/** An account and a channel by their names, a thing by its own words; ids of rows say nothing to a person. */
function subjectText(subject: string | null, names: ReadonlyMap<string, string>): string | null {
  if (subject === null || subject === '') return null
  const name = names.get(subject)
  if (name) return name
  if (isPlatform(subject)) return channelName(subject)
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(subject)) return null
  return /^\d{4}-\d\d-\d\d$/.test(subject) ? subject.split('-').toReversed().join('/') : subject
}

/** The people who acted in these stores. */
export async function actorsOf(
  databases: AuditDatabases,
  storeIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await fromEach(databases, storeIds, async (tx) => {
    const found = await sql<{ uid: string }>`
      select distinct actor_uid as uid from audit_entries
      where store_id = any (${storeIds}::uuid[]) and actor_uid is not null`.execute(tx)
    return found.rows
  })
  return [...new Set(rows.map(({ uid }) => uid))]
}

export async function namesOf(
  db: Kysely<Directory>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['uid', 'name'])
    .where('uid', 'in', [...uids])
    .execute()
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}

const refusedDays = 30
const maxRefused = 50

/** Calls of own people that their role did not allow, by store, person and day. */
export async function refusedIn(
  db: Kysely<Directory>,
  stores: ReadonlyMap<string, string>,
  now: Date,
): Promise<readonly RefusedAttempts[]> {
  const since = new Date(now.getTime() - refusedDays * 86_400_000).toISOString().slice(0, 10)
  const rows = await db
    .selectFrom('refusals as r')
    .leftJoin('users as u', 'u.uid', 'r.uid')
    .select(['r.subject', sql<string>`r.day::text`.as('day'), 'u.name', 'r.action', 'r.count'])
    .where('r.subject', 'in', [...stores.keys()])
    .where('r.day', '>=', since)
    .orderBy('r.last_at', 'desc')
    .limit(maxRefused)
    .execute()
  return rows.map(({ subject, day, name, action, count }) => ({
    storeId: subject,
    storeName: stores.get(subject) ?? '',
    day,
    name: name ?? '',
    words: auditWords(action) ?? 'tentou o que não é permitido',
    count,
  }))
}
