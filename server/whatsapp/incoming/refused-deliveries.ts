import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { RefusedCall } from '../../errors/refused-calls.ts'
import type { UnreadEvent } from '../messaging/line-events.ts'

/** What a process has logged: an unknown state is reported with every message. */
const logged = new Set<string>()
const maxLogged = 1_000

/** Logs each thing that is not understood once, and counts those that are refused. */
export async function noteUnread(
  deps: Pick<Deps, 'log' | 'now'>,
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly UnreadEvent[],
): Promise<void> {
  for (const { what } of events) {
    if (logged.has(what) || logged.size >= maxLogged) continue
    logged.add(what)
    deps.log.warn({ storeId, what }, 'WhatsApp sent something that this version does not understand')
  }
  const refused = events.filter(({ isRefused }) => isRefused).length
  if (refused > 0) await countRefused(tx, storeId, { cause: 'form', count: refused }, deps.now())
}

export async function countRefused(
  tx: Transaction<Cell>,
  storeId: string,
  { cause, count }: { readonly cause: RefusedCall['cause']; readonly count: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('whatsapp_refusals')
    .values({ store_id: storeId, day: sql`(${now} at time zone 'UTC')::date`, cause, count, last_at: now })
    .onConflict((conflict) =>
      conflict.constraint('whatsapp_refusals_pkey').doUpdateSet({
        count: sql<number>`whatsapp_refusals.count + excluded.count`,
        last_at: sql<Date>`greatest(whatsapp_refusals.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}
