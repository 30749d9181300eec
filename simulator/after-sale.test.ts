import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatorControl } from './control-client.ts'
import { startSimulator, type Simulator } from './start-simulator.ts'

const merchantId = '5b1a00bb-0000-4000-8000-00000000000b'
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>

beforeEach(async () => {
  simulator = await startSimulator({ clientId: 'id', clientSecret: 'secret', actionDelayMs: 5 })
  control = simulatorControl(simulator.url)
  await control.setMerchants([
    { merchantId, name: 'Loja', menu: [{ code: 'A-1', name: 'Pastel', cents: 1_290 }] },
  ])
})
afterEach(() => simulator.stop())

/** Signs in for each call, because tests that advance the clock by days outlive every token. */
const call = async <T>(method: string, path: string, body?: unknown) => {
  const signedIn = await fetch(`${simulator.url}/authentication/v1.0/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grantType: 'client_credentials', clientId: 'id', clientSecret: 'secret' }),
  })
  const { accessToken: token } = (await signedIn.json()) as { accessToken: string }
  const reply = await fetch(simulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: (text === '' ? null : JSON.parse(text)) as T }
}

interface Line {
  readonly name: string
  readonly amount: { readonly value: string }
  readonly period: { readonly beginDate: string; readonly endDate: string }
  readonly hasTransferImpact: boolean
}
const days = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
const ledger = () =>
  call<{ financialEvents: Line[] }>(
    'GET',
    `/financial/v3.0/merchants/${merchantId}/financial-events?beginDate=${days(-16)}&endDate=${days(16)}`,
  ).then((reply) => reply.body.financialEvents)

test('a concluded order appears in the ledger with its sale and fees', async () => {
  const { orderId } = await control.placeOrder({ merchantId, method: 'PIX', type: 'TAKEOUT' })
  expect(await ledger()).toEqual([])
  await control.conclude(orderId)
  const lines = await ledger()
  const order = simulator.world.orders.get(orderId)?.order
  const of = (name: string) => Number(lines.find((line) => line.name === name)?.amount.value)
  expect(of('SALE')).toBe(order?.total.orderAmount)
  expect(of('PAYMENT_TRANSACTION_FEE')).toBeCloseTo(-(order?.payments.prepaid ?? 0) * 0.032, 1)
  expect(of('ORDER_COMMISSION')).toBeLessThan(0)
  expect(lines[0]?.period.endDate && lines[0].period.beginDate < lines[0].period.endDate).toBe(true)
})

test('money that the store collected itself is listed but not transferred', async () => {
  const { orderId } = await control.placeOrder({ merchantId, method: 'CASH' })
  await control.conclude(orderId)
  expect((await ledger()).find((line) => line.name === 'SALE')?.hasTransferImpact).toBe(false)
})

test('a week is computed when it is over and paid on its payment day, matching its lines to the centavo', async () => {
  const { orderId } = await control.placeOrder({ merchantId, method: 'PIX' })
  await control.conclude(orderId)
  const settlements = async () =>
    (
      await call<{ settlements: { closingItems: { status: string; amount: number }[] }[] }>(
        'GET',
        `/financial/v3.0/merchants/${merchantId}/settlements?beginCalculationDate=${days(-20)}&endCalculationDate=${days(20)}`,
      )
    ).body.settlements
  expect(await settlements()).toEqual([])
  await control.advanceClock(8 * 86_400_000)
  await control.advanceClock(7 * 86_400_000)
  const total = (await ledger())
    .filter((line) => line.hasTransferImpact)
    .reduce((sum, line) => sum + Number(line.amount.value), 0)
  const week = (await settlements())[0]
  expect(week?.closingItems[0]?.status).toBe('SUCCEED')
  expect(week?.closingItems[0]?.amount).toBeCloseTo(total, 2)
})

test('a review below five stars with a comment accepts one reply within five days', async () => {
  const { orderId } = await control.placeOrder({ merchantId })
  const { reviewId } = await control.review(orderId, { score: 2, comment: 'Veio frio' })
  const path = `/review/v2.0/merchants/${merchantId}/reviews/${reviewId}`
  const status = async () => (await call<{ status: string }>('GET', path)).body.status
  expect(await status()).toBe('NOT_REPLIED')
  expect((await call('POST', `${path}/answers`, { text: 'curto' })).status).toBe(400)
  expect((await call('POST', `${path}/answers`, { text: 'Sentimos muito por isso.' })).status).toBe(201)
  expect(await status()).toBe('REPLIED')
  expect((await call('POST', `${path}/answers`, { text: 'Sentimos muito por isso.' })).status).toBe(409)
  const late = await control.review(orderId, { score: 3, comment: 'Demorou' })
  await control.advanceClock(5 * 86_400_000)
  const lateReply = await call(
    'POST',
    `/review/v2.0/merchants/${merchantId}/reviews/${late.reviewId}/answers`,
    {
      text: 'Sentimos muito por isso.',
    },
  )
  expect(lateReply.status).toBe(409)
})

test('a dispute accepts one answer before its deadline, with a listed reason', async () => {
  const { orderId } = await control.placeOrder({ merchantId })
  const { disputeId } = await control.dispute(orderId, { amount: 10 })
  const path = `/order/v1.0/disputes/${disputeId}`
  expect((await call('POST', `${path}/reject`, { reason: 'NEVER' })).status).toBe(400)
  expect((await call('POST', `${path}/reject`, { reason: 'WRONG_ORDER' })).status).toBe(201)
  expect((await call('POST', `${path}/accept`, {})).status).toBe(422)
  const other = await control.dispute(orderId, { amount: 10, expiresInMinutes: 5 })
  await control.advanceClock(5 * 60_000)
  expect((await call('POST', `/order/v1.0/disputes/${other.disputeId}/accept`, {})).status).toBe(422)
  expect((await call('POST', '/order/v1.0/disputes/nothing/accept', {})).status).toBe(404)
})

test('an order placed an hour ago has been confirmed and delivered since, each step at its time', async () => {
  const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY', placedMinutesAgo: 60 })
  const known = simulator.world.orders.get(orderId)
  expect(known?.status).toBe('CONCLUDED')
  const events = simulator.world.unacknowledged.filter((event) => event.orderId === orderId)
  expect(events.map(({ fullCode }) => fullCode)).toEqual([
    'PLACED',
    'CONFIRMED',
    'PREPARATION_STARTED',
    'READY_TO_PICKUP',
    'DISPATCHED',
    'CONCLUDED',
  ])
  const times = events.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
  expect(times[0]).toBe(known?.order.createdAt)
  await control.dispute(orderId, { amount: 5 })
  expect(simulator.world.unacknowledged.at(-1)?.fullCode).toBe('HANDSHAKE_DISPUTE')
})
