import type { Lane, QueueConsumer, Room } from './consumer.ts'

/** Which lanes run, and how many more may. */
export class Places {
  private readonly limits: Pick<QueueConsumer, 'concurrency' | 'lanesPerStore' | 'slowAfterMs'>
  private readonly running = new Map<string, { ended: Promise<void> }>()
  private readonly byStore = new Map<string, number>()
  private taken = 0

  constructor(limits: Pick<QueueConsumer, 'concurrency' | 'lanesPerStore' | 'slowAfterMs'>) {
    this.limits = limits
  }

  /** `freed`: a slow lane has given its place away. Returns how the lane leaves. */
  enter(lane: Lane, freed: () => void): () => void {
    this.running.set(lane.key, { ended: Promise.resolve() })
    this.byStore.set(lane.storeId, this.inStore(lane.storeId) + 1)
    this.taken += 1
    let counted = true
    const giveAway = (): void => {
      if (counted) this.taken -= 1
      counted = false
    }
    const slow = setTimeout(() => {
      giveAway()
      freed()
    }, this.limits.slowAfterMs)
    return () => {
      clearTimeout(slow)
      giveAway()
      this.running.delete(lane.key)
      const left = this.inStore(lane.storeId) - 1
      if (left > 0) this.byStore.set(lane.storeId, left)
      else this.byStore.delete(lane.storeId)
    }
  }

  note(key: string, ended: Promise<void>): void {
    if (this.running.has(key)) this.running.set(key, { ended })
  }

  ends(): readonly Promise<void>[] {
    return [...this.running.values()].map((lane) => lane.ended)
  }

  room(): Room {
    const { concurrency, lanesPerStore } = this.limits
    return {
      lanes: concurrency - this.taken,
      fullStores: [...this.byStore].filter(([, lanes]) => lanes >= lanesPerStore).map(([storeId]) => storeId),
      ofStore: (storeId) => lanesPerStore - this.inStore(storeId),
      running: () => [...this.running.keys()],
    }
  }

  private inStore(storeId: string): number {
    return this.byStore.get(storeId) ?? 0
  }
}
