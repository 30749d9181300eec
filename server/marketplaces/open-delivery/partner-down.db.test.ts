import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '../../../contract/shared/durations.ts'
import * as integrations from '../../../contract/integrations/integrations.ts'
import { confirmOrder } from '../../../contract/orders/orders.ts'
import { spawnAiqfome } from '../../../simulator/aiqfome/spawn-aiqfome.ts'
import { spawnKeeta } from '../../../simulator/keeta/spawn-keeta.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { spawnOrderingApp } from '../../../simulator/open-delivery/spawn-ordering-app.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { pollMarketplaces } from '../poll.ts'
import { connectStore, newCredentials } from './testing/connected-app.ts'

const software = { clientId: 'balcao', clientSecret: 'segredo-do-balcao' }
const redirectUrl = 'https://painel.example/voltei'
const platforms = ['open-delivery', 'keeta', 'aiqfome'] as const
type Platform = (typeof platforms)[number]

interface Shop {
  readonly partner: SpawnedSimulator
  readonly control: ReturnType<typeof orderingAppControl>
  readonly merchantId: string
  readonly store: string
  readonly manager: Person
}

let app: TestApp
let partners: Readonly<Record<Platform, SpawnedSimulator>>
let shops: Readonly<Record<Platform, Shop>>

beforeAll(async () => {
  partners = {
    'open-delivery': await spawnOrderingApp({ actionDelayMs: 5 }),
    keeta: await spawnKeeta({ ...software, actionDelayMs: 5, pollsPerMinute: 10_000 }),
    aiqfome: await spawnAiqfome({ ...software, redirectUrl, actionDelayMs: 5 }),
  }
  app = await testApp({
    MENU_IMPORT_ORIGINS: partners['open-delivery'].url,
    KEETA_BASE_URL: partners.keeta.url,
    KEETA_CLIENT_ID: software.clientId,
    KEETA_CLIENT_SECRET: software.clientSecret,
    AIQFOME_BASE_URL: partners.aiqfome.url,
    AIQFOME_LOGIN_URL: partners.aiqfome.url,
    AIQFOME_CLIENT_ID: software.clientId,
    AIQFOME_CLIENT_SECRET: software.clientSecret,
    AIQFOME_REDIRECT_URL: redirectUrl,
    PUBLIC_URL: 'https://painel.example',
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  shops = {
    'open-delivery': await connectedShop('open-delivery'),
    keeta: await connectedShop('keeta'),
    aiqfome: await connectedShop('aiqfome'),
  }
  app.startWorker()
}, 120_000)
afterAll(async () => {
  await app.close()
  await Promise.all(Object.values(partners).map((partner) => partner.stop()))
})

async function connectedShop(platform: Platform): Promise<Shop> {
  const { store, manager } = await standardShop(app)
  const partner = partners[platform]
  const control = orderingAppControl(partner.url)
  const credentials = newCredentials()
  const merchantId =
    platform === 'open-delivery' ? credentials.merchantId : String(randomInt(10_000, 999_999_999))
  const shop = { partner, control, merchantId, store, manager }
  await control.setMerchants([
    platform === 'open-delivery' ? { ...credentials, name: 'Brasa' } : { merchantId, name: 'Brasa' },
  ])
  await connects[platform](shop, credentials)
  return shop
}

const enable = async ({ manager, store, merchantId }: Shop, type: Platform, version?: number) => {
  const body = { type, merchantId, ...(version === undefined ? {} : { version }) }
  const { status } = await app.call(manager, integrations.enableIntegration, { body }, { storeId: store })
  expect(status).toBe(200)
}

const connects: Readonly<
  Record<Platform, (shop: Shop, credentials: ReturnType<typeof newCredentials>) => Promise<unknown>>
> = {
  'open-delivery': ({ manager, store, partner }, credentials) =>
    connectStore({ app, person: manager, storeId: store, url: partner.url }, credentials),
  keeta: (shop) => enable(shop, 'keeta'),
  aiqfome: async (shop) => {
    const here = { storeId: shop.store }
    const type = 'aiqfome'
    const begun = await app.call(
      shop.manager,
      integrations.startSetup,
      { body: { type, way: 'code', version: 0 } },
      here,
    )
    const login = `${begun.data.setup?.verificationUrl ?? ''}&loja=${shop.merchantId}`
    const reply = await fetch(login, { redirect: 'manual' })
    const authorised = await app.call(
      shop.manager,
      integrations.redeemCode,
      {
        body: {
          type,
          authorizationCode: reply.headers.get('location') ?? '',
          version: begun.data.setup?.version ?? 0,
        },
      },
      here,
    )
    await enable(shop, type, authorised.data.setup?.version ?? 0)
  },
}

const place = async ({ control, merchantId }: Shop) =>
  (await control.placeOrder({ merchantId, type: 'TAKEOUT' })).orderId
/** From the rows: a session of a person does not outlast the hour. */
const ordersOf = ({ store }: Shop, externalId: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('orders')
      .select(['id', 'platform', 'status', 'pending_action as pending'])
      .where('store_id', '=', store)
      .where('external_id', '=', externalId)
      .execute(),
  )
const arrives = async (shop: Shop, externalId: string) => {
  await until(async () => {
    await pollMarketplaces(app.deps)
    return (await ordersOf(shop, externalId)).length > 0
  })
  return (await ordersOf(shop, externalId))[0]
}
const passes = (minutes: number) => app.setClock(new Date(app.deps.now().getTime() + minutes * minuteMs))

test.each(platforms)(
  '%s is down for an hour: the others’ orders arrive; after it its own orders and our actions go through once',
  async (platform) => {
    const shop = shops[platform]
    const waiting = await place(shop)
    const placed = await arrives(shop, waiting)
    await shop.control.setDown(true)
    const asked = await app.call(
      await app.addPerson('manager', { [shop.store]: 'manager' }),
      confirmOrder,
      { params: { orderId: placed?.id ?? '' }, body: {} },
      { storeId: shop.store },
    )
    expect(asked.data.pending?.action).toBe('confirm')
    const during = await Promise.all([place(shop), place(shop)])
    for (let minute = 0; minute < 60; minute += 5) {
      passes(5)
      await pollMarketplaces(app.deps)
      if (minute !== 30) continue
      for (const other of platforms.filter((one) => one !== platform))
        expect(await arrives(shops[other], await place(shops[other]))).toMatchObject({ platform: other })
    }
    for (const externalId of during) expect(await ordersOf(shop, externalId)).toEqual([])
    await shop.control.setDown(false)
    // The last try that was put off is due.
    passes(3)
    for (const externalId of during) await arrives(shop, externalId)
    await until(async () => {
      await pollMarketplaces(app.deps)
      const [order] = await ordersOf(shop, waiting)
      return order?.status === 'confirmed' && order.pending === null
    })
    for (const externalId of [waiting, ...during]) expect(await ordersOf(shop, externalId)).toHaveLength(1)
    expect((await shop.control.orderOf(waiting)).actions.map(({ action }) => action)).toEqual(['confirm'])
    expect((await shop.control.state()).violations).toEqual([])
  },
  120_000,
)
