import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { giveCredentials } from '../../../contract/integrations/credentials.ts'
import * as integrations from '../../../contract/integrations/integrations.ts'
import { readChannels } from '../../../contract/stores/channels.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { startOrderingApp, type OrderingApp } from '../../../simulator/open-delivery/start-ordering-app.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import {
  boardOrder,
  connectStore,
  newCredentials,
  panelBeside,
  platform,
  poll,
  startedSetup,
  versionOf,
  type Credentials,
} from './testing/connected-app.ts'

let partner: OrderingApp
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person
let merchant: Credentials

beforeAll(async () => {
  partner = await startOrderingApp({ actionDelayMs: 10 })
  control = orderingAppControl(partner.url)
  app = await panelBeside(partner.url)
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  ;({ store, other, manager, basic, stranger } = await standardShop(app))
  merchant = newCredentials()
  await control.setMerchants([{ ...merchant, name: 'Brasa' }])
})

const here = () => ({ storeId: store })
const give = (version: number, changed: object = {}, person = manager, storeId = store) =>
  app.call(
    person,
    giveCredentials,
    {
      body: {
        type: platform,
        baseUrl: partner.url,
        clientId: merchant.clientId,
        clientSecret: merchant.clientSecret,
        version,
        ...changed,
      },
    },
    { storeId },
  )
const connect = () => connectStore({ app, person: manager, storeId: store, url: partner.url }, merchant)
const begin = async (person = manager, storeId = store) =>
  versionOf(await startedSetup({ app, person, here: { storeId } }))

describe('credentials of an application', () => {
  test('connect the store, and are kept sealed', async () => {
    const channel = await connect()
    expect(channel.integration).toMatchObject({
      status: 'active',
      way: 'credentials',
      merchantId: merchant.merchantId,
    })
    expect(channel.setup).toMatchObject({ step: 'test', testOrder: null })
    const kept = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('channel_credentials').selectAll().where('store_id', '=', store).executeTakeFirst(),
    )
    expect(JSON.stringify(kept)).not.toContain(merchant.clientSecret)
    const read = await app.call(manager, integrations.readIntegrations, {}, here())
    expect(JSON.stringify(read.data)).not.toContain(merchant.clientSecret)
  })

  test('that the application does not know are refused in words, and nothing is kept', async () => {
    const version = await begin()
    const { status, body } = await give(version, { clientSecret: 'errado' })
    expect([status, body.error]).toEqual([422, 'integration/code-refused'])
    expect(body.message).toContain('não aceitou o Client ID')
    expect((await give(version)).status).toBe(200)
  })

  test.each([
    'http://pedidos.example',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.7/api',
    'https://metadados',
    'https://pedidos.example:8443',
    'https://dona:senha@pedidos.example',
    'https://pedidos.example/?x=1',
  ])('are sent to no address like %s', async (baseUrl) => {
    const { status, body } = await give(await begin(), { baseUrl })
    expect([status, body.error, body.details?.[0]?.path]).toEqual([422, 'validation/refused', 'baseUrl'])
  })

  test('wait for the application when it does not answer', async () => {
    const version = await begin()
    await control.setDown(true)
    const { body } = await give(version)
    await control.setDown(false)
    expect(body.error).toBe('marketplace/unavailable')
  })

  test('are given by managers, for their own stores', async () => {
    const version = await begin()
    expect((await give(version, {}, basic)).body.error).toBe('permission/denied')
    expect((await give(version, {}, stranger)).status).toBe(404)
    expect((await give(version, {}, stranger, other)).body.error).toBe('integration/stale-setup')
  })

  test('are kept once when two people give them at once, and never at another step', async () => {
    const version = await begin()
    const both = await Promise.all([give(version), give(version)])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    const again = await give(version + 1)
    expect(again.body.error).toBe('integration/stale-setup')
  })

  test('are asked of no marketplace that gives none', async () => {
    expect((await give(0, { type: 'ifood' })).body.error).toBe('integration/way-not-offered')
  })
})

test('the first order shows that the connection works, and says that it is a sale', async () => {
  await connect()
  const { orderId } = await control.placeOrder({ merchantId: merchant.merchantId })
  const order = await boardOrder(app, manager, orderId)
  const { data } = await app.call(manager, integrations.readIntegrations, {}, here())
  const channel = data.channels.find(({ type }) => type === platform)
  expect(channel?.setup?.testOrder).toMatchObject({ orderId: order.id, isTest: false })
})

test('what the application does not say of the store is said as that, and nobody is asked again', async () => {
  await connect()
  const { data } = await app.call(manager, readChannels, { query: { selection: store } })
  const channel = data.stores[0]?.channels.find((one) => one.platform === platform)
  expect(channel?.state).toBe('unknown')
  expect(channel?.causes[0]).toMatchObject({ code: 'no-news', remedy: null })
  expect(channel?.causes[0]?.message).toMatch(/^O Open Delivery não informa se a loja está aberta\./)
})

