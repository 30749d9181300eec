import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit } from '../db/after-commit.ts'
import type { Cell } from '../db/tables.ts'
import type { EffectInput, EffectKind } from './effects.ts'

interface Place {
  readonly storeId: string
  readonly dueAt: Date
}

/**
 * Belongs in the transaction that causes the effect: it leaves exactly for what was committed. The only insert into
 * the outbox beside `take_orders`.
 */
export async function enqueue<K extends EffectKind>(
  tx: Transaction<Cell>,
  kind: K,
  payload: EffectInput<K>,
  place: Place & { readonly lane: string },
): Promise<void> {
  await enqueueEach(tx, kind, payload, { ...place, lanes: [place.lane] })
}

/** The same effect in several lanes, in one statement. */
export async function enqueueEach<K extends EffectKind>(
  tx: Transaction<Cell>,
  kind: K,
  payload: EffectInput<K>,
  { storeId, lanes, dueAt }: Place & { readonly lanes: readonly string[] },
): Promise<void> {
  if (lanes.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      lanes.map((lane) => ({
        store_id: storeId,
        id: uuidv7(),
        kind,
        lane,
        subject_id: lane,
        payload: JSON.stringify(payload),
        due_at: dueAt,
      })),
    )
    .execute()
  afterCommit(tx, { queue: 'outbox' })
}

/** For an effect that schedules its own kind again: an effect that ran twice must not double. */
export async function enqueueUnlessWaiting<K extends EffectKind>(
  tx: Transaction<Cell>,
  kind: K,
  payload: EffectInput<K>,
  place: Place & { readonly lane: string; readonly besides: string },
): Promise<void> {
  const { rows } = await sql`
    select from outbox
    where store_id = ${place.storeId} and lane = ${place.lane} and kind = ${kind} and id <> ${place.besides}
      and dead_at is null
    limit 1`.execute(tx)
  if (rows.length === 0) await enqueue(tx, kind, payload, place)
}
