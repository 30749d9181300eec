import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { committed } from '../../db/after-commit.ts'
import type { Cell, Cells } from '../../db/tables.ts'
import type { IncomingOrder } from './order-batch.ts'

declare module '../../deps.ts' {
  interface Deps {
    /** Group commit: resolves when the order is durable. */
    readonly intake: OrderIntake
  }
}

export interface Taken {
  readonly orderId: string
  /** False: the order was taken before and nothing was written. */
  readonly fresh: boolean
}

export interface OrderIntake {
  /** Resolves after the order is committed; rejects if the order cannot be taken. */
  take(order: IncomingOrder): Promise<Taken>
  /** Waits until every accepted order is committed. */
  stop(): Promise<void>
}

interface Waiting {
  readonly order: IncomingOrder
  readonly resolve: (taken: Taken) => void
  readonly reject: (error: unknown) => void
}

const largestBatch = 128

/**
 * Group commit: while one batch commits, the next one collects, so that orders share the cost of the
 * commit and of the roll-up rows (docs/adr/0003-intake.md). There is one writer, because two would wait
 * for each other's roll-up rows.
 */
export function createOrderIntake(parts: { cells: Cells; log: Logger }): OrderIntake {
  const waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  const pump = (): void => {
    if (writing || waiting.length === 0) return
    const batch = waiting.splice(0, largestBatch)
    writing = commitByCell(parts, batch).finally(() => {
      writing = null
      pump()
    })
  }

  return {
    take: (order) =>
      new Promise((resolve, reject) => {
        waiting.push({ order, resolve, reject })
        // Wait one tick, so that concurrent callers share the batch.
        setImmediate(pump)
      }),
    stop: async () => {
      pump()
      while (writing) await writing
    },
  }
}

async function commitByCell(
  { cells, log }: { readonly cells: Cells; readonly log: Logger },
  batch: readonly Waiting[],
): Promise<void> {
  for (const [db, some] of Map.groupBy(batch, ({ order }) => cells.of(order.store_id))) {
    await commit(db, log, some)
    committed(db, 'live', { queue: 'outbox' })
  }
}

async function commit(db: Kysely<Cell>, log: Logger, batch: readonly Waiting[]): Promise<void> {
  try {
    const taken = await takeOrders(
      db,
      batch.map((entry) => entry.order),
    )
    for (const [index, entry] of batch.entries()) {
      const answer = taken.get(index)
      if (answer) entry.resolve(answer)
      else entry.reject(new Error('The order was neither taken nor known: its store does not exist.'))
    }
  } catch (error) {
    const [only] = batch
    if (batch.length === 1 && only) {
      only.reject(error)
      return
    }
    log.warn({ err: error, size: batch.length }, 'a batch of orders failed; taking them one by one')
    for (const entry of batch) await commit(db, log, [entry])
  }
}

/** One round trip for any number of orders; results are in the same sequence. */
export async function takeOrders(
  db: Kysely<Cell>,
  orders: readonly IncomingOrder[],
): Promise<ReadonlyMap<number, Taken>> {
  const batch = JSON.stringify(orders.map((order, index) => Object.assign({ index }, order)))
  const result = await sql<{ taken: { index: number; orderId: string; fresh: boolean }[] }>`
    select take_orders(${batch}::jsonb) as taken`.execute(db)
  return new Map(
    (result.rows[0]?.taken ?? []).map((taken) => [
      taken.index,
      { orderId: taken.orderId, fresh: taken.fresh },
    ]),
  )
}
