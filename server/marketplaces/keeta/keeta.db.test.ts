import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { enableIntegration, readIntegrations } from '../../../contract/integrations/integrations.ts'
import { answerDispute, readDisputes } from '../../../contract/orders/disputes.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { spawnKeeta } from '../../../simulator/keeta/spawn-keeta.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { pollMarketplace } from '../poll.ts'

const platform = 'keeta'
const software = { clientId: 'balcao', clientSecret: 'segredo-do-balcao' }
const timeout = 20_000
let partner: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
let merchantId: string

beforeAll(async () => {
  partner = await spawnKeeta({ ...software, actionDelayMs: 5, pollsPerMinute: 10_000 })
  control = orderingAppControl(partner.url)
  app = await testApp({
    KEETA_BASE_URL: partner.url,
    KEETA_CLIENT_ID: software.clientId,
    KEETA_CLIENT_SECRET: software.clientSecret,
    PUBLIC_URL: 'https://painel.example',
  })
  shop = await standardShop(app)
  merchantId = await newMerchant('Brasa')
  expect((await enable(shop.manager, shop.store, merchantId)).status).toBe(200)
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})

async function newMerchant(name: string): Promise<string> {
  const id = String(randomInt(100_000, 999_999_999))
  await control.setMerchants([{ merchantId: id, name }])
  return id
}
const enable = (person: Person, storeId: string, id: string) =>
  app.call(person, enableIntegration, { body: { type: platform, merchantId: id } }, { storeId })
const place = async (id = merchantId, fields: Readonly<Record<string, unknown>> = {}) =>
  (await control.placeOrder({ merchantId: id, fields })).orderId
const seen = (
  externalId: string,
  ready: (order: orders.Order) => boolean = () => true,
  person = shop.manager,
): Promise<orders.Order> =>
  vi.waitUntil(
    async () => {
      await pollMarketplace(app.deps, platform)
      const { data } = await app.call(person, orders.readBoard, { query: {} })
      const order = data.orders.find((one) => one.externalId === externalId)
      return order && ready(order) ? order : null
    },
    { timeout, interval: 100 },
  )
const isAt = (status: orders.Order['status']) => (order: orders.Order) =>
  order.status === status && order.pending === null
type Act = typeof orders.confirmOrder | typeof orders.markReady | typeof orders.dispatchOrder
const act = (route: Act, order: orders.Order) =>
  app.call(shop.manager, route, { params: { orderId: order.id }, body: {} }, { storeId: shop.store })

test('a connection tells Keeta where our menu and webhook are, and shows the id that the owner knows', async () => {
  const { data } = await app.call(shop.manager, readIntegrations, {}, { storeId: shop.store })
  const channel = data.channels.find(({ type }) => type === platform)
  expect(channel).toMatchObject({ ways: ['app'], integration: { status: 'active', merchantId } })
  const known = await control.merchant(merchantId)
  expect(known).toMatchObject({
    softwareId: merchantId.padStart(36, '0'),
    webhookUrl: 'https://painel.example/webhooks/keeta/v1/newEvent',
  })
  expect(known.menuUrl).toMatch(/^https:\/\/painel\.example\/open-delivery\/v1\/merchant\/.+/)
})

test('a merchant of another store stays that store’s, and nobody connects it away', async () => {
  const { manager, store } = await standardShop(app)
  const before = await control.merchant(merchantId)
  const answer = await enable(manager, store, merchantId)
  expect(answer.body.error).toBe('integration/merchant-taken')
  expect(await control.merchant(merchantId)).toEqual(before)
  expect((await enable(shop.basic, shop.store, merchantId)).body.error).toBe('permission/denied')
  expect((await enable(shop.stranger, shop.store, merchantId)).status).toBe(404)
  expect((await enable(manager, store, '404404')).body.error).toBe('integration/merchant-refused')
})

test('one poll brings the orders of several stores, each to its own board', async () => {
  const other = await standardShop(app)
  const second = await newMerchant('Cantina')
  await enable(other.manager, other.store, second)
  const [mine, theirs] = [await place(), await place(second)]
  expect(await seen(mine)).toMatchObject({ platform, storeId: shop.store })
  expect(await seen(theirs, () => true, other.manager)).toMatchObject({ storeId: other.store })
  const { data } = await app.call(shop.manager, orders.readBoard, { query: {} })
  expect(data.orders.some(({ externalId }) => externalId === theirs)).toBe(false)
})

test('stores that sell and stores that do not are in one poll, because Keeta counts them', async () => {
  const { polls } = await control.state()
  await pollMarketplace(app.deps, platform, undefined, () => Promise.resolve(new Set([shop.store])))
  expect((await control.state()).polls).toBe(polls + 1)
})

test('an order is accepted and sent, every request signed, with what Keeta decrypts for the store that delivers', async () => {
  const id = await place()
  const placed = await seen(id, isAt('placed'))
  expect(placed.totals.orderCents).toBe(3_890)
  expect(placed.customer).toMatchObject({ name: 'Bia Prado', phone: '+551140028922' })
  expect(placed.delivery?.address).toMatchObject({
    district: 'Pinheiros',
    number: '100',
    complement: 'Apto 12',
  })
  expect(placed.notUnderstood).toBeUndefined()
  expect(placed.unreadable).toBeUndefined()
  await act(orders.confirmOrder, placed)
  await act(orders.markReady, await seen(id, isAt('confirmed')))
  await act(orders.dispatchOrder, await seen(id, isAt('ready')))
  await seen(id, isAt('dispatched'))
  expect((await control.orderOf(id)).actions.map(({ action }) => action)).toEqual([
    'confirm',
    'readyForPickup',
    'dispatch',
  ])
  expect((await control.state()).violations).toEqual([])
})

