import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit } from '../db/after-commit.ts'
import type { Cell } from '../db/tables.ts'
import type { EffectInput, EffectKind } from './effects.ts'

interface Place {
  readonly storeId: string
  readonly dueAt: Date
  /** Of two waiting effects of this kind with one key the second is not written. */
  readonly key?: string
}

/**
 * Belongs in the transaction that causes the effect: it leaves exactly for what was committed. The only insert into
 * the outbox beside `take_orders`. `lane`: the id of what the effect is about; effects of one lane run in order.
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
  { storeId, lanes, dueAt, key }: Place & { readonly lanes: readonly string[] },
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
        key: key ?? null,
        payload: JSON.stringify(payload),
        due_at: dueAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  afterCommit(tx, { queue: 'outbox' })
}
