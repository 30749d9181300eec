import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { giveCredentials } from '../../../../contract/integrations/credentials.ts'
import * as integrations from '../../../../contract/integrations/integrations.ts'
import { readBoard, type Order } from '../../../../contract/orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../../testing/app.ts'
import { pollMarketplace } from '../../poll.ts'

export const platform = 'open-delivery'
/** Longer than an event on a busy machine. */
const timeout = 20_000

/** The panel, which may call the application at this address. */
export const panelBeside = (url: string): Promise<TestApp> =>
  testApp({ MENU_IMPORT_ORIGINS: url, ENCRYPTION_KEY: 'ab'.repeat(32) })

export interface Credentials {
  readonly merchantId: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Credentials that the application gives to a new merchant. */
export function newCredentials(): Credentials {
  const merchantId = `22815773000169-${randomUUID()}`
  return { merchantId, clientId: `loja-${merchantId.slice(-12)}`, clientSecret: randomUUID() }
}

interface Connecting {
  readonly app: TestApp
  readonly person: Person
  readonly storeId: string
  readonly url: string
}

/** By the panel's calls, as far as the test order. */
export async function connectStore(
  { app, person, storeId, url }: Connecting,
  { merchantId, clientId, clientSecret }: Credentials,
): Promise<integrations.ChannelView> {
  const here = { storeId }
  const type = platform
  const call = { app, person, here }
  let channel = await startedSetup(call)
  const given = await app.call(
    person,
    giveCredentials,
    { body: { type, baseUrl: url, clientId, clientSecret, version: versionOf(channel) } },
    here,
  )
  const chosen = { type, merchantId, merchantSecondaryIds: [] }
  const checked = await app.call(
    person,
    integrations.checkSetup,
    { body: { ...chosen, version: versionOf(given.data) } },
    here,
  )
  channel = checked.data
  const enabled = await app.call(
    person,
    integrations.enableIntegration,
    { body: { ...chosen, version: versionOf(channel) } },
    here,
  )
  return enabled.data
}

export const versionOf = (channel: integrations.ChannelView): number => channel.setup?.version ?? 0

export async function startedSetup({
  app,
  person,
  here,
}: {
  readonly app: TestApp
  readonly person: Person
  readonly here: { readonly storeId: string }
}): Promise<integrations.ChannelView> {
  const { data } = await app.call(person, integrations.readIntegrations, {}, here)
  const channel = data.channels.find(({ type }) => type === platform)
  if (!channel) throw new Error('the channel is not offered')
  const body = { type: platform, way: 'credentials' as const, version: versionOf(channel) }
  return (await app.call(person, integrations.startSetup, { body }, here)).data
}

/** One look at the application; what it told is then at work in the worker. */
export const poll = (app: TestApp) => pollMarketplace(app.deps, platform)

/** The order on the board once it is as the test waits for it. */
export function boardOrder(
  app: TestApp,
  person: Person,
  externalId: string,
  ready: (order: Order) => boolean = () => true,
): Promise<Order> {
  return vi.waitUntil(
    async () => {
      await poll(app)
      const { data } = await app.call(person, readBoard, { query: {} })
      const order = data.orders.find((one) => one.externalId === externalId)
      return order && ready(order) ? order : null
    },
    { timeout, interval: 100 },
  )
}
