import { writeInHalves } from '../../db/in-halves.ts'

/** What one transaction takes of a store. */
const mostInBatch = 50
const mostEvents = 500
/** Transactions at once, of all stores: the other connections are for people and orders. */
const mostAtOnce = 2
/** A store's deliveries that may wait; the provider of one that has more tries again later. */
const mostWaiting = 1_000

export interface Weighed {
  readonly events: readonly unknown[]
}

export interface DeliveryLanes<T extends Weighed> {
  /** Resolves when the delivery is committed. Null: too many of this store wait. */
  add(storeId: string, delivery: T): Promise<void> | null
}

interface Waiting<T> {
  readonly delivery: T
  readonly kept: PromiseWithResolvers<void>
}

/**
 * One lane a store: while one batch commits the next collects, so a flood of one customer costs a store a few
 * transactions one after the other, and the neighbours wait for one of these at most. Stores take turns.
 */
export function createDeliveryLanes<T extends Weighed>(
  take: (storeId: string, deliveries: readonly T[]) => Promise<void>,
): DeliveryLanes<T> {
  const lanes = new Map<string, Waiting<T>[]>()
  /** Stores with a delivery that no transaction has taken yet, the longest waiting first. */
  const turns: string[] = []
  let running = 0

  const pump = (): void => {
    while (running < mostAtOnce) {
      const storeId = turns.shift()
      if (storeId === undefined) return
      running += 1
      void takeBatch(storeId).finally(() => {
        running -= 1
        if ((lanes.get(storeId)?.length ?? 0) > 0) turns.push(storeId)
        else lanes.delete(storeId)
        pump()
      })
    }
  }
  const takeBatch = async (storeId: string): Promise<void> => {
    const batch = nextBatch(lanes.get(storeId) ?? [])
    const write = async (some: readonly Waiting<T>[]): Promise<void> => {
      await take(
        storeId,
        some.map(({ delivery }) => delivery),
      )
      for (const { kept } of some) kept.resolve()
    }
    try {
      // One that the database refuses takes no other with it.
      await writeInHalves(batch, write, ({ kept }, error) => {
        kept.reject(error)
      })
    } catch (error) {
      // The provider repeats them; what was kept before is known by its id.
      for (const { kept } of batch) kept.reject(error)
    }
  }
  return {
    add: (storeId, delivery) => {
      const lane = lanes.get(storeId)
      if ((lane?.length ?? 0) >= mostWaiting) return null
      const one = { delivery, kept: Promise.withResolvers<void>() }
      if (lane) lane.push(one)
      else {
        lanes.set(storeId, [one])
        turns.push(storeId)
        // One tick later, so that calls of the same moment share the batch.
        setImmediate(pump)
      }
      return one.kept.promise
    },
  }
}

function nextBatch<T extends Weighed>(lane: Waiting<T>[]): readonly Waiting<T>[] {
  let events = 0
  let count = 0
  for (const { delivery } of lane.slice(0, mostInBatch)) {
    events += delivery.events.length
    if (count > 0 && events > mostEvents) break
    count += 1
  }
  return lane.splice(0, count)
}
