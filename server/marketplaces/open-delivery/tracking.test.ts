import pino from 'pino'
import { expect, test } from 'vitest'
import type { Answer } from './http.ts'
import { openDeliveryOrders } from './actions.ts'
import { standard } from './profile.ts'

const now = new Date('2026-11-20T22:00:00Z')
const order = (changes: object = {}) => ({
  id: 'o-1',
  type: 'DELIVERY',
  sendTracking: true,
  delivery: { deliveredBy: 'MERCHANT' },
  ...changes,
})

/** Dispatches the order at an application that answers its tracking with this status. */
async function dispatched(document: object, trackingStatus = 202) {
  const calls: string[] = []
  const orders = openDeliveryOrders(standard, {
    now: () => now,
    log: pino({ level: 'silent' }),
    call: (method, path): Promise<Answer> => {
      if (method === 'POST') calls.push(path.split('/').at(-1) ?? '')
      const status = method === 'GET' ? 200 : path.endsWith('/tracking') ? trackingStatus : 202
      return Promise.resolve({ platform: 'open-delivery', status, body: method === 'GET' ? document : null })
    },
  })
  const outcome = await orders
    .request('o-1', { action: 'dispatch' } as Parameters<typeof orders.request>[1])
    .catch((error: unknown) => error)
  return { calls, outcome }
}

test.each([
  ['that does not follow it', { sendTracking: false }],
  ['whose own courier rides', { delivery: { deliveredBy: 'MARKETPLACE' } }],
  ['where the customer comes for it', { type: 'TAKEOUT' }],
])('an order of an application %s is dispatched without tracking', async (_what, changes) => {
  expect((await dispatched(order(changes))).calls).toEqual(['dispatch'])
})

test('tracking that is refused for good leaves the order dispatched', async () => {
  expect(await dispatched(order(), 404)).toEqual({ calls: ['dispatch', 'tracking'], outcome: 'taken' })
})

test('tracking that cannot be sent now makes the action be tried again', async () => {
  expect((await dispatched(order(), 503)).outcome).toMatchObject({ temporary: true })
})
