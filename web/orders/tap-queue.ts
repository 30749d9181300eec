import { useSyncExternalStore } from 'react'
import type { Order } from '../../contract/orders.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import type { AdvanceAction } from '../../contract/order-states.ts'

/** One tap on one order, kept until the server has answered it. */
export interface Tap {
  /** Sent as the Idempotency-Key: a repeat is the same tap. */
  readonly key: string
  readonly orderId: string
  readonly storeId: string
  readonly displayId: string
  readonly action: AdvanceAction
  /** Who tapped: nobody else's session sends it. */
  readonly uid: string
  readonly at: string
}

export interface TapOutcome {
  readonly tap: Tap
  readonly order: Order | null
  /** The sentence of a refusal; null when it was taken. */
  readonly refusal: string | null
}

interface Queue {
  readonly add: (tap: Tap) => void
  /** Tries again now: the network is back. */
  readonly wake: () => void
  /** Every tap without an answer. */
  readonly waiting: () => readonly Tap[]
  /** The same, but only once an answer failed to come: a tap on its way is not worth a word. */
  readonly stuck: () => readonly Tap[]
  readonly subscribe: (listener: () => void) => () => void
}

const storageKey = 'orderTaps'
const retryMs = [1_000, 2_000, 4_000, 8_000]
/** A tap of an hour ago is no wish of now. */
const tooOldMs = 60 * 60_000

/**
 * Taps leave one after the other, in their order. Without an answer the same tap is sent again with
 * its key, so nothing doubles; a refusal is told and the next one goes on. They outlive the page.
 */
export function createTapQueue(parts: {
  readonly send: (tap: Tap) => Promise<Order>
  readonly settled: (outcome: TapOutcome) => void
  readonly wait?: (ms: number) => Promise<void>
}): Queue {
  let taps: readonly Tap[] = stored().filter((tap) => Date.now() - Date.parse(tap.at) < tooOldMs)
  let running = false
  let cut = false
  let wakeUp: (() => void) | null = null
  const listeners = new Set<() => void>()

  const change = (next: readonly Tap[]) => {
    taps = next
    writeStored(storageKey, next.length === 0 ? null : JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  const pause = (ms: number) =>
    parts.wait
      ? parts.wait(ms)
      : new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })

  const run = async () => {
    if (running) return
    running = true
    let failures = 0
    for (let tap = taps[0]; tap; tap = taps[0]) {
      const current = tap
      try {
        const order = await parts.send(current)
        failures = 0
        cut = false
        change(taps.filter((other) => other.key !== current.key))
        parts.settled({ tap: current, order, refusal: null })
      } catch (error) {
        if (isPassing(error)) {
          cut = true
          change(taps)
          await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 8_000)
          failures += 1
          continue
        }
        cut = false
        change(taps.filter((other) => other.key !== current.key))
        parts.settled({ tap: current, order: null, refusal: errorSentence(error) })
      }
    }
    running = false
  }

  if (taps.length > 0) void run()
  return {
    add: (tap) => {
      change([...taps, tap])
      void run()
    },
    wake: () => wakeUp?.(),
    waiting: () => taps,
    stuck: () => (cut ? taps : none),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
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

function stored(): readonly Tap[] {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? '[]')
    return Array.isArray(value) ? (value as Tap[]) : []
  } catch {
    return []
  }
}
