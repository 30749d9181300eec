import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { readEnvironment } from '../../env.ts'
import type { MarketplaceError } from '../marketplace-error.ts'
import type { Marketplace } from '../marketplace.ts'
import { callBudget } from './call-budget.ts'
import { ifood } from './ifood.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000a'
const minute = 60_000
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let marketplace: Marketplace
/** Of both sides, ahead of the machine's. */
let ahead = 0

beforeEach(async () => {
  ahead = 0
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret', actionDelayMs: 60_000 })
  control = simulatorControl(simulator.url)
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: 1_290 }] },
  ])
  const env = readEnvironment({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
  const now = () => new Date(Date.now() + ahead)
  marketplace = ifood.connect({ env, log: pino({ level: 'silent' }), now }, null)
})
afterEach(() => simulator.stop())

const skip = async (ms: number) => {
  ahead += ms
  await control.advanceClock(ms)
}

test('in no minute, wherever it begins, more calls leave than iFood allows', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 900, maxLength: 1_200 }), (gaps) => {
      let at = 0
      const spend = callBudget(() => new Date(at))
      const left: number[] = []
      for (const gap of gaps) {
        at += gap
        const waitMs = spend('/order/v1.0/orders/1/requestCancellation')
        if (waitMs === null) left.push(at)
        else expect(left.filter((time) => time > at + waitMs - minute).length).toBeLessThan(300)
      }
      for (const [index, time] of left.entries()) {
        const before = left[index - 300]
        if (before !== undefined) expect(time - before).toBeGreaterThanOrEqual(minute)
      }
    }),
    { seed: 20_261_127, numRuns: 30 },
  )
})

test('what iFood limits apart is counted apart, and what it does not limit is free', () => {
  const spend = callBudget(() => new Date(0))
  const spent = (path: string, times: number) =>
    Array.from({ length: times }, () => spend(path)).filter((waitMs) => waitMs === null).length
  expect(spent('/order/v1.0/orders/1/requestCancellation', 400)).toBe(300)
  expect(spent('/order/v1.0/disputes/1/accept', 1_100)).toBe(1_000)
  expect(spent('/order/v1.0/orders/1', 2_000) + spent('/order/v1.0/orders/1/confirm', 2_000)).toBe(3_000)
  expect(spent('/events/v1.0/events:polling?excludeHeartbeat=true', 7_000)).toBe(6_000)
  expect(spent('/authentication/v1.0/oauth/token', 30)).toBe(20)
  expect(spent('/catalog/v2.0/merchants/1/items/status', 9_000)).toBe(9_000)
})

test('a call too many does not leave, says how long to wait, and leaves after it', async () => {
  const { orderId } = await control.placeOrder({ merchantId })
  const cancel = () =>
    marketplace.orders.request(orderId, { action: 'cancel', code: '501', reason: 'Problemas de sistema' })
  for (let sent = 0; sent < 300; sent += 1) await cancel()
  const refusal = await cancel().catch((error: unknown) => error as MarketplaceError)
  expect(refusal).toMatchObject({ kind: 'throttled', temporary: true })
  expect((await control.readLog()).limited).toEqual([])
  await skip((refusal as MarketplaceError).waitMs ?? 0)
  expect(await cancel()).toBe('taken')
  expect((await control.readLog()).limited).toEqual([])
})

test('iFood refuses a caller who does not count, and says when it may come again', async () => {
  const { orderId } = await control.placeOrder({ merchantId })
  const form = { grantType: 'client_credentials', clientId: 'test', clientSecret: 'secret' }
  const signedIn = await fetch(`${simulator.url}/authentication/v1.0/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const cancel = () =>
    fetch(`${simulator.url}/order/v1.0/orders/${orderId}/requestCancellation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Problemas de sistema', cancellationCode: '501' }),
    })
  for (let sent = 0; sent < 300; sent += 1) expect((await cancel()).status).toBe(202)
  const refused = await cancel()
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('x-ratelimit-reset'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  await skip(seconds * 1_000)
  expect((await cancel()).status).toBe(202)
})