test('what Keeta encrypts of an order that it delivers is named, not shown, and no alarm', async () => {
  const id = await place(merchantId, {
    delivery: {
      deliveredBy: 'MARKETPLACE',
      deliveryAddress: { street: 'Rua A', number: '10', district: 'Centro', formattedAddress: 'Rua A, 10' },
    },
  })
  const placed = await seen(id)
  expect(placed.unreadable).toEqual([
    'A Keeta manda cifrado e não mostra à loja: telefone, número, bairro, endereço.',
  ])
  expect(placed.customer.phone).toBeNull()
  expect(placed.delivery?.address).toMatchObject({ street: 'Rua A', number: '', district: '' })
  expect(placed.notUnderstood).toBeUndefined()
  expect(JSON.stringify(placed)).not.toContain('ENC_')
})

test('what Keeta does not decrypt for the store that delivers is an alarm on the order', async () => {
  const id = await place(merchantId, { customer: { id: 'ENC_1', name: 'ENC_#estranho=#1#' } })
  const placed = await seen(id)
  expect(placed).toMatchObject({
    incomplete: true,
    notUnderstood: ['A Keeta mandou cifrado e não decifrou: nome do cliente'],
    customer: { name: 'Cliente Keeta' },
  })
  // The rest of it was.
  expect(placed.delivery?.address?.district).toBe('Pinheiros')
})

describe('a decryption that fails for a while', () => {
  const failNext = (failures: number) =>
    fetch(`${partner.url}/_control/decryption`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failures }),
    })

  test('is asked for again, and the new order comes whole', async () => {
    await failNext(2)
    const placed = await seen(await place())
    expect(placed).toMatchObject({
      customer: { phone: '+551140028922' },
      delivery: { address: { number: '100' } },
    })
    expect(placed.notUnderstood).toBeUndefined()
  })

  test('keeps no order from the board for longer than half a minute', async () => {
    await failNext(1_000)
    const createdAt = new Date(Date.now() - 31_000).toISOString()
    const placed = await seen(await place(merchantId, { createdAt }))
    await failNext(0)
    expect(placed).toMatchObject({ incomplete: true, customer: { phone: null } })
    expect(placed.notUnderstood?.[0]).toMatch(/^A Keeta mandou cifrado e não decifrou: telefone/)
  })
})

test('money that a customer asks back is refused or granted by the store, and Keeta’s event ends it', async () => {
  const id = await place()
  const { id: orderId } = await seen(id, isAt('placed'))
  const open = () =>
    vi.waitUntil(
      async () => {
        await pollMarketplace(app.deps, platform)
        const { data } = await app.call(shop.manager, readDisputes, { query: {} })
        return data.disputes.find((one) => one.orderId === orderId && one.state === 'open') ?? null
      },
      { timeout },
    )
  const ended = async (lastEvent: string) => {
    await vi.waitUntil(async () => (await control.orderOf(id)).lastEvent === lastEvent, { timeout })
    await vi.waitUntil(
      async () => {
        await pollMarketplace(app.deps, platform)
        const { data } = await app.call(shop.manager, readDisputes, { query: {} })
        return data.disputes.every((one) => one.orderId !== orderId || one.state !== 'answering')
      },
      { timeout },
    )
  }
  const answer = (disputeId: string, body: object) =>
    app.call(
      shop.manager,
      answerDispute,
      { params: { disputeId }, body: body as never },
      { storeId: shop.store },
    )
  await control.emit(id, 'USER_REFUND_REQUEST', { reason: 'Veio frio' })
  const first = await open()
  expect(first).toMatchObject({ message: 'Veio frio', askedCents: 3_890 })
  await answer(first.id, { answer: 'reject', reason: 'HIGH_STORE_DEMAND' })
  await ended('REFUND_FAILED')
  expect((await control.orderOf(id)).actions.at(-1)).toEqual({
    action: 'rejectRefund',
    body: { reason: 'A loja está com muito movimento', code: 'OTHER' },
  })
  await control.emit(id, 'USER_REFUND_REQUEST', { reason: 'Veio frio mesmo' })
  const second = await open()
  expect(second.id).not.toBe(first.id)
  await answer(second.id, { answer: 'accept' })
  await ended('REFUNDED')
})

describe('the webhook', () => {
  const post = (event: object, changed: Readonly<Record<string, string>> = {}) => {
    const body = JSON.stringify(event)
    return app.fastify.inject({
      method: 'POST',
      url: '/webhooks/keeta/v1/newEvent',
      headers: {
        'content-type': 'application/json',
        'x-app-id': 'keeta',
        'x-app-merchantid': merchantId.padStart(36, '0'),
        'x-app-signature': createHmac('sha256', software.clientSecret).update(body).digest('base64'),
        ...changed,
      },
      payload: body,
    })
  }
  const event = () => ({
    eventId: randomUUID(),
    eventType: 'CREATED',
    orderId: '783441058793308',
    orderURL: 'https://open.example/x',
    createdAt: new Date().toISOString(),
  })

  test('takes an event that our secret signs in Base64, and answers 200 as Keeta asks', async () => {
    const one = event()
    expect((await post(one)).statusCode).toBe(200)
    expect((await post(one)).statusCode).toBe(200)
    const rows = await withStoreScope(app.db, [shop.store], (tx) =>
      tx.selectFrom('inbox').select('event_id').where('event_id', '=', one.eventId).execute(),
    )
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['in hexadecimal', createHmac('sha256', software.clientSecret).update('x').digest('hex')],
    ['of another secret', createHmac('sha256', 'outro').update('x').digest('base64')],
    ['that is none', 'curta'],
  ])('takes none with a signature %s', async (_what, signature) => {
    expect((await post(event(), { 'x-app-signature': signature })).statusCode).toBe(401)
  })
})
