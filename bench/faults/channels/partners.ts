import { randomInt, randomUUID } from 'node:crypto'
import { giveCredentials } from '../../../contract/integrations/credentials.ts'
import * as integrations from '../../../contract/integrations/integrations.ts'
import type { Reply, Route, Sent } from '../../../contract/shared/route.ts'
import { spawnAiqfome } from '../../../simulator/aiqfome/spawn-aiqfome.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { spawnKeeta } from '../../../simulator/keeta/spawn-keeta.ts'
import { orderingAppControl } from '../../../simulator/open-delivery/ordering-app-control.ts'
import { spawnOrderingApp } from '../../../simulator/open-delivery/spawn-ordering-app.ts'
import type { SpawnedSimulator } from '../../../simulator/spawn-program.ts'
import { spawnSimulator } from '../../../simulator/spawn-simulator.ts'
import { cuttingProxy, type CuttingProxy } from '../cutting-proxy.ts'

/** A call of the panel about the store that is connected. */
type Ask = <T extends Route>(route: T, input: Sent<T>) => Promise<Reply<T>>

export interface Partner {
  readonly platform: string
  /** Between the panel and the partner. */
  readonly proxy: CuttingProxy
  /** Connects a store by the panel's calls. */
  readonly connect: (ask: Ask) => Promise<unknown>
  /** Places a takeout order; returns its id at the partner. */
  readonly place: () => Promise<string>
  /** Every order there costs the same. */
  readonly sameAmount: boolean
  /** What the partner did with the order because it was asked to, each time that it did. */
  readonly doneTo: (orderId: string) => Promise<readonly string[]>
  /** Events that it still repeats. */
  readonly unacknowledged: () => Promise<number>
}

