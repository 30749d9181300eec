import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../contract/shared/durations.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import type { Deps } from '../../server/deps.ts'
import { keepGrant } from '../../server/integrations/credentials.ts'
import { keepEvents } from '../../server/marketplaces/inbox/keep-events.ts'
import type { MarketplaceEvent } from '../../server/marketplaces/marketplace-event.ts'
import { consumersOf } from '../../server/worker/consumers.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { orderDocument } from '../../simulator/open-delivery/order-document.ts'
import { benchApp } from '../bench-app.ts'
import { benchStore, withDirectoryAndStores } from '../bench-store.ts'

const platform = 'open-delivery'
const answerMs = 200

export interface PartnerOrders {
  /** Orders a second. */
  readonly twentyStores: number
  readonly oneStore: number
}

/**
 * From the kept event to the committed order, at a partner that takes 200 ms to answer each read; each store has a token
 * of its own. Goals: at least 150 and 60.
 */
export async function measurePartnerOrders(ownerUrl: string): Promise<PartnerOrders> {
  const partner = await startPartner()
  const { deps, close } = await benchApp(ownerUrl, {
    MENU_IMPORT_ORIGINS: partner.url,
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const ordersPerSecond = async (stores: number, orders: number): Promise<number> => {
    const merchants: string[] = []
    for (let nth = 0; nth < stores; nth += 1) merchants.push(await connectedStore(deps, partner.url))
    const take = async (count: number): Promise<number> => {
      await keepPlaced(deps, merchants, count)
      const begun = performance.now()
      await emptyInbox(deps, owner)
      return count / ((performance.now() - begun) / 1_000)
    }
    // The first orders warm the process up.
    await take(orders / 10)
    return Math.round(await take(orders))
  }
  const measured = {
    twentyStores: await ordersPerSecond(20, 2_000),
    oneStore: await ordersPerSecond(1, 500),
  }
  await owner.end()
  await close()
  await partner.stop()
  return measured
}

/** Returns its merchant. */
async function connectedStore(deps: Deps, baseUrl: string): Promise<string> {
  const storeId = uuidv7()
  const id = uuidv7()
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    await tx.insertInto('stores').values(benchStore(storeId)).execute()
    await tx
      .insertInto('integrations')
      .values({ store_id: storeId, type: platform, merchant_id: storeId, way: 'credentials' })
      .execute()
    await tx
      .insertInto('merchant_routes')
      .values({ platform, merchant_id: storeId, store_id: storeId, credential_id: id })
      .execute()
  })
  const grant = {
    access: JSON.stringify({ baseUrl, token: 'bench' }),
    accessUntil: new Date(deps.now().getTime() + dayMs),
    renewal: JSON.stringify({ baseUrl, clientId: 'bench', clientSecret: 'bench', appId: null }),
    renewUntil: null,
  }
  await withStoreScope(deps.cells, [storeId], (tx) =>
    keepGrant(tx, { storeId, platform }, { id, grant }, deps),
  )
  return storeId
}

async function keepPlaced(deps: Deps, merchants: readonly string[], count: number): Promise<void> {
  const at = deps.now()
  const events = Array.from({ length: count }, (_, nth): MarketplaceEvent => {
    const merchantId = merchants[nth % merchants.length] ?? ''
    const [id, orderId, code] = [uuidv7(), `${merchantId} ${uuidv7()}`, 'CREATED']
    const raw = { eventId: id, eventType: code, orderId, createdAt: at.toISOString() }
    return { id, code, type: 'placed', orderId, merchantId, at, raw }
  })
  for (let from = 0; from < count; from += 200)
    await keepEvents(deps, platform, events.slice(from, from + 200), 'polling')
}

/** With the product's own consumer of the inbox, until nothing waits there. */
async function emptyInbox(deps: Deps, owner: pg.Client): Promise<void> {
  const inbox = consumersOf(deps).filter(({ name }) => name === 'inbox')
  const worker = startWorker(deps, inbox)
  for (let open = 1; open > 0;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { rows } = await owner.query<{ open: number; failed: string | null }>(
      `select count(*)::int as open, max(last_error) as failed from inbox where handled_at is null`,
    )
    if (rows[0]?.failed) throw new Error(rows[0].failed)
    open = rows[0]?.open ?? 0
  }
  await worker.stop()
}

/** Knows every order that it is asked for: its id begins with its merchant. */
async function startPartner() {
  const server = createServer((request, response) => {
    const [merchantId = '', id = ''] = decodeURIComponent(request.url?.split('/').at(-1) ?? '').split(' ')
    const body = orderDocument(
      { merchantId, type: 'DELIVERY', fields: { id: `${merchantId} ${id}` } },
      { displayId: id.slice(-4), merchant: { id: merchantId, name: 'Bench' }, at: new Date() },
    )
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }, answerMs)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
