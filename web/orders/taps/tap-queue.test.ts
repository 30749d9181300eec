import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { ApiError, offline } from '../../api/api-error.ts'
import { createTapQueue, type Tap, type TapOutcome } from './tap-queue.ts'
import type { Shelf } from './tap-store.ts'

const tap = (key: string, orderId = `order-${key}`, version = 1): Tap => ({
  key,
  orderId,
  storeId: 'store',
  displayId: key,
  action: 'ready',
  version,
  uid: 'dona',
  at: new Date().toISOString(),
})
const order = { id: 'x', version: 2 } as Order

/** One browser's local storage, with as many tabs as a test opens. */
function browser() {
  const kept = new Map<string, string>()
  const shelf: Shelf = {
    keys: () => [...kept.keys()],
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
  const name = randomUUID()
  return {
    kept,
    tab: (parts: {
      send: (tap: Tap) => Promise<Order>
      settled?: (outcome: TapOutcome) => void
      wait?: () => Promise<void>
    }) => {
      const queue = createTapQueue({
        settled: () => {},
        wait: () => new Promise((resolve) => setTimeout(resolve, 0)),
        ...parts,
        shelf,
        name,
      })
      open.push(queue)
      return queue
    },
  }
}
const open: ReturnType<typeof createTapQueue>[] = []
afterEach(() => {
  for (const queue of open.splice(0)) queue.close()
})

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 5_000 && !condition(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 0))
  expect(condition()).toBe(true)
}

/** A server that takes a key once, behind a network that is cut a hundred times, before or after it did. */
function serverBehindCuts() {
  const taken: string[] = []
  const server = {
    taken,
    cuts: 0,
    atOnce: 0,
    most: 0,
    send: async (one: Tap): Promise<Order> => {
      server.atOnce += 1
      server.most = Math.max(server.most, server.atOnce)
      await new Promise((resolve) => setTimeout(resolve, 0))
      server.atOnce -= 1
      calls += 1
      const cut = server.cuts < 100 && calls % 3 !== 0
      if (cut) server.cuts += 1
      const before = cut && calls % 2 === 0
      if (!before && !taken.includes(one.key)) taken.push(one.key)
      if (cut) throw offline()
      return order
    },
  }
  let calls = 0
  return server
}

test('taps arrive in their order, each once, over a hundred cuts of the network', async () => {
  const server = serverBehindCuts()
  const settled: TapOutcome[] = []
  const queue = browser().tab({ send: server.send, settled: (outcome) => settled.push(outcome) })
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`)
  for (const key of keys) queue.add(tap(key))
  await until(() => queue.waiting().length === 0)
  expect(server.cuts).toBe(100)
  expect(server.taken).toEqual(keys)
  expect(settled.map((outcome) => outcome.tap.key)).toEqual(keys)
})

test('two tabs send one at a time over a hundred cuts: every tap once, none of either lost', async () => {
  const server = serverBehindCuts()
  const { kept, tab } = browser()
  const told: Record<'a' | 'b', string[]> = { a: [], b: [] }
  const a = tab({ send: server.send, settled: ({ tap, own }) => void (own && told.a.push(tap.key)) })
  const b = tab({ send: server.send, settled: ({ tap, own }) => void (own && told.b.push(tap.key)) })
  const keys = Array.from({ length: 30 }, (_, index) => [`a${index}`, `b${index}`]).flat()
  for (const key of keys) (key.startsWith('a') ? a : b).add(tap(key))
  await until(() => kept.size === 0 && told.a.length === 30 && told.b.length === 30)
  expect(server.cuts).toBe(100)
  expect(server.most).toBe(1)
  expect(server.taken.toSorted()).toEqual(keys.toSorted())
  expect(server.taken.filter((key) => key.startsWith('a'))).toEqual(told.a)
  expect([a.waiting(), b.waiting()]).toEqual([[], []])
})

test('what a tab kept when it was closed is sent by the tab that stays', async () => {
  const { kept, tab } = browser()
  let network = false
  const sent: string[] = []
  const send = (one: Tap) => {
    if (!network) return Promise.reject(offline())
    sent.push(one.key)
    return Promise.resolve(order)
  }
  const stays = tab({ send })
  const closes = tab({ send, wait: () => new Promise(() => {}) })
  closes.add(tap('k'))
  await until(() => stays.stuck().length === 1)
  closes.close()
  expect(kept.size).toBe(1)
  network = true
  await until(() => sent.length === 1)
  await until(() => kept.size === 0)
})

test('the second tap on an order carries what the first one left; a tap on another order what was seen', async () => {
  const sent: [string, number][] = []
  const queue = browser().tab({
    send: (one) => {
      sent.push([one.key, one.version])
      return Promise.resolve({ ...order, version: 7 })
    },
  })
  queue.add(tap('a', 'same', 3))
  queue.add(tap('b', 'same', 3))
  queue.add(tap('c', 'other', 3))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual([
    ['a', 3],
    ['b', 7],
    ['c', 3],
  ])
})

test('a browser that keeps nothing still sends every tap of the page', async () => {
  const sent: string[] = []
  const queue = createTapQueue({
    send: (one) => {
      sent.push(one.key)
      return Promise.resolve(order)
    },
    settled: () => {},
    shelf: { keys: () => [], read: () => null, write: () => {} },
    name: randomUUID(),
  })
  open.push(queue)
  queue.add(tap('a'))
  queue.add(tap('b'))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual(['a', 'b'])
})

test('a refused tap is told and does not hold back the next', async () => {
  const settled: TapOutcome[] = []
  const queue = browser().tab({
    settled: (outcome) => settled.push(outcome),
    send: (one) =>
      one.key === 'a'
        ? Promise.reject(
            new ApiError({
              code: 'order/invalid-transition',
              message: 'O pedido já mudou de etapa.',
              status: 409,
            }),
          )
        : Promise.resolve(order),
  })
  queue.add(tap('a'))
  queue.add(tap('b'))
  await until(() => settled.length === 2)
  expect(settled.map((outcome) => outcome.refusal)).toEqual(['O pedido já mudou de etapa.', null])
})

test('a server that fails or is busy with the tap is asked again with the same key', async () => {
  const sent: string[] = []
  const failures = [503, 429, 500]
  const queue = browser().tab({
    send: (one) => {
      sent.push(one.key)
      const status = failures.shift()
      return status === undefined
        ? Promise.resolve(order)
        : Promise.reject(new ApiError({ code: 'server/failed', message: '', status }))
    },
  })
  queue.add(tap('a'))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual(['a', 'a', 'a', 'a'])
})
