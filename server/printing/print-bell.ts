import type { Logger } from 'pino'
import { listenForEvents, type Listener } from '../db/listener.ts'

/** Wakes the agents that wait for tickets of a store, on whichever node they wait. */
export interface PrintBell {
  /** After the commit that queued tickets. */
  ring(storeId: string): void
  /** Resolves when it rings for the store, or after the time: whoever waits looks again. */
  wait(storeId: string, ms: number): Promise<void>
  /** The process ends: nobody should wait any more. */
  readonly stopped: boolean
  start(listenUrl: string): void
  stop(): Promise<void>
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
    wait: (storeId, ms) =>
      new Promise((resolve) => {
        const here = waiting.get(storeId) ?? new Set()
        waiting.set(storeId, here)
        const go = (): void => {
          clearTimeout(timer)
          here.delete(go)
          if (here.size === 0 && waiting.get(storeId) === here) waiting.delete(storeId)
          resolve()
        }
        const timer = setTimeout(go, ms)
        here.add(go)
      }),
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
