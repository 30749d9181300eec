import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDeliveryPolling } from './polling.ts'
import { standard } from './profile.ts'

const platform = 'open-delivery'
const now = new Date('2026-11-26T22:00:00Z')
const profile = { ...standard, maxPolled: 500, merchantIdLetters: 8 }
const event = (orderId: string) => ({ eventId: `e-${orderId}`, eventType: 'CREATED', orderId })

/** An application with these events, and what it answers for each order. */
function polling(orders: Readonly<Record<string, { status: number; merchantId?: string }>>) {
  const asked: string[] = []
  const facet = openDeliveryPolling(profile, {
    log: pino({ level: 'silent' }),
    now: () => now,
    call: (method, path, sent) => {
      asked.push(`${method} ${path} ${sent?.headers?.['x-polling-merchants'] ?? ''}`.trim())
      if (path === '/v1/events:polling')
        return Promise.resolve({ platform, status: 200, body: Object.keys(orders).map(event) })
      if (method === 'POST') return Promise.resolve({ platform, status: 202, body: null })
      const { status, merchantId } = orders[path.split('/').at(-1) ?? ''] ?? { status: 404 }
      return Promise.resolve({ platform, status, body: merchantId ? { merchant: { id: merchantId } } : null })
    },
  })
  return { facet, asked }
}

test('of a poll for several merchants the order says whose an event is, and is asked once', async () => {
  const { facet, asked } = polling({ a: { status: 200, merchantId: '00000012' } })
  const [first] = await facet.poll(['12', '345'])
  await facet.poll(['12', '345'])
  expect(first).toMatchObject({ orderId: 'a', merchantId: '12' })
  expect(asked).toEqual([
    'GET /v1/events:polling 00000012,00000345',
    'GET /v1/orders/a',
    'GET /v1/events:polling 00000012,00000345',
  ])
})

test('an event whose order cannot be read now is left for the next poll, and delays no other', async () => {
  const { facet } = polling({ a: { status: 503 }, b: { status: 200, merchantId: '00000345' } })
  expect((await facet.poll(['12', '345'])).map(({ orderId }) => orderId)).toEqual(['b'])
})

test('an event of an order that does not exist is nobody’s, so that the operator sees it', async () => {
  const { facet } = polling({ a: { status: 404 } })
  expect(await facet.poll(['12', '345'])).toMatchObject([{ orderId: 'a', merchantId: null }])
})

test('a poll for one merchant asks for no order', async () => {
  const { facet, asked } = polling({ a: { status: 503 } })
  expect(await facet.poll(['12'])).toMatchObject([{ orderId: 'a', merchantId: '12' }])
  expect(asked).toEqual(['GET /v1/events:polling 00000012'])
})
