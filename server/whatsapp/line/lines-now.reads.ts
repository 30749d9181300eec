import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import type { LineTrouble } from '../../../contract/whatsapp/whatsapp-now.ts'
import type { Cell } from '../../db/tables.ts'
import { troubleOf } from './line-state.rules.ts'

/** A message that has been due for longer than this is stuck. */
const stuckMs = 60_000

export interface LineNow {
  readonly storeId: string
  readonly state: LineStateName
  readonly cause: LineCause | null
  readonly since: Date
  readonly openedAt: Date | null
  /** Number of messages that should have been sent by now. */
  readonly stuck: number
  readonly trouble: LineTrouble | null
}

/** Whether a message (`m`) may be sent. One that a person holds back is not stuck. */
export const isNotHeld = (
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(m.state = 'sending' or m.kind = 'person' or not exists (
  select from whatsapp_contacts h where h.store_id = m.store_id and h.id = m.contact_id and h.held_until > ${now}))`

/** The lines of these stores, without those that were removed for good. */
export async function linesNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly LineNow[]> {
  const { rows } = await sql<Omit<LineNow, 'trouble'>>`
    select l.store_id as "storeId", l.state, l.cause, l.state_since as since, l.opened_at as "openedAt",
      (select count(*)::integer from outgoing_messages m
        where m.store_id = l.store_id and m.state in ('queued', 'sending') and m.expires_at > ${now}
          and m.due_at < ${new Date(now.getTime() - stuckMs)} and ${isNotHeld(now)}) as stuck
    from whatsapp_lines l
    where l.store_id = any (${storeIds}::uuid[]) and l.cause is distinct from 'removed'`.execute(tx)
  return rows.map((line) => ({ ...line, trouble: troubleOf(line) }))
}
