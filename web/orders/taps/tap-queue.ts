import { useSyncExternalStore } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { createTapStore, type Shelf, type Tap } from './tap-store.ts'

export type { Tap }

export interface TapOutcome {
  readonly tap: Tap
  readonly order: Order | null
  /** The sentence of a refusal; null when it was taken. */
  readonly refusal: string | null
  /** Tapped in this tab. */
  readonly own: boolean
}

interface Queue {
  readonly add: (tap: Tap) => void
  /** Tries again now: the network is back. */
  readonly wake: () => void
  /** Every tap without an answer, of all tabs. */
  readonly waiting: () => readonly Tap[]
  /** The same, but only once an answer failed to come: a tap on its way is not worth a word. */
  readonly stuck: () => readonly Tap[]
  readonly subscribe: (listener: () => void) => () => void
  readonly close: () => void
}

/** What tabs tell each other. */
type TabMessage = { readonly cut: true } | { readonly outcome: Omit<TapOutcome, 'own'> }

const retryMs = [1_000, 2_000, 4_000, 8_000]

interface QueueParts {
  readonly send: (tap: Tap) => Promise<Order>
  readonly settled: (outcome: TapOutcome) => void
  readonly wait?: (ms: number) => Promise<void>
  readonly shelf?: Shelf
  /** Tabs of one name share the line. */
  readonly name?: string
}

/**
 * Taps leave one after the other, in their order, whichever tab they were made in: each attempt
 * holds the browser's lock. Without an answer the same tap is sent again with its key, so nothing
 * doubles; a refusal is told and the next one goes on. They outlive the page.
 */
export function createTapQueue({ send, settled, wait, shelf, name = 'order-taps' }: QueueParts): Queue {
  const store = createTapStore(shelf)
  const tabs = new BroadcastChannel(name)
  const listeners = new Set<() => void>()
  let shown = store.taps()
  let running = false
  let closed = false
  let cut = false
  let wakeUp: (() => void) | null = null

  const change = (nowCut: boolean) => {
    cut = nowCut
    shown = store.taps()
    for (const listener of listeners) listener()
  }
  const tell = (told: TabMessage) => tabs.postMessage(told)
  const pause = (ms: number) =>
    wait
      ? wait(ms)
      : new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })

  const settle = (tap: Tap, order: Order | null, refusal: string | null) => {
    const own = store.isOwn(tap)
    store.remove(tap)
    if (order) store.seen(tap.orderId, tap.version, order.version)
    change(false)
    settled({ tap, order, refusal, own })
    tell({ outcome: { tap, order, refusal } })
  }

  /** One attempt with the oldest tap there is. */
  const attempt = async (): Promise<'done' | 'next' | 'again'> => {
    const [tap] = store.taps()
    if (!tap || closed) return 'done'
    try {
      settle(tap, await send(tap), null)
      return 'next'
    } catch (error) {
      if (!isPassing(error)) {
        settle(tap, null, errorSentence(error))
        return 'next'
      }
      change(true)
      tell({ cut: true })
      return 'again'
    }
  }

  const run = async (waitFirst = false) => {
    if (running || closed) return
    running = true
    let failures = waitFirst ? retryMs.length : 0
    if (waitFirst) await pause(retryMs.at(-1) ?? 0)
    for (;;) {
      // Held for one attempt: a tab that sleeps must not keep the others waiting.
      const went = await navigator.locks.request(name, attempt)
      if (went === 'done') break
      if (went === 'next') failures = 0
      else {
        await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0)
        failures += 1
      }
    }
    running = false
    // The other tab may have sent the last one.
    change(false)
  }

  const hear = ({ data }: MessageEvent<TabMessage>) => {
    if ('cut' in data) {
      change(true)
      // Should that tab be closed, its taps go on from here.
      void run(true)
      return
    }
    const own = store.isOwn(data.outcome.tap)
    store.remove(data.outcome.tap)
    change(false)
    if (own) settled({ ...data.outcome, own })
  }
  tabs.addEventListener('message', hear)

  if (shown.length > 0) void run()
  return {
    add: (tap) => {
      store.add(tap)
      change(cut)
      void run()
    },
    wake: () => {
      wakeUp?.()
      if (store.taps().length > 0) void run()
    },
    waiting: () => shown,
    stuck: () => (cut ? shown : none),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      closed = true
      wakeUp?.()
      tabs.close()
    },
  }
}

const none: readonly Tap[] = []

export const useStuckTaps = (queue: Queue): readonly Tap[] =>
  useSyncExternalStore(queue.subscribe, queue.stuck)

/** No answer, a server that fails or is still busy with this very tap: it may have been taken. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status >= 500 ||
    error.status === 429 ||
    error.code === 'idempotency/in-progress')
