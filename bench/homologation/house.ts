import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { readOrder, type Order } from '../../contract/orders/orders.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Reply, Route, Sent } from '../../contract/shared/route.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { freePort, startPrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import type { Deps } from '../../server/deps.ts'
import { findMarketplaceOrder } from '../../server/orders/taking/take-marketplace-order.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator } from '../../simulator/start-simulator.ts'
import { benchApp } from '../bench-app.ts'
import { addBenchPerson, benchStore } from '../bench-store.ts'
import { startRecordingProxy, type Exchange } from './recording-proxy.ts'

export const platform = 'ifood'
export const secret = 'homologation-secret'

/** A store of an owner, connected to a simulated iFood, with the product's own worker. */
export interface House {
  readonly deps: Deps
  readonly storeId: string
  readonly merchantId: string
  readonly itemId: string
  /** Of the same item: the store's own, which is its bar code in a shop. */
  readonly itemCode: string
  /** Of a group of that item. */
  readonly optionId: string
  readonly control: ReturnType<typeof simulatorControl>
  /** What we sent to the marketplace. */
  readonly exchanges: readonly Exchange[]
  /** Where the marketplace sends its events. */
  readonly webhookUrl: string
  /** As the owner. Throws when it is refused. */
  readonly call: <T extends Route>(route: T, input: Sent<T>) => Promise<Reply<T>>
  /** Places an order at the marketplace and waits until it is on the board. */
  readonly place: (order?: PlacedOrder) => Promise<{ readonly externalId: string; readonly order: Order }>
  /** Waits until the order is in this status. */
  readonly reach: (orderId: string, status: Order['status']) => Promise<Order>
}

type PlacedOrder = Omit<Parameters<House['control']['placeOrder']>[0], 'merchantId'>

/** Two polls, and the calls after them. */
const patienceMs = 75_000
const itemCode = '7890000000017'

export async function startHouse(): Promise<{ readonly house: House; readonly stop: () => Promise<void> }> {
  const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-homologation-'))
  const postgres = await startPrivatePostgres({ dataRoot })
  await migrate(postgres.url)
  const port = await freePort()
  const webhookUrl = `http://127.0.0.1:${String(port)}/webhooks/ifood`
  const simulator = await startSimulator({ clientId: 'homologation', clientSecret: secret, webhookUrl })
  const control = simulatorControl(simulator.url)
  const proxy = await startRecordingProxy(simulator.url)
  const app = await benchApp(postgres.url, {
    IFOOD_BASE_URL: proxy.url,
    IFOOD_CLIENT_ID: 'homologation',
    IFOOD_CLIENT_SECRET: secret,
  })
  const { deps } = app
  const [storeId, merchantId, itemId] = [uuidv7(), crypto.randomUUID(), crypto.randomUUID()]
  const optionId = crypto.randomUUID()
  const bacon = { id: optionId, code: 'B-1', name: 'Bacon', cents: 500, status: 'AVAILABLE' as const }
  const groups = [{ id: crypto.randomUUID(), name: 'Turbine', min: 0, max: 1, options: [bacon] }]
  const item = { itemId, code: itemCode, name: 'X-Burger', cents: 3_290, category: 'Lanches', groups }
  await control.setMerchants([{ merchantId, name: 'Loja de homologação', menu: [item] }])
  // Each event twice, and by polling alone until a line is about the webhook.
  await control.setDeliveries({ duplicates: 1, webhook: false })
  const token = await withStoreScope(app.database.db, [storeId], async (tx) => {
    const openingHours = JSON.stringify(
      weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' })),
    )
    await tx
      .insertInto('stores')
      .values({ ...benchStore(storeId), opening_hours: openingHours })
      .execute()
    await tx
      .insertInto('integrations')
      .values({ store_id: storeId, type: platform, merchant_id: merchantId, connected_at: deps.now() })
      .execute()
    await tx
      .insertInto('merchant_routes')
      .values({ platform, merchant_id: merchantId, store_id: storeId })
      .execute()
    return addBenchPerson(tx, deps.keyring, { storeIds: [storeId], role: 3 })
  })
  await app.app.listen({ port, host: '127.0.0.1' })
  const worker = startWorker(deps)
  const { call, placeIn, reach } = hands({ app: app.app, deps, token, storeId, control })
  return {
    house: {
      deps,
      storeId,
      merchantId,
      itemId,
      itemCode,
      optionId,
      control,
      exchanges: proxy.exchanges,
      webhookUrl,
      call,
      place: (order = {}) => placeIn({ merchantId, ...order }),
      reach,
    },
    stop: async () => {
      await worker.stop()
      await app.close()
      await proxy.stop()
      await simulator.stop()
      await postgres.stop()
      rmSync(dataRoot, { recursive: true, force: true })
    },
  }
}

interface HandParts {
  readonly app: Awaited<ReturnType<typeof benchApp>>['app']
  readonly deps: Deps
  readonly token: string
  readonly storeId: string
  readonly control: House['control']
}

function hands({ app, deps, token, storeId, control }: HandParts) {
  const call: House['call'] = async (route, input) => {
    const { params, query, body } = input as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: object
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params?.[name] ?? '')
    const reply = await app.inject({
      method: route.method,
      url: `/api${path}`,
      query: query ?? {},
      headers: {
        [headers.userToken]: token,
        [headers.storeId]: storeId,
        [headers.idempotencyKey]: crypto.randomUUID(),
      },
      ...(route.method === 'GET' ? {} : { payload: body ?? {} }),
    })
    if (reply.statusCode >= 300) throw new Error(`${route.name}: ${reply.body}`)
    return (JSON.parse(reply.body) as { data: Reply<typeof route> }).data
  }
  const find = (externalId: string) => findMarketplaceOrder(deps, { storeId, platform }, externalId)
  return {
    call,
    placeIn: async (placed: Parameters<House['control']['placeOrder']>[0]) => {
      const { orderId: externalId } = await control.placeOrder(placed)
      const orderId = await until(`order ${externalId} on the board`, () => find(externalId))
      const { order } = await call(readOrder, { params: { orderId } })
      return { externalId, order }
    },
    reach: (orderId: string, status: Order['status']) =>
      until(`order ${status}`, async () => {
        const { order } = await call(readOrder, { params: { orderId } })
        return order.status === status ? order : null
      }),
  }
}

/** Looks until there is something. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 250).unref())
  }
}

export const marketplaceOf = ({ deps, storeId }: House) =>
  deps.marketplaces.marketplaceFor({ storeId, platform })