test('the options of a store keep their shape, and name the merchant of this channel beside it', async () => {
  await connect()
  const { data } = await app.call(manager, readMyStores, {})
  const options = data.stores.find(({ id }) => id === store)?.options
  const shared = { storeId: store, slug: options?.[0]?.slug, logo: null }
  expect(options).toEqual([
    { ...shared, label: 'Brasa · Balcão', id: `${store}:balcao`, platform: 'balcao', ifoodId: null },
    {
      ...shared,
      label: 'Brasa · Open Delivery',
      id: `${store}:${merchant.merchantId}`,
      platform,
      ifoodId: null,
      merchantId: merchant.merchantId,
    },
  ])
})

test('a token that ended is renewed with the same credentials; one that the application withdrew is said', async () => {
  const begun = new Date()
  const after = (seconds: number) => app.setClock(new Date(begun.getTime() + seconds * 1_000))
  // Renewed a minute before its end.
  await control.setMerchants([{ ...merchant, name: 'Brasa', tokenSeconds: 90 }])
  after(0)
  await connect()
  after(100)
  await poll(app)
  const integration = async () => {
    await app.deps.accounts.flush()
    const { data } = await app.call(manager, integrations.readIntegrations, {}, here())
    return data.channels.find(({ type }) => type === platform)?.integration
  }
  expect((await integration())?.refusedSince).toBeNull()
  await control.setMerchants([{ ...merchant, name: 'Brasa', clientSecret: randomUUID() }])
  after(200)
  await poll(app)
  expect((await integration())?.refusedSince).not.toBeNull()
  app.setClock(null)
})

describe('the webhook', () => {
  const post = (event: object, secret: string, changed: Readonly<Record<string, string>> = {}) => {
    const body = JSON.stringify(event)
    return app.fastify.inject({
      method: 'POST',
      url: '/webhooks/open-delivery/v1/newEvent',
      headers: {
        'content-type': 'application/json',
        'x-app-id': randomUUID(),
        'x-app-merchantid': merchant.merchantId,
        'x-app-signature': createHmac('sha256', secret).update(body).digest('hex'),
        ...changed,
      },
      payload: body,
    })
  }
  const event = () => ({
    eventId: randomUUID(),
    eventType: 'CREATED',
    orderId: randomUUID(),
    orderURL: 'https://pedidos.example/x',
    createdAt: new Date().toISOString(),
  })
  const kept = async () => {
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('inbox').select('event_id').where('store_id', '=', store).execute(),
    )
    return rows.map((row) => row.event_id)
  }

  test('takes an event that the store’s own secret signs, and a repeat changes nothing', async () => {
    await connect()
    const one = event()
    expect((await post(one, merchant.clientSecret)).statusCode).toBe(204)
    expect((await post(one, merchant.clientSecret)).statusCode).toBe(204)
    expect(await kept()).toEqual([one.eventId])
  })

  test('takes none of another secret, of another merchant, or of a body that was changed', async () => {
    await connect()
    const answers = await Promise.all([
      post(event(), 'outro'),
      post(event(), merchant.clientSecret, { 'x-app-merchantid': newCredentials().merchantId }),
      post(event(), merchant.clientSecret, { 'x-app-signature': 'ab'.repeat(32) }),
      post(event(), merchant.clientSecret, { 'x-app-signature': 'curta' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    expect(await kept()).toEqual([])
  })

  test('takes only the application that the owner named', async () => {
    const appId = randomUUID()
    const version = await begin()
    const given = await give(version, { appId })
    const chosen = { type: platform, merchantId: merchant.merchantId, merchantSecondaryIds: [] }
    const checked = await app.call(
      manager,
      integrations.checkSetup,
      { body: { ...chosen, version: versionOf(given.data) } },
      here(),
    )
    await app.call(
      manager,
      integrations.enableIntegration,
      { body: { ...chosen, version: versionOf(checked.data) } },
      here(),
    )
    expect((await post(event(), merchant.clientSecret)).statusCode).toBe(401)
    expect((await post(event(), merchant.clientSecret, { 'x-app-id': appId })).statusCode).toBe(204)
  })

  test('alone brings an order from the application to the board', async () => {
    await connect()
    const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const webhookUrl = `${address}/webhooks/open-delivery/v1/newEvent`
    await control.setMerchants([{ ...merchant, name: 'Brasa', webhookUrl, webhookOnly: true }])
    const { orderId } = await control.placeOrder({ merchantId: merchant.merchantId })
    await vi.waitUntil(async () => (await kept()).length > 0, { timeout: 20_000 })
    expect(await boardOrder(app, manager, orderId)).toMatchObject({ status: 'placed', platform })
  })
})
