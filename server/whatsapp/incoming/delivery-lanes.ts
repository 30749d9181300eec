import { writeInHalves } from '../../db/in-halves.ts'

/** How much of one store's backlog one transaction writes. */
const maxBatchDeliveries = 50
const maxBatchEvents = 500
/** Concurrent transactions for all stores together; the other connections are for people and orders. */
const maxConcurrent = 2
/** How many deliveries of one store may wait; beyond that, the provider is asked to retry later. */
const maxWaiting = 1_000

export interface HasEvents {
  readonly events: readonly unknown[]
}

export interface DeliveryLanes<T extends HasEvents> {
  /** Resolves when the delivery is committed. Null: too many deliveries of this store are waiting. */
  add(storeId: string, delivery: T): Promise<void> | null
}

interface Waiting<T> {
  readonly delivery: T
  readonly committed: PromiseWithResolvers<void>
}

/**
 * One lane per store. While a batch commits, the next one collects, so a flood from one customer costs a few
 * transactions. Stores take turns, so a neighbour waits for one of these at most.
 */
export function createDeliveryLanes<T extends HasEvents>(
  save: (storeId: string, deliveries: readonly T[]) => Promise<void>,
): DeliveryLanes<T> {
  const lanes = new Map<string, Waiting<T>[]>()
  /** Stores with deliveries that no transaction has picked up, longest wait first. */
  const turns: string[] = []
  let running = 0

  const pump = (): void => {
    while (running < maxConcurrent) {
      const storeId = turns.shift()
      if (storeId === undefined) return
      running += 1
      void saveBatch(storeId).finally(() => {
        running -= 1
        if ((lanes.get(storeId)?.length ?? 0) > 0) turns.push(storeId)
        else lanes.delete(storeId)
        pump()
      })
    }
  }
  const saveBatch = async (storeId: string): Promise<void> => {
    const batch = nextBatch(lanes.get(storeId) ?? [])
    const write = async (some: readonly Waiting<T>[]): Promise<void> => {
      await save(
        storeId,
        some.map(({ delivery }) => delivery),
      )
      for (const { committed } of some) committed.resolve()
    }
    try {
      // A delivery that the database rejects does not affect the others.
      await writeInHalves(batch, write, ({ committed }, error) => {
        committed.reject(error)
      })
    } catch (error) {
      // The provider sends them again; what was already stored is recognised by its id.
      for (const { committed } of batch) committed.reject(error)
    }
  }
  return {
    add: (storeId, delivery) => {
      const lane = lanes.get(storeId)
      if ((lane?.length ?? 0) >= maxWaiting) return null
      const one = { delivery, committed: Promise.withResolvers<void>() }
      if (lane) lane.push(one)
      else {
        lanes.set(storeId, [one])
        turns.push(storeId)
        // One tick later, so that simultaneous calls share a batch.
        setImmediate(pump)
      }
      return one.committed.promise
    },
  }
}

function nextBatch<T extends HasEvents>(lane: Waiting<T>[]): readonly Waiting<T>[] {
  let events = 0
  let count = 0
  for (const { delivery } of lane.slice(0, maxBatchDeliveries)) {
    events += delivery.events.length
    if (count > 0 && events > maxBatchEvents) break
    count += 1
  }
  return lane.splice(0, count)
}
