import type { Logger } from 'pino'
import { listenForEvents, type Listener } from '../db/listener.ts'

/** Wakes the agents that wait for tickets of a store, on whichever node they wait. */
export interface PrintBell {
  /** After the commit that queued tickets. */
  ring(storeId: string): void
  /** Begins to listen, before one looks: what rings between the look and the wait is heard as well. */
  hear(storeId: string): Heard
  /** The process ends: nobody should wait any more. */
  readonly stopped: boolean
  start(listenUrl: string): void
  stop(): Promise<void>
}

interface Heard {
  /** Resolves when it has rung or rings for the store, or after the time: whoever waits looks again. */
  within(ms: number): Promise<void>
  end(): void
}

export function createPrintBell(log: Logger): PrintBell {
  const waiting = new Map<string, Set<() => void>>()
  let listener: Listener | null = null
  let stopped = false
  const wake = (storeId: string): void => {
    // After a lost connection nobody knows which store it rang for.
    const stores = storeId === '' ? [...waiting.keys()] : [storeId]
    for (const store of stores) for (const go of waiting.get(store) ?? []) go()
  }
  return {
    get stopped() {
      return stopped
    },
    ring: (storeId) => {
      wake(storeId)
      listener?.notify(storeId).catch((error: unknown) => {
        log.warn({ err: error }, 'print bell could not ring elsewhere; agents look by themselves')
      })
    },
    hear: (storeId) => {
      const here = waiting.get(storeId) ?? new Set()
      waiting.set(storeId, here)
      const rung = Promise.withResolvers<void>()
      here.add(rung.resolve)
      return {
        within: async (ms) => {
          const timer = setTimeout(rung.resolve, ms)
          await rung.promise
          clearTimeout(timer)
        },
        end: () => {
          here.delete(rung.resolve)
          if (here.size === 0 && waiting.get(storeId) === here) waiting.delete(storeId)
        },
      }
    },
    start: (listenUrl) => {
      listener = listenForEvents(listenUrl, log, wake, 'balcao_print')
    },
    stop: async () => {
      stopped = true
      wake('')
      await listener?.stop()
    },
  }
}
