import { expect, test } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { ApiError, offline } from '../api/api-error.ts'
import { createTapQueue, type Tap, type TapOutcome } from './tap-queue.ts'

const tap = (key: string, at = new Date().toISOString()): Tap => ({
  key,
  orderId: `order-${key}`,
  storeId: 'store',
  displayId: key,
  action: 'ready',
  uid: 'dona',
  at,
})
const order = { id: 'x' } as Order
const nowait = () => Promise.resolve()

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !condition(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 0))
  expect(condition()).toBe(true)
}

test('taps arrive in their order, each once, over a hundred cuts of the network', async () => {
  // The server takes a key once; a cut may come before or after it did.
  const taken: string[] = []
  let calls = 0
  let cuts = 0
  const settled: TapOutcome[] = []
  const queue = createTapQueue({
    wait: nowait,
    settled: (outcome) => settled.push(outcome),
    send: (one) => {
      calls += 1
      const cut = cuts < 100 && calls % 3 !== 0
      if (cut) cuts += 1
      const before = cut && calls % 2 === 0
      if (!before && !taken.includes(one.key)) taken.push(one.key)
      return cut ? Promise.reject(offline()) : Promise.resolve(order)
    },
  })
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`)
  for (const key of keys) queue.add(tap(key))
  await until(() => queue.waiting().length === 0)
  expect(cuts).toBe(100)
  expect(taken).toEqual(keys)
  expect(settled.map((outcome) => outcome.tap.key)).toEqual(keys)
})

test('a refused tap is told and does not hold back the next', async () => {
  const settled: TapOutcome[] = []
  const queue = createTapQueue({
    wait: nowait,
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
  const queue = createTapQueue({
    wait: nowait,
    settled: () => {},
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
