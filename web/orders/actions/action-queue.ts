import type { Order } from '../../../contract/orders/orders.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { createStore, useStorePart, type Store } from '../../kit/create-store.ts'
import { createActionStore, type ActionStorage, type PendingAction } from './action-store.ts'

export type { PendingAction }

export interface ActionOutcome {
  readonly pending: PendingAction
  readonly order: Order | null
  /** The sentence of a rejection; null if it was accepted. */
  readonly refusal: string | null
  /** Made in this tab. */
  readonly own: boolean
}

interface Queue {
  readonly add: (pending: PendingAction) => void
  /** Retries now, because the network is back. */
  readonly wake: () => void
  readonly waiting: () => readonly PendingAction[]
  readonly stuck: () => readonly PendingAction[]
  /** Resolves once no action of the order waits for an answer. */
  readonly answered: (orderId: string) => Promise<void>
  readonly shown: Store<UnansweredActions>
  readonly close: () => void
}

interface UnansweredActions {
  /** Of all tabs. */
  readonly waiting: readonly PendingAction[]
  /** The same, but only after an attempt failed: an action in flight is not worth a notice. */
  readonly stuck: readonly PendingAction[]
}

/** Messages between tabs. */
type TabMessage = { readonly cut: true } | { readonly outcome: Omit<ActionOutcome, 'own'> }

const retryMs = [1_000, 2_000, 4_000, 8_000]

interface QueueParts {
  readonly send: (pending: PendingAction) => Promise<Order>
  /** False while it is unknown who acts: actions then wait, whatever `send` would answer. */
  readonly ready?: () => boolean
  readonly settled: (outcome: ActionOutcome) => void
  readonly wait?: (ms: number) => Promise<void>
  readonly storage?: ActionStorage
  /** Tabs with the same name share one queue. */
  readonly name?: string
}

/**
 * Sends actions one at a time, in order, across all tabs: each attempt holds the browser's lock. An
 * unanswered action is sent again with its key, so nothing is applied twice; a rejection is reported and the
 * next one continues. Actions survive a reload, and a time without a session.
 */
export function createActionQueue({
  send,
  settled,
  ready = () => true,
  wait,
  storage,
  name = 'order-taps',
}: QueueParts): Queue {
  const store = createActionStore(storage)
  const tabs = new BroadcastChannel(name)
  const kept = store.list()
  // Kept from an earlier page, so it was not answered there.
  let cut = kept.length > 0
  const shown = createStore<UnansweredActions>({ waiting: kept, stuck: kept })
  let running = false
  let closed = false
  let wakeUp: (() => void) | null = null

  const change = (nowCut: boolean) => {
    cut = nowCut
    const waiting = store.list()
    shown.set({ waiting, stuck: cut ? waiting : none })
  }
  const broadcast = (message: TabMessage) => tabs.postMessage(message)
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

  const settle = (pending: PendingAction, order: Order | null, refusal: string | null) => {
    const own = store.isOwn(pending)
    store.remove(pending)
    if (order) store.seen(pending.orderId, pending.version, order.version)
    change(false)
    settled({ pending, order, refusal, own })
    broadcast({ outcome: { pending, order, refusal } })
  }

  /** Sends the oldest action once. */
  const attempt = async (): Promise<'done' | 'next' | 'again'> => {
    const [pending] = store.list()
    if (!pending || closed || !ready()) return 'done'
    try {
      settle(pending, await send(pending), null)
      return 'next'
    } catch (error) {
      // A session that ended is no answer about the order.
      if (!isTemporary(error) && ready()) {
        settle(pending, null, errorSentence(error))
        return 'next'
      }
      change(true)
      broadcast({ cut: true })
      return 'again'
    }
  }

  const run = async (waitFirst = false) => {
    if (running || closed) return
    running = true
    let failures = waitFirst ? retryMs.length : 0
    if (waitFirst) await pause(retryMs.at(-1) ?? 0)
    for (;;) {
      // Held for one attempt: a suspended tab must not block the others.
      const result = await navigator.locks.request(name, attempt)
      if (result === 'done') break
      if (result === 'next') failures = 0
      else {
        await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0)
        failures += 1
      }
    }
    running = false
    // The other tab may have sent the last one.
    change(!ready() && store.list().length > 0)
  }

  const onMessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('cut' in data) {
      change(true)
      // If that tab is closed, this one sends its actions.
      void run(true)
      return
    }
    const own = store.isOwn(data.outcome.pending)
    store.remove(data.outcome.pending)
    change(false)
    if (own) settled({ ...data.outcome, own })
  }
  tabs.addEventListener('message', onMessage)

  if (kept.length > 0) void run()
  return {
    add: (pending) => {
      store.add(pending)
      change(cut)
      void run()
    },
    wake: () => {
      wakeUp?.()
      if (store.list().length > 0) void run()
    },
    waiting: () => shown.get().waiting,
    stuck: () => shown.get().stuck,
    answered: (orderId) =>
      new Promise((resolve) => {
        const look = () => {
          if (shown.get().waiting.some((pending) => pending.orderId === orderId)) return
          unsubscribe()
          resolve()
        }
        const unsubscribe = shown.subscribe(look)
        look()
      }),
    shown,
    close: () => {
      closed = true
      wakeUp?.()
      tabs.close()
    },
  }
}

const none: readonly PendingAction[] = []

/** Every tap without an answer, in flight or stuck. */
export const useWaitingActions = (queue: Queue): readonly PendingAction[] =>
  useStorePart(queue.shown, ({ waiting }) => waiting)

export const useStuckActions = (queue: Queue): readonly PendingAction[] =>
  useStorePart(queue.shown, ({ stuck }) => stuck)

/** No answer, a server error, or this action is still in progress: it may have been applied. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status >= 500 ||
    error.status === 429 ||
    error.code === 'idempotency/in-progress')
