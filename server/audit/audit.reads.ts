import { sql, type Kysely, type Transaction } from 'kysely'
import { areaOf, auditAreas, auditWords, type AuditArea } from '../../contract/audit/audit-words.ts'
import type { AuditEntry, RefusedAttempts } from '../../contract/audit/audit.ts'
import type { Cell, Directory } from '../db/tables.ts'
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

/** One page, newest first, after the entry of the cursor; an entry that is gone ends the list. */
export async function readAuditPage(
  tx: Transaction<Cell>,
  { storeIds, area, uid, from, to }: AuditQuestion,
  after: string | null,
  limit: number,
): Promise<AuditPage> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.store_id as "storeId", s.name as "storeName", s.timezone, a.actor_uid as uid, a.action,
      a.subject, a.details
    from audit_entries a
      join stores s on s.id = a.store_id
    where a.store_id = any (${storeIds}::uuid[])
      and ${area ? sql`split_part(a.action, '/', 1) = any (${auditAreas[area].prefixes}::text[])` : sql`true`}
      and ${uid ? sql`a.actor_uid = ${uid}` : sql`true`}
      and ${from ? sql`a.at >= (${from}::date)::timestamp at time zone s.timezone` : sql`true`}
      and ${to ? sql`a.at < (${to}::date + 1)::timestamp at time zone s.timezone` : sql`true`}
      and ${
        after
          ? sql`(a.at, a.id) < (select c.at, c.id from audit_entries c
              where c.id = ${after} and c.store_id = any (${storeIds}::uuid[]))`
          : sql`true`
      }
    order by a.at desc, a.id desc
    limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
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

/** An account by its name, a thing by its own words; ids of rows say nothing to a person. */
function subjectText(subject: string | null, names: ReadonlyMap<string, string>): string | null {
  if (subject === null || subject === '') return null
  const name = names.get(subject)
  if (name) return name
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(subject)) return null
  return /^\d{4}-\d\d-\d\d$/.test(subject) ? subject.split('-').toReversed().join('/') : subject
}

/** The people who acted in these stores. */
export async function actorsOf(tx: Transaction<Cell>, storeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct actor_uid as uid from audit_entries
    where store_id = any (${storeIds}::uuid[]) and actor_uid is not null`.execute(tx)
  return rows.map(({ uid }) => uid)
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
