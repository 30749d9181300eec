import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { committed } from '../../db/after-commit.ts'
import { isContentRefused } from '../../db/content-refused.ts'
import { movedStores } from '../../db/moved.ts'
import { retryingConflicts } from '../../db/retry-conflicts.ts'
import type { Cell, Cells } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { IncomingOrder } from './order-batch.ts'
import { scheduledFor } from './scheduled-for.rules.ts'

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

const maxBatch = 128

/**
 * Group commit: while one batch commits, the next one collects, so that orders share the cost of the
 * commit and of the roll-up rows (docs/adr/0003-intake.md). There is one writer, because two would wait
 * for each other's roll-up rows.
 */
export function createOrderIntake(parts: Intake): OrderIntake {
  const waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  const pump = (): void => {
    if (writing || waiting.length === 0) return
    const batch = waiting.splice(0, maxBatch)
    writing = commitByCell(parts, batch, false).finally(() => {
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

interface Intake {
  readonly cells: Cells
  readonly log: Logger
}

/** `again`: after a store had left its cell. */
async function commitByCell(parts: Intake, batch: readonly Waiting[], again: boolean): Promise<void> {
  for (const [db, some] of await byCell(parts.cells, batch)) {
    await commit({ ...parts, db, again }, some)
    committed(db, 'live', { queue: 'outbox' })
  }
}

/** An order whose store has no cell here is rejected alone. */
async function byCell(
  cells: Cells,
  batch: readonly Waiting[],
): Promise<ReadonlyMap<Kysely<Cell>, readonly Waiting[]>> {
  const placed = new Map<Kysely<Cell>, Waiting[]>()
  for (const one of batch)
    try {
      const db = await cells.of(one.order.store_id)
      const some = placed.get(db)
      if (some) some.push(one)
      else placed.set(db, [one])
    } catch (error) {
      one.reject(error)
    }
  return placed
}

interface InCell extends Intake {
  readonly db: Kysely<Cell>
  readonly again: boolean
}

async function commit(place: InCell, batch: readonly Waiting[]): Promise<void> {
  const { db, log } = place
  try {
    await take(db, batch)
  } catch (error) {
    if (isContentRefused(error) && batch.length > 1) {
      log.warn({ err: error, size: batch.length }, 'a batch of orders was refused; taking it in halves')
      const half = Math.ceil(batch.length / 2)
      await commit(place, batch.slice(0, half))
      await commit(place, batch.slice(half))
    } else if (isWaitTooLong(error)) {
      log.warn(
        { err: error, size: batch.length },
        'a batch of orders waited too long; taking it store by store',
      )
      await commitByStore(place, batch, error)
    } else await follow(place, batch, error)
  }
}

/** Orders of a store that has left go to its new cell, and the others of their batch with them. */
async function follow(place: InCell, batch: readonly Waiting[], error: unknown): Promise<void> {
  const moved = movedStores(error)
  if (moved === null) rejectAll(batch, error)
  else if (place.again) rejectAll(batch, new AppError('store/moving', { retryAfterSeconds: 5 }))
  else {
    place.cells.forget(moved)
    await commitByCell(place, batch, true)
  }
}

/** One store's lock or many rows: the other stores' orders need not wait for it. */
const isWaitTooLong = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['57014', '55P03', '40P01', '40001'].includes(String(error.code))

/** With this many stores at fault it is the database that is slow, and each try costs its time limit. */
const maxSlowStores = 2

async function commitByStore(place: InCell, batch: readonly Waiting[], first: unknown): Promise<void> {
  const stores = [...Map.groupBy(batch, ({ order }) => order.store_id).values()]
  let slow = stores.length === 1 ? maxSlowStores : 0
  for (const some of stores) {
    if (slow >= maxSlowStores) {
      rejectAll(some, first)
      continue
    }
    try {
      await take(place.db, some)
    } catch (error) {
      slow += 1
      await follow(place, some, error)
    }
  }
}

function rejectAll(batch: readonly Waiting[], error: unknown): void {
  for (const entry of batch) entry.reject(error)
}

async function take(db: Kysely<Cell>, batch: readonly Waiting[]): Promise<void> {
  const orders = batch.map((entry) => entry.order)
  const taken = await retryingConflicts(() => takeOrders(db, orders))
  for (const [index, entry] of batch.entries()) {
    const answer = taken.get(index)
    if (answer) entry.resolve(answer)
    else entry.reject(new Error('The order was neither taken nor known: its store does not exist.'))
  }
}

/** One round trip for any number of orders; results are in the same sequence. */
export async function takeOrders(
  db: Kysely<Cell>,
  orders: readonly IncomingOrder[],
): Promise<ReadonlyMap<number, Taken>> {
  const batch = JSON.stringify(
    orders.map((order, index) => Object.assign({ index, scheduled_for: scheduledFor(order) }, order)),
  )
  const result = await sql<{ taken: { index: number; orderId: string; fresh: boolean }[] }>`
    select take_orders(${batch}::jsonb) as taken`.execute(db)
  return new Map(
    (result.rows[0]?.taken ?? []).map((taken) => [
      taken.index,
      { orderId: taken.orderId, fresh: taken.fresh },
    ]),
  )
}
