import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatorControl } from './control-client.ts'
import { generateOrder } from './ifood/order-generator.ts'
import { startSimulator, type Simulator } from './start-simulator.ts'

const merchantId = '5b1a00bb-0000-4000-8000-00000000000b'
const menu = [
  { code: 'A-1', name: 'Pastel', cents: 1_290 },
  { code: 'A-2', name: 'Caldo', cents: 1_105 },
]
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let token: string

beforeEach(() => start(10))
afterEach(() => simulator.stop())

async function start(actionDelayMs: number): Promise<void> {
  simulator = await startSimulator({ clientId: 'id', clientSecret: 'secret', actionDelayMs })
  control = simulatorControl(simulator.url)
  await control.setMerchants([{ merchantId, name: 'Loja', menu }])
  const reply = await signIn('secret')
  token = ((await reply.json()) as { accessToken: string }).accessToken
}

const signIn = (clientSecret: string) =>
  fetch(`${simulator.url}/authentication/v1.0/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grantType: 'client_credentials', clientId: 'id', clientSecret }),
  })

const call = (method: string, path: string, options: { body?: unknown; merchants?: string } = {}) =>
  fetch(simulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.merchants === undefined ? {} : { 'x-polling-merchants': options.merchants }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })

interface PolledEvent {
  readonly id: string
  readonly fullCode: string
  readonly metadata?: Record<string, string>
}

const poll = async (): Promise<PolledEvent[]> => {
  const reply = await call('GET', '/events/v1.0/events:polling', { merchants: merchantId })
  return reply.status === 204 ? [] : ((await reply.json()) as PolledEvent[])
}

test('the amounts of a thousand generated orders add up to the centavo', () => {
  const cents = (reais: number) => Math.round(reais * 100)
  for (let count = 0; count < 1_000; count += 1) {
    const sold = menu.map((entry) => ({
      ...entry,
      itemId: entry.code,
      category: 'Pratos',
      status: 'AVAILABLE' as const,
    }))
    const order = generateOrder(
      { id: merchantId, name: 'Loja', menu: sold, lastPolledAt: null },
      Date.now(),
      {},
    )
    const { subTotal, deliveryFee, additionalFees, benefits, orderAmount } = order.total
    const items = order.items as { totalPrice: number }[]
    expect(cents(subTotal)).toBe(items.reduce((sum, item) => sum + cents(item.totalPrice), 0))
    expect(cents(orderAmount)).toBe(
      cents(subTotal) + cents(deliveryFee) + cents(additionalFees) - cents(benefits),
    )
    expect(cents(orderAmount)).toBe(cents(order.payments.prepaid) + cents(order.payments.pending))
  }
})

test('a wrong secret or a missing token is rejected', async () => {
  expect((await signIn('wrong')).status).toBe(401)
  token = 'made-up'
  expect((await call('GET', '/events/v1.0/events:polling', { merchants: merchantId })).status).toBe(401)
})

test('polling requires its header, rejects merchants that are not granted, and returns 204 without events', async () => {
  const polling = '/events/v1.0/events:polling'
  expect((await call('GET', polling)).status).toBe(400)
  expect(
    (await call('GET', polling, { merchants: Array.from({ length: 101 }, () => merchantId).join() })).status,
  ).toBe(400)
  const refused = await call('GET', polling, { merchants: `${merchantId},nobody` })
  expect([refused.status, await refused.json()]).toEqual([403, { unauthorizedMerchants: ['nobody'] }])
  expect((await call('GET', polling, { merchants: merchantId })).status).toBe(204)
})

test('an event is returned until it is acknowledged', async () => {
  await control.placeOrder({ merchantId })
  const first = await poll()
  expect((await poll()).map((event) => event.id)).toEqual(first.map((event) => event.id))
  const acknowledged = await call('POST', '/events/v1.0/events/acknowledgment', {
    body: first.map(({ id }) => ({ id })),
  })
  expect(acknowledged.status).toBe(202)
  expect(await poll()).toEqual([])
})

test('an order not confirmed within eight minutes is cancelled, counted from preparation if it is scheduled', async () => {
  await control.placeOrder({ merchantId })
  await control.placeOrder({ merchantId, scheduledInMinutes: 60 })
  await control.advanceClock(7 * 60_000)
  expect((await poll()).filter((event) => event.fullCode === 'CANCELLED')).toEqual([])
  await control.advanceClock(61_000)
  const cancelled = (await poll()).filter((event) => event.fullCode === 'CANCELLED')
  expect(cancelled).toHaveLength(1)
  expect(cancelled[0]?.metadata).toMatchObject({ CANCEL_ORIGIN: 'SYSTEM', CANCEL_STAGE: 'PLACED' })
  await control.advanceClock(61 * 60_000)
  expect((await poll()).filter((event) => event.fullCode === 'CANCELLED')).toHaveLength(2)
})

test('a store stays open while its catalog is loaded again', async () => {
  const isOpen = async () => {
    const reply = await call('GET', `/merchant/v1.0/merchants/${merchantId}/status`)
    const [operation] = (await reply.json()) as { available: boolean }[]
    return operation?.available
  }
  await poll()
  expect(await isOpen()).toBe(true)
  await control.setMerchants([{ merchantId, name: 'Loja', menu }])
  expect(await isOpen()).toBe(true)
})

test('an action returns 202 and is confirmed by a later event, and is rejected in a wrong status', async () => {
  // Long enough that the assertion runs before the event, even on a slow machine.
  await simulator.stop()
  await start(1_000)
  const { orderId } = await control.placeOrder({ merchantId })
  expect((await call('POST', `/order/v1.0/orders/${orderId}/dispatch`)).status).toBe(422)
  expect((await call('POST', `/order/v1.0/orders/${orderId}/confirm`)).status).toBe(202)
  const codes = async () => (await poll()).map((event) => event.fullCode)
  expect(await codes()).not.toContain('CONFIRMED')
  await expect.poll(codes, { timeout: 5_000 }).toContain('CONFIRMED')
  expect((await call('POST', `/order/v1.0/orders/${orderId}/confirm`)).status).toBe(202)
})

const itemsStatus = `/catalog/v2.0/merchants/${merchantId}/items/status`

test('an item paused in the catalog is not ordered until it is resumed', async () => {
  const { items } = await control.readCatalog(merchantId)
  const itemId = items.find((item) => item.code === 'A-1')?.itemId
  expect((await call('PATCH', itemsStatus, { body: { itemId, status: 'UNAVAILABLE' } })).status).toBe(200)
  const orders = []
  for (let count = 0; count < 12; count += 1) orders.push(await control.placeOrder({ merchantId }))
  for (const { orderId } of orders) {
    const order = (await (await call('GET', `/order/v1.0/orders/${orderId}`)).json()) as {
      items: { externalCode: string }[]
    }
    expect(order.items.map((item) => item.externalCode)).not.toContain('A-1')
  }
  await call('PATCH', itemsStatus, { body: { itemId, status: 'AVAILABLE' } })
  expect((await control.readCatalog(merchantId)).items.map((item) => item.status)).toEqual([
    'AVAILABLE',
    'AVAILABLE',
  ])
})

test('the catalog lists its items, accepts prices in reais and rejects unknown items', async () => {
  const base = `/catalog/v2.0/merchants/${merchantId}`
  const [catalog] = (await (await call('GET', `${base}/catalogs`)).json()) as { catalogId: string }[]
  const categories = (await (
    await call('GET', `${base}/catalogs/${catalog?.catalogId ?? ''}/categories?include_items=true`)
  ).json()) as { items: { id: string; name: string; price: { value: number } }[] }[]
  const item = categories[0]?.items[0]
  expect(item).toMatchObject({ name: 'Pastel', price: { value: 12.9 } })
  const price = { itemId: item?.id, price: { value: 14.5, originalValue: 14.5 } }
  expect((await call('PATCH', `${base}/items/price`, { body: price })).status).toBe(200)
  expect((await control.readCatalog(merchantId)).items[0]?.cents).toBe(1_450)
  const patch = async (path: string, body: object) => (await call('PATCH', path, { body })).status
  expect(await patch(itemsStatus, { itemId: 'nobody', status: 'AVAILABLE' })).toBe(404)
  expect(await patch(itemsStatus, { itemId: item?.id, status: 'SOLD_OUT' })).toBe(400)
  expect(await patch(`${base}/items/price`, { itemId: item?.id, price: { value: '1,00' } })).toBe(400)
  expect(
    await patch('/catalog/v2.0/merchants/nobody/items/status', { itemId: item?.id, status: 'AVAILABLE' }),
  ).toBe(403)
})

test('a fault returns its status for the given time', async () => {
  await control.fail(500, 60_000)
  expect((await call('GET', '/events/v1.0/events:polling', { merchants: merchantId })).status).toBe(500)
  await control.advanceClock(60_000)
  expect((await call('GET', '/events/v1.0/events:polling', { merchants: merchantId })).status).toBe(204)
})
