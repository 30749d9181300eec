import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { v7 as uuidv7 } from 'uuid'
import { headers } from '../contract/shared/headers.ts'
import { createUser } from '../server/identity/identity.ts'
import { takeOrders } from '../server/orders/taking/order-intake.ts'
import { benchApp } from './bench-app.ts'
import { idTokenFor } from './report-latency.ts'
import { benchOrder } from './intake-rate.ts'
import type { Answered, Ask } from './timed-ask.ts'
import { benchStore, withDirectoryAndStores } from './bench-store.ts'

export interface BoardLatency {
  readonly stores: number
  readonly openOrders: number
  /** First call of a process that has not read these orders yet. */
  readonly first: number
  readonly p50: number
  readonly p95: number
  /** With 100 orders changed since the previous call and not yet cached by this process. */
  readonly movingP95: number
  /** Ten changed orders by id, as the live board requests them. */
  readonly changedP95: number
  readonly kilobytes: number
}

const runs = 100

/** `GET /orders/board` over HTTP for one user with 100 stores and 2,000 open orders. Goal: p95 ≤ 40 ms. */
export async function measureBoard(
  ownerUrl: string,
  stores: number,
  openOrders: number,
): Promise<BoardLatency> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const email = `quadro${stores}@balcao.example`
  const uid = await createUser(deps.directory, { email, name: 'Bench', password: 'Balcao#2026' })
  const storeIds = Array.from({ length: stores }, () => uuidv7())
  await withDirectoryAndStores(deps, storeIds, async (tx) => {
    for (const id of storeIds) {
      await tx.insertInto('stores').values(benchStore(id)).execute()
      await tx.insertInto('access_entries').values({ store_id: id, uid, role: 3 }).execute()
    }
  })
  const orders = Array.from({ length: openOrders }, (_, index) => benchOrder(storeIds[index % stores] ?? ''))
  for (let from = 0; from < orders.length; from += 100)
    await takeOrders(await deps.cells.of(orders[0]?.store_id ?? ''), orders.slice(from, from + 100))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const token = await idTokenFor(url, email, 'Balcao#2026')
  let bytes = 0
  const client = new Worker(new URL('./timed-ask.ts', import.meta.url))
  const ask = async (query: string): Promise<number> => {
    client.postMessage({
      url: `${url}/api/orders/board${query}`,
      headers: { [headers.userToken]: token },
    } satisfies Ask)
    const [answered] = (await once(client, 'message')) as [Answered]
    if (answered.status !== 200) throw new Error(`The board answered ${answered.status}`)
    bytes = Math.max(bytes, answered.bytes)
    return answered.ms
  }
  const ids = orders
    .slice(0, 10)
    .map((order) => order.id)
    .join(',')
  const first = await ask('')
  const move = (run: number) =>
    withDirectoryAndStores(deps, storeIds, (tx) =>
      tx
        .updateTable('orders')
        .set((is) => ({ version: is('version', '+', 1) }))
        .where('store_id', 'in', storeIds)
        .where('id', 'in', movingOnes(orders, run))
        .execute(),
    )
  const fullReads: number[] = []
  const moving: number[] = []
  const changed: number[] = []
  for (let run = -5; run < runs; run += 1) {
    const [a, b] = [await ask(''), await ask(`?orderIds=${ids}`)]
    await move(run + 5)
    const c = await ask('')
    if (run < 0) continue
    fullReads.push(a)
    changed.push(b)
    moving.push(c)
  }
  await client.terminate()
  await close()
  return {
    stores,
    openOrders,
    first: Math.round(first),
    p50: at(fullReads, 0.5),
    p95: at(fullReads, 0.95),
    movingP95: at(moving, 0.95),
    changedP95: at(changed, 0.95),
    kilobytes: Math.round(bytes / 1_000),
  }
}

const movingOnes = (orders: readonly { id: string }[], run: number): string[] =>
  Array.from({ length: 100 }, (_, index) => orders[(run * 100 + index) % orders.length]?.id ?? '')

function at(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
}
