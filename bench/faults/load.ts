import { randomUUID } from 'node:crypto'
import { headers } from '../../contract/shared/headers.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { ownOrder } from '../../server/testing/orders.ts'
import type { Product } from './product.ts'

export interface Acknowledged {
  readonly key: string
  /** From the first sending to the acknowledgement, repeats included. */
  readonly ms: number
  readonly orderId: string
  readonly storeId: string
  /** Of `performance.now()`. */
  readonly at: number
}

/** Where orders are placed, in which stores, as which person. */
export type Panel = Pick<Product, 'url' | 'stores' | 'reader'>

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Replies other than success, by status and code. */
  readonly refusals: ReadonlyMap<string, number>
  /** Orders that were sent, acknowledged or not. */
  readonly sent: () => number
  /** Sends an order of a new customer, once. Whether it was acknowledged. */
  probe(): Promise<boolean>
  stop(): Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const callers = 8

/**
 * Eight menu sites that place orders without end and repeat each one until it is acknowledged; each order carries its key
 * as its note. `then` is what becomes of it before that site places another.
 */
export function placeOrders(
  { url, stores, reader }: Panel,
  then: (order: Acknowledged) => Promise<void> = async () => {},
): Load {
  const acknowledged: Acknowledged[] = []
  const refusals = new Map<string, number>()
  let stopped = false
  let sent = 0
  const send = async (storeId: string, key: string): Promise<string | null> => {
    const answer = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [headers.userToken]: reader.token,
        [headers.userId]: reader.uid,
        [headers.storeId]: storeId,
        [headers.idempotencyKey]: key,
      },
      body: JSON.stringify(ownOrder({ notes: key })),
      signal: AbortSignal.timeout(15_000),
    })
    const body = (await answer.json()) as { data?: { id: string }; error?: string }
    if (answer.status === 200 && body.data) return body.data.id
    count(refusals, `${answer.status} ${body.error ?? ''}`)
    return null
  }
  const acknowledge = async (storeId: string, key: string, since = performance.now()): Promise<boolean> => {
    const orderId = await send(storeId, key).catch((): null => {
      count(refusals, 'no answer')
      return null
    })
    if (orderId === null) return false
    const now = performance.now()
    const order = { key, orderId, storeId, ms: now - since, at: now }
    acknowledged.push(order)
    await then(order)
    return true
  }
  const caller = async (index: number): Promise<void> => {
    while (!stopped) {
      const storeId = stores[index % stores.length] ?? ''
      const key = randomUUID()
      sent += 1
      const since = performance.now()
      while (!(await acknowledge(storeId, key, since)) && !stopped) await pause(100)
      await pause(250)
    }
  }
  const calling = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  return {
    acknowledged,
    refusals,
    sent: () => sent,
    probe: () => {
      sent += 1
      return acknowledge(stores[0] ?? '', randomUUID())
    },
    stop: async () => {
      stopped = true
      await calling
    },
  }
}

export interface Screen {
  /** How often each order was announced as new. */
  readonly heard: ReadonlyMap<string, number>
  readonly resyncs: () => number
  close(): Promise<void>
}

/** A panel that keeps its live stream open and continues after each loss where it was. */
export function openScreen({ url, reader }: Pick<Panel, 'url' | 'reader'>): Screen {
  const heard = new Map<string, number>()
  const stop = new AbortController()
  let position = ''
  let resyncs = 0
  const take = (part: string): void => {
    position = /^id: (.+)$/m.exec(part)?.[1] ?? position
    const data = /^data: (.+)$/m.exec(part)?.[1]
    const event = data ? (JSON.parse(data) as LiveEvent) : null
    if (event?.kind === 'resync') resyncs += 1
    if (event?.kind === 'order' && event.type === 'PLACED') count(heard, event.orderId)
  }
  const read = async (): Promise<void> => {
    const after = position === '' ? '' : `?after=${position}`
    // A stream without even a beat is dead, whatever TCP says: the panel gives it up as well.
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), silentAfterMs)
    const reply = await fetch(`${url}/api/events${after}`, {
      headers: { [headers.userToken]: reader.token, [headers.userId]: reader.uid },
      signal: AbortSignal.any([stop.signal, silence.signal]),
    })
    if (!reply.ok || !reply.body) return
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of reply.body) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silentAfterMs)
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) take(part)
    }
    clearTimeout(timer)
  }
  const reading = (async () => {
    while (!stop.signal.aborted) {
      await read().catch(() => {})
      await pause(100)
    }
  })()
  return {
    heard,
    resyncs: () => resyncs,
    close: async () => {
      stop.abort()
      await reading
    },
  }
}

const silentAfterMs = 12_000

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
