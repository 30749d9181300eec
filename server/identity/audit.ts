import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { asUser } from '../db/scope.ts'
import type { Common } from '../db/tables.ts'

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
