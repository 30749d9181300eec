import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as integrations from '../../../contract/integrations/integrations.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { spawnAiqfome } from '../../../simulator/aiqfome/spawn-aiqfome.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { pollMarketplace } from '../poll.ts'

const type = 'aiqfome'
const application = {
  clientId: 'balcao',
  clientSecret: 'segredo-do-balcao',
  redirectUrl: 'https://painel.example/voltei',
}
let partner: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>
let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
let merchantId: string

beforeAll(async () => {
  partner = await spawnAiqfome({ ...application, actionDelayMs: 5 })
  control = orderingAppControl(partner.url)
  app = await testApp({
    AIQFOME_BASE_URL: partner.url,
    AIQFOME_LOGIN_URL: partner.url,
    AIQFOME_STORES_URL: partner.url,
    AIQFOME_CLIENT_ID: application.clientId,
    AIQFOME_CLIENT_SECRET: application.clientSecret,
    AIQFOME_REDIRECT_URL: application.redirectUrl,
    PUBLIC_URL: 'https://painel.example',
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  app.startWorker()
}, 60_000)
afterAll(async () => {
  await app.close()
  await partner.stop()
})
beforeEach(async () => {
  shop = await standardShop(app)
  merchantId = String(randomInt(10_000, 999_999_999))
  await control.setMerchants([{ merchantId, name: 'Brasa' }])
})

const here = () => ({ storeId: shop.store })
const versionOf = ({ setup }: integrations.ChannelView) => setup?.version ?? 0
const begin = (person: Person = shop.manager, storeId = shop.store, version = 0) =>
  app.call(person, integrations.startSetup, { body: { type, way: 'code', version } }, { storeId })
const redeem = (authorizationCode: string, version: number) =>
  app.call(shop.manager, integrations.redeemCode, { body: { type, authorizationCode, version } }, here())

/** What the owner's browser shows after the consent: our address with the code. */
async function consent({ setup }: integrations.ChannelView): Promise<string> {
  const reply = await fetch(`${setup?.verificationUrl ?? ''}&loja=${merchantId}`, { redirect: 'manual' })
  return reply.headers.get('location') ?? ''
}

async function connect(begun?: integrations.ChannelView): Promise<void> {
  const asked = begun ?? (await begin()).data
  const authorised = (await redeem(await consent(asked), versionOf(asked))).data
  const body = { type, merchantId, version: versionOf(authorised) }
  const enabled = await app.call(shop.manager, integrations.enableIntegration, { body }, here())
  expect(enabled.status).toBe(200)
}

const inbox = () =>
  withStoreScope(app.db, [shop.store], (tx) =>
    tx.selectFrom('inbox').select(['event_id', 'payload']).where('store_id', '=', shop.store).execute(),
  )

describe('the consent of an owner', () => {
  test('is a link without a code to type, and the address that it leads back to connects the store', async () => {
    const begun = (await begin()).data
    expect(begun.setup).toMatchObject({ step: 'authorise', userCode: null })
    expect(begun.setup?.verificationUrl).toMatch(/\/login\?client_id=balcao&.*response_type=code/)
    await connect(begun)
    const known = await control.merchant(merchantId)
    expect(known).toMatchObject({
      softwareId: merchantId,
      webhookUrl: 'https://painel.example/webhooks/aiqfome/v1/newEvent',
    })
  })

  test('may be pasted as the bare code, and is good once', async () => {
    const begun = (await begin()).data
    const code = new URL(await consent(begun)).searchParams.get('code') ?? ''
    const authorised = await redeem(code, versionOf(begun))
    expect(authorised.data.setup?.step).toBe('merchants')
    const again = (await begin(shop.manager, shop.store, versionOf(authorised.data))).data
    expect((await redeem(code, versionOf(again))).body.error).toBe('integration/code-refused')
  })

  test('to another request, or one that was never given, is refused', async () => {
    const begun = (await begin()).data
    const foreign = new URL(await consent(begun))
    foreign.searchParams.set('state', 'de-outra-pessoa')
    expect((await redeem(foreign.href, versionOf(begun))).body.error).toBe('integration/code-refused')
    expect((await redeem('inventado', versionOf(begun))).body.error).toBe('integration/code-refused')
  })

  test('is asked by managers, for their own stores, and one of two at once begins it', async () => {
    expect((await begin(shop.basic)).body.error).toBe('permission/denied')
    expect((await begin(shop.stranger)).status).toBe(404)
    const both = await Promise.all([begin(), begin()])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})

test('an order comes to the board by polling, and is accepted', async () => {
  await connect()
  const { orderId } = await control.placeOrder({ merchantId })
  const onBoard = (ready: (order: orders.Order) => boolean) =>
    vi.waitUntil(
      async () => {
        await pollMarketplace(app.deps, type)
        const { data } = await app.call(shop.manager, orders.readBoard, { query: {} })
        return data.orders.find((one) => one.externalId === orderId && ready(one)) ?? null
      },
      { timeout: 20_000, interval: 100 },
    )
  const placed = await onBoard(({ status }) => status === 'placed')
  await app.call(shop.manager, orders.confirmOrder, { params: { orderId: placed.id }, body: {} }, here())
  await onBoard(({ status, pending }) => status === 'confirmed' && pending === null)
  expect((await control.state()).violations).toEqual([])
})

test('the token is renewed by what the consent gave, after the two hours that it lasts', async () => {
  await connect()
  app.setClock(new Date(Date.now() + 2.5 * 3_600_000))
  const { orderId } = await control.placeOrder({ merchantId })
  await pollMarketplace(app.deps, type)
  app.setClock(null)
  expect((await inbox()).map(({ payload }) => payload)).toMatchObject([{ orderId }])
})

test('the webhook takes what our secret signs in hexadecimal, and nothing else', async () => {
  await connect()
  const event = {
    eventId: randomUUID(),
    eventType: 'CREATED',
    orderId: randomUUID(),
    orderURL: 'https://open.example/x',
    createdAt: new Date().toISOString(),
  }
  const body = JSON.stringify(event)
  const post = (secret: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/webhooks/aiqfome/v1/newEvent',
      headers: {
        'content-type': 'application/json',
        'x-app-merchantid': merchantId,
        'x-app-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      payload: body,
    })
  expect((await post('outro')).statusCode).toBe(401)
  expect((await post(application.clientSecret)).statusCode).toBe(204)
  expect((await inbox()).map(({ event_id: id }) => id)).toEqual([event.eventId])
})
