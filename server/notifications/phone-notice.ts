import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'

interface PhoneNotice {
  readonly store: string
  readonly words: string
  /** Of what: a rush of it is one message. */
  readonly event: string
  /** Of two notices with one key the second is not written. */
  readonly key: string
  readonly livesMs: number
}

/**
 * Queues a notice to a person's confirmed phone (E.164), by the store's own WhatsApp line and in the caller's transaction.
 * `recent`: one of its event is on its way or was sent, and stands for it. Null: the line cannot carry it now, and the
 * caller finds another way. The worker hands it in, because the WhatsApp room uses rooms that notify.
 */
export type QueueNotice = (
  tx: Transaction<Cell>,
  to: { readonly storeId: string; readonly phone: string },
  notice: PhoneNotice,
  now: Date,
) => Promise<'queued' | 'recent' | null>
