import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { asUser } from '../db/scope.ts'
import type { Common, Directory } from '../db/tables.ts'

export interface AuditNote {
  readonly actorUid: string
  readonly action: string
  readonly storeId?: string
  /** The person or thing concerned. */
  readonly subject?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly at: Date
}

/** Runs in the given transaction if it has the store's scope, otherwise in the acting person's scope. */
export async function audit(db: Kysely<Common> | Transaction<Common>, note: AuditNote): Promise<void> {
  const write = (tx: Kysely<Common> | Transaction<Common>) =>
    tx
      .insertInto('audit_entries')
      .values({
        id: uuidv7(),
        at: note.at,
        actor_uid: note.actorUid,
        action: note.action,
        store_id: note.storeId ?? null,
        subject: note.subject?.slice(0, 254) ?? null,
        details: JSON.stringify(note.details ?? {}),
        request_id: note.requestId,
      })
      .execute()
  if (db.isTransaction) await write(db)
  else await asUser(db, note.actorUid, write)
}

export interface Refusal {
  /** The account concerned; empty when there is none. */
  readonly uid: string
  readonly action:
    | 'access/refused'
    | 'identity/forged-user-id'
    | 'identity/password-wrong'
    | 'identity/second-factor-wrong'
    | 'identity/sign-in-wrong'
    | 'permission/denied'
  /** An own store whose role was too low. */
  readonly storeId?: string
  readonly requestId: string
  readonly address?: string
  readonly at: Date
}

/** A person's first refusals of a kind on a day are audited one by one; further ones only raise the count. */
const auditedRefusals = 5

/**
 * Counts a rejected attempt in the one row of its person, kind and day; the first ones are audited with what they were
 * about. So attempts leave a trace and cannot fill the disk.
 */
export async function countRefusal(db: Kysely<Directory>, refusal: Refusal, about?: string): Promise<void> {
  const count = await counted(db, refusal)
  if (about === undefined || count > auditedRefusals) return
  const { uid, action, requestId, at } = refusal
  await audit(db, { actorUid: uid, action, subject: about.slice(0, 128), requestId, at })
}

async function counted(db: Kysely<Directory>, refusal: Refusal): Promise<number> {
  const { uid, action, storeId = '', requestId, address = null, at } = refusal
  const { rows } = await sql<{ count: number }>`
    insert into refusals as r (uid, action, subject, day, count, first_at, last_at, last_address, last_request_id)
    values (${uid}, ${action}, ${storeId}, ${at.toISOString().slice(0, 10)}, 1, ${at}, ${at}, ${address}, ${requestId})
    on conflict on constraint refusals_pkey do update set
      count = r.count + 1, last_at = excluded.last_at, last_address = excluded.last_address,
      last_request_id = excluded.last_request_id
    returning count`.execute(db)
  return rows[0]?.count ?? 0
}
