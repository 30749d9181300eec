import type { Transaction } from 'kysely'
import type { NoticeLine } from '../../contract/notifications/choices.ts'
import type { Cell } from '../db/tables.ts'

export interface PhoneNotice {
  readonly store: string
  readonly words: string
  /** Of what: a rush of it is one message. */
  readonly event: string
  /** Of two notices with one key the second is not written. */
  readonly key: string
  readonly livesMs: number
}

/** The stores' own lines to their people's confirmed phones (E.164). */
export interface StaffPhones {
  /**
   * Queues a notice in the caller's transaction. `recent`: one of its event is on its way or was sent, and stands for it.
   * Null: the line cannot carry it now, and the caller finds another way.
   */
  queueNotice(
    tx: Transaction<Cell>,
    to: { readonly storeId: string; readonly phone: string },
    notice: PhoneNotice,
    now: Date,
  ): Promise<'queued' | 'recent' | null>
  /** What each store's line can do for this number, by the stores' names. */
  linesFor(
    tx: Transaction<Cell>,
    storeIds: readonly string[],
    phone: string | null,
    now: Date,
  ): Promise<readonly NoticeLine[]>
}

declare module '../deps.ts' {
  interface Deps {
    /** Of the WhatsApp room, whose conversation uses rooms that notify. */
    readonly staffPhones: StaffPhones
  }
}
