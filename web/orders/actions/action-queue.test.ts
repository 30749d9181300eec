import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { ApiError, offline } from '../../api/api-error.ts'
import { turnOfTheLoop } from '../../testing/turn-of-the-loop.ts'
import { createActionQueue, type PendingAction, type ActionOutcome } from './action-queue.ts'
import type { ActionStorage } from './action-store.ts'

const pending = (key: string, orderId = `order-${key}`, version = 1): PendingAction => ({
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
  const stored = new Map<string, string>()
  const storage: ActionStorage = {
    keys: () => [...stored.keys()],
    read: (key) => stored.get(key) ?? null,
    write: (key, value) => void (value === null ? stored.delete(key) : stored.set(key, value)),
  }
  const name = randomUUID()
  return {
    stored,
    tab: (parts: {
      ready?: () => boolean
      send: (pending: PendingAction) => Promise<Order>
      settled?: (outcome: ActionOutcome) => void
      wait?: () => Promise<void>
    }) => {
      const queue = createActionQueue({
        settled: () => {},
        wait: turnOfTheLoop,
        ...parts,
        storage,
        name,
      })
      open.push(queue)
      return queue
    },
  }
}
const open: ReturnType<typeof createActionQueue>[] = []
afterEach(() => {
  for (const queue of open.splice(0)) queue.close()
})

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 5 })

/**
 * A server that accepts each key once, behind a network with a hundred cuts, before or after the server acts.
 */
function serverBehindCuts() {
  const taken: string[] = []
  const server = {
    taken,
    cuts: 0,
    atOnce: 0,
    most: 0,
    send: async (one: PendingAction): Promise<Order> => {
      server.atOnce += 1
      server.most = Math.max(server.most, server.atOnce)
      await turnOfTheLoop()
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

test('actions arrive in order, each once, over a hundred network cuts', async () => {
  const server = serverBehindCuts()
  const settled: ActionOutcome[] = []
  const queue = browser().tab({ send: server.send, settled: (outcome) => settled.push(outcome) })
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`)
  for (const key of keys) queue.add(pending(key))
  await until(() => queue.waiting().length === 0)
  expect(server.cuts).toBe(100)
  expect(server.taken).toEqual(keys)
  expect(settled.map((outcome) => outcome.pending.key)).toEqual(keys)
})

test('two tabs send one at a time over a hundred cuts: every action once, none lost', async () => {
  const server = serverBehindCuts()
  const { stored, tab } = browser()
  const reported: Record<'a' | 'b', string[]> = { a: [], b: [] }
  const a = tab({
    send: server.send,
    settled: ({ pending, own }) => void (own && reported.a.push(pending.key)),
  })
  const b = tab({
    send: server.send,
    settled: ({ pending, own }) => void (own && reported.b.push(pending.key)),
  })
  const keys = Array.from({ length: 30 }, (_, index) => [`a${index}`, `b${index}`]).flat()
  for (const key of keys) (key.startsWith('a') ? a : b).add(pending(key))
  await until(() => stored.size === 0 && reported.a.length === 30 && reported.b.length === 30)
  expect(server.cuts).toBe(100)
  expect(server.most).toBe(1)
  expect(server.taken.toSorted()).toEqual(keys.toSorted())
  expect(server.taken.filter((key) => key.startsWith('a'))).toEqual(reported.a)
  expect([a.waiting(), b.waiting()]).toEqual([[], []])
})

test('an action stored by a closed tab is sent by the remaining tab', async () => {
  const { stored, tab } = browser()
  let network = false
  const sent: string[] = []
  const send = (one: PendingAction) => {
    if (!network) return Promise.reject(offline())
    sent.push(one.key)
    return Promise.resolve(order)
  }
  const stays = tab({ send })
  const closes = tab({ send, wait: () => new Promise(() => {}) })
  closes.add(pending('k'))
  await until(() => stays.stuck().length === 1)
  closes.close()
  expect(stored.size).toBe(1)
  network = true
  await until(() => sent.length === 1)
  await until(() => stored.size === 0)
})

test('the second action on an order carries the version the first one produced; one on another order the version on screen', async () => {
  const sent: [string, number][] = []
  const queue = browser().tab({
    send: (one) => {
      sent.push([one.key, one.version])
      return Promise.resolve({ ...order, version: 7 })
    },
  })
  queue.add(pending('a', 'same', 3))
  queue.add(pending('b', 'same', 3))
  queue.add(pending('c', 'other', 3))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual([
    ['a', 3],
    ['b', 7],
    ['c', 3],
  ])
})

test('a browser without storage still sends every action of the page', async () => {
  const sent: string[] = []
  const queue = createActionQueue({
    send: (one) => {
      sent.push(one.key)
      return Promise.resolve(order)
    },
    settled: () => {},
    storage: { keys: () => [], read: () => null, write: () => {} },
    name: randomUUID(),
  })
  open.push(queue)
  queue.add(pending('a'))
  queue.add(pending('b'))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual(['a', 'b'])
})

test('a rejected action is reported and does not hold back the next', async () => {
  const settled: ActionOutcome[] = []
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
  queue.add(pending('a'))
  queue.add(pending('b'))
  await until(() => settled.length === 2)
  expect(settled.map((outcome) => outcome.refusal)).toEqual(['O pedido já mudou de etapa.', null])
})

test('after a server error or a busy reply, the action is retried with the same key', async () => {
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
  queue.add(pending('a'))
  await until(() => queue.waiting().length === 0)
  expect(sent).toEqual(['a', 'a', 'a', 'a'])
})

test('actions of an earlier page wait until the session is read, shown as kept, and are sent once', async () => {
  const { stored, tab } = browser()
  const closes = tab({ send: () => Promise.reject(offline()), wait: () => new Promise(() => {}) })
  closes.add(pending('k'))
  await until(() => closes.stuck().length === 1)
  closes.close()
  let session = false
  let asked = 0
  const sent: string[] = []
  const settled: ActionOutcome[] = []
  const reopened = tab({
    ready: () => {
      asked += 1
      return session
    },
    send: (one) => {
      sent.push(one.key)
      return Promise.resolve(order)
    },
    settled: (outcome) => settled.push(outcome),
  })
  expect(reopened.stuck()).toHaveLength(1)
  // It has asked who acts, and what would follow from the answer has happened.
  await until(() => asked > 0)
  await turnOfTheLoop()
  expect([sent, settled, stored.size]).toEqual([[], [], 1])
  expect(reopened.stuck()).toHaveLength(1)
  session = true
  reopened.wake()
  await until(() => stored.size === 0)
  expect(sent).toEqual(['k'])
})

test('a session that ends during an attempt keeps the action instead of counting it as rejected', async () => {
  const { stored, tab } = browser()
  let session = true
  const settled: ActionOutcome[] = []
  const queue = tab({
    ready: () => session,
    send: () => {
      session = false
      return Promise.reject(new ApiError({ code: 'auth/id-token-revoked', message: '', status: 401 }))
    },
    settled: (outcome) => settled.push(outcome),
  })
  queue.add(pending('k'))
  await until(() => queue.stuck().length > 0)
  expect([settled, stored.size, queue.stuck().length]).toEqual([[], 1, 1])
})
