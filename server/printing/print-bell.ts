import type { Logger } from 'pino'
import { listenForEvents, type Listener } from '../db/connections/listener.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly printBell: PrintBell
  }
}

/** Wakes the agents that wait for tickets of a store, on every node. */
export interface PrintBell {
  /** Call after the commit that queued tickets, which was in this cell. */
  ring(storeId: string, cell?: number): void
  /**
   * Starts listening. Call it before checking for tickets, so that a ring between the check and the wait
   * is not lost.
   */
  subscribe(storeId: string): BellSubscription
  /** True while the process shuts down; waiting requests should end. */
  readonly stopped: boolean
  /** `listenUrls`: of each cell. */
  start(listenUrls: readonly string[]): void
  /** Ends every wait; tickets of the last calls still ring elsewhere. */
  sendAway(): void
  stop(): Promise<void>
}

interface BellSubscription {
  /**
   * Resolves when the bell rings for the store (or already rang), or after the time. The caller then
   * checks again.
   */
  wait(ms: number): Promise<void>
  end(): void
}

export function createPrintBell(log: Logger): PrintBell {
  const waiting = new Map<string, Set<() => void>>()
  let listeners: readonly Listener[] = []
  let stopped = false
  const wake = (storeId: string): void => {
    // After a lost connection, any store may have rung.
    const stores = storeId === '' ? [...waiting.keys()] : [storeId]
    for (const store of stores) for (const go of waiting.get(store) ?? []) go()
  }
  const sendAway = (): void => {
    stopped = true
    wake('')
  }
  return {
    get stopped() {
      return stopped
    },
    ring: (storeId, cell = 0) => {
      wake(storeId)
      listeners[cell]?.notify(storeId).catch((error: unknown) => {
        log.warn({ err: error }, 'print bell could not ring elsewhere; agents poll anyway')
      })
    },
    subscribe: (storeId) => {
      const waiters = waiting.get(storeId) ?? new Set()
      waiting.set(storeId, waiters)
      const rung = Promise.withResolvers<void>()
      waiters.add(rung.resolve)
      return {
        wait: async (ms) => {
          const timer = setTimeout(rung.resolve, ms)
          await rung.promise
          clearTimeout(timer)
        },
        end: () => {
          waiters.delete(rung.resolve)
          if (waiters.size === 0 && waiting.get(storeId) === waiters) waiting.delete(storeId)
        },
      }
    },
    start: (listenUrls) => {
      listeners = listenUrls.map((url) =>
        listenForEvents(url, { channel: 'balcao_print', log, onWake: wake }),
      )
    },
    sendAway,
    stop: async () => {
      sendAway()
      await Promise.all(listeners.map((listener) => listener.stop()))
    },
  }
}
