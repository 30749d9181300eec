import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { headers } from '../contract/shared/headers.ts'
import { createUser } from '../server/identity/identity.ts'
import { eachInParallel } from '../server/marketplaces/each-in-parallel.ts'
import { orderInbox } from '../server/orders/orders.ts'
import { hostileDocument } from '../server/testing/hostile/documents.ts'
import { benchApp } from './bench-app.ts'
import { idTokenFor } from './report-latency.ts'
import { benchStore, withDirectoryAndStores } from './bench-store.ts'

export interface HostileOrders {
  readonly documents: number
  readonly refused: number
  /** Calls of the board that did not answer 200. */
  readonly boardsDown: number
  /** Taken orders that the board left out. */
  readonly leftOut: number
  readonly incomplete: number
  readonly perSecond: number
}

/** As many as one call of the board can name. */
const perRound = 200
const atOnce = 64

/**
 * Orders that are spoilt in up to six places each go over HTTP through the marketplace's door into the database, and
 * the board reads every one of them. Goal: none refused, no board down, none left out.
 */
export async function measureHostileOrders(ownerUrl: string, documents: number): Promise<HostileOrders> {
  const partner = await startPartner()
  const { app, deps, close } = await benchApp(ownerUrl, {
    IFOOD_BASE_URL: partner.url,
    IFOOD_CLIENT_ID: 'bench',
    IFOOD_CLIENT_SECRET: 'bench',
  })
  const email = 'hostil@balcao.example'
  const uid = await createUser(deps.directory, { email, name: 'Bench', password: 'Balcao#2026' })
  const storeId = uuidv7()
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    await tx.insertInto('stores').values(benchStore(storeId)).execute()
    await tx.insertInto('access_entries').values({ store_id: storeId, uid, role: 3 }).execute()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const token = await idTokenFor(url, email, 'Balcao#2026')
  const channel = { storeId, platform: 'ifood' }
  const marketplace = await deps.marketplaces.marketplaceFor(channel)
  const found = { refused: 0, boardsDown: 0, leftOut: 0, incomplete: 0 }
  const board = async (ids: readonly string[]): Promise<readonly { id: string; incomplete?: boolean }[]> => {
    const named = ids.length > 0 ? `?orderIds=${ids.join(',')}` : ''
    const reply = await fetch(`${url}/api/orders/board${named}`, { headers: { [headers.userToken]: token } })
    if (reply.status !== 200) {
      found.boardsDown += 1
      return []
    }
    const { data } = (await reply.json()) as { data: { orders: { id: string; incomplete?: boolean }[] } }
    return data.orders
  }
  const began = performance.now()
  for (let from = 0; from < documents; from += perRound) {
    const seeds = Array.from({ length: Math.min(perRound, documents - from) }, (_, index) => from + index)
    const taken: string[] = []
    await eachInParallel(seeds, atOnce, async (seed) => {
      try {
        taken.push(await orderInbox.take(deps, channel, await marketplace.orders.read(`hostile-${seed}`)))
      } catch {
        found.refused += 1
      }
    })
    const shown = await board(taken)
    found.leftOut += taken.length - shown.length
    found.incomplete += shown.filter((order) => order.incomplete).length
    // The whole board, of its 2,000 oldest orders.
    if (from % (50 * perRound) === 0) await board([])
  }
  const perSecond = Math.round(documents / ((performance.now() - began) / 1_000))
  await close()
  await partner.stop()
  return { documents, ...found, perSecond }
}

async function startPartner(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const seed = Number(path.split('hostile-')[1])
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      path.startsWith('/authentication')
        ? '{"accessToken":"bench","expiresIn":10800}'
        : JSON.stringify(hostileDocument(seed)),
    )
    request.resume()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