export interface Partners {
  readonly all: readonly Partner[]
  /** Of the server that speaks with them. */
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const software = { clientId: 'balcao', clientSecret: 'segredo-do-balcao' }
const redirectUrl = 'https://painel.example/voltei'
const actionDelayMs = 5

/** A simulator of every channel, each in a process of its own, behind a proxy. */
export async function startPartners(): Promise<Partners> {
  const spawned = {
    ifood: await spawnSimulator({ ...software, actionDelayMs }),
    standard: await spawnOrderingApp({ actionDelayMs }),
    keeta: await spawnKeeta({ ...software, actionDelayMs, pollsPerMinute: 10_000 }),
    aiqfome: await spawnAiqfome({ ...software, redirectUrl, actionDelayMs }),
  }
  const { ifood, standard, keeta, aiqfome } = spawned
  const all = [
    await ifoodPartner(ifood),
    await standardPartner(standard),
    await orderingPartner('keeta', keeta, (ask, merchantId) =>
      ask(integrations.enableIntegration, { body: { type: 'keeta', merchantId } }),
    ),
    await orderingPartner('aiqfome', aiqfome, authoriseAiqfome),
  ] as const
  const [atIfood, atStandard, atKeeta, atAiqfome] = all
  return {
    all,
    environment: {
      IFOOD_BASE_URL: atIfood.proxy.url,
      IFOOD_CLIENT_ID: software.clientId,
      IFOOD_CLIENT_SECRET: software.clientSecret,
      IFOOD_POLL_SECONDS: '2',
      MENU_IMPORT_ORIGINS: atStandard.proxy.url,
      KEETA_BASE_URL: atKeeta.proxy.url,
      KEETA_CLIENT_ID: software.clientId,
      KEETA_CLIENT_SECRET: software.clientSecret,
      AIQFOME_BASE_URL: atAiqfome.proxy.url,
      AIQFOME_LOGIN_URL: aiqfome.url,
      AIQFOME_STORES_URL: aiqfome.url,
      AIQFOME_CLIENT_ID: software.clientId,
      AIQFOME_CLIENT_SECRET: software.clientSecret,
      AIQFOME_REDIRECT_URL: redirectUrl,
      PUBLIC_URL: 'https://painel.example',
      ENCRYPTION_KEY: 'ab'.repeat(32),
    },
    stop: async () => {
      await Promise.all(all.map(({ proxy }) => proxy.stop()))
      await Promise.all(Object.values(spawned).map((one) => one.stop()))
    },
  }
}

async function ifoodPartner({ url }: SpawnedSimulator): Promise<Partner> {
  const control = simulatorControl(url)
  const merchantId = randomUUID()
  const menu = [{ code: 'PAS-1', name: 'Pastel de carne', cents: 1_290 }]
  await control.setMerchants([{ merchantId, name: 'Brasa', menu }])
  return {
    platform: 'ifood',
    proxy: await cuttingProxy(url),
    connect: (ask) => ask(integrations.enableIntegration, { body: { type: 'ifood', merchantId } }),
    place: async () => (await control.placeOrder({ merchantId, type: 'TAKEOUT' })).orderId,
    sameAmount: false,
    // Its log has every call; an order that was confirmed before is confirmed no second time.
    doneTo: async (orderId) => {
      const { actions } = await control.readLog()
      return [...new Set(actions.filter((one) => one.orderId === orderId).map(({ action }) => action))]
    },
    unacknowledged: async () => (await control.readLog()).unacknowledged.length,
  }
}

async function standardPartner(spawned: SpawnedSimulator): Promise<Partner> {
  const merchantId = `22815773000169-${randomUUID()}`
  const credentials = { clientId: `loja-${merchantId.slice(-12)}`, clientSecret: randomUUID() }
  const type = 'open-delivery'
  return orderingPartner(
    type,
    spawned,
    async (ask, _id, proxy) => {
      const { setup } = await ask(integrations.startSetup, { body: { type, way: 'credentials', version: 0 } })
      const given = await ask(giveCredentials, {
        body: { type, baseUrl: proxy.url, ...credentials, version: setup?.version ?? 0 },
      })
      const chosen = { type, merchantId, merchantSecondaryIds: [] }
      const checked = await ask(integrations.checkSetup, {
        body: { ...chosen, version: given.setup?.version ?? 0 },
      })
      await ask(integrations.enableIntegration, { body: { ...chosen, version: checked.setup?.version ?? 0 } })
    },
    { merchantId, ...credentials },
  )
}

type Connect = (ask: Ask, merchantId: string, proxy: CuttingProxy) => Promise<unknown>

async function orderingPartner(
  platform: string,
  { url }: SpawnedSimulator,
  connect: Connect,
  its: { readonly merchantId: string } = { merchantId: String(randomInt(10_000, 999_999_999)) },
): Promise<Partner> {
  const control = orderingAppControl(url)
  const { merchantId } = its
  await control.setMerchants([{ ...its, name: 'Brasa' }])
  const proxy = await cuttingProxy(url)
  return {
    platform,
    proxy,
    connect: (ask) => connect(ask, merchantId, proxy),
    place: async () => (await control.placeOrder({ merchantId, type: 'TAKEOUT' })).orderId,
    sameAmount: true,
    doneTo: async (orderId) => (await control.orderOf(orderId)).actions.map(({ action }) => action),
    unacknowledged: async () => (await control.state()).waitingEvents,
  }
}

/** The owner agrees at the login page and pastes the address that it leads back to. */
const authoriseAiqfome: Connect = async (ask, merchantId) => {
  const type = 'aiqfome'
  const begun = await ask(integrations.startSetup, { body: { type, way: 'code', version: 0 } })
  const login = await fetch(`${begun.setup?.verificationUrl ?? ''}&loja=${merchantId}`, {
    redirect: 'manual',
  })
  const authorised = await ask(integrations.redeemCode, {
    body: {
      type,
      authorizationCode: login.headers.get('location') ?? '',
      version: begun.setup?.version ?? 0,
    },
  })
  return ask(integrations.enableIntegration, {
    body: { type, merchantId, version: authorised.setup?.version ?? 0 },
  })
}
