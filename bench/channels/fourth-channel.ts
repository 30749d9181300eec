import { v7 as uuidv7 } from 'uuid'
import { marketplaces } from '../../contract/shared/channels.ts'
import { headers } from '../../contract/shared/headers.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import type { IncomingOrder } from '../../server/orders/taking/order-batch.ts'
import { benchApp } from '../bench-app.ts'
import { addBenchPerson, benchStore, withDirectoryAndStores } from '../bench-store.ts'
import { benchOrder } from '../intake-rate.ts'

export interface FourthChannel {
  /** Medians of the store at three of them, in milliseconds. */
  readonly boardMs: number
  readonly reportMs: number
  readonly intakeMs: number
  /** Those of the store at four, in these. */
  readonly boardRatio: number
  readonly reportRatio: number
  readonly intakeRatio: number
}

interface Shop {
  readonly storeId: string
  readonly token: string
  readonly platforms: readonly string[]
  taken: number
}

const ordersBefore = 300
const rounds = 300
const warmUp = 20

/**
 * What a fourth marketplace costs a store: two stores with as many orders, one at three and one at four of them, turn by
 * turn. Each turn takes an order, then reads the board and the day's report, which so are never those of the turn before.
 * Goal: at most 1.05.
 */
export async function measureFourthChannel(ownerUrl: string): Promise<FourthChannel> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const open = async (platforms: readonly string[]): Promise<Shop> => {
    const storeId = uuidv7()
    const token = await withDirectoryAndStores(deps, [storeId], async (tx) => {
      await tx.insertInto('stores').values(benchStore(storeId)).execute()
      await tx
        .insertInto('integrations')
        .values(platforms.map((type) => ({ store_id: storeId, type, merchant_id: `${type}-1` })))
        .execute()
      return addBenchPerson(tx, deps.keyring, { storeIds: [storeId], role: 3 })
    })
    const shop: Shop = { storeId, token, platforms, taken: 0 }
    const orders = Array.from({ length: ordersBefore }, () => nextOrder(shop))
    for (let from = 0; from < orders.length; from += 100)
      await takeOrders(await deps.cells.of(storeId), orders.slice(from, from + 100))
    return shop
  }
  const shops = { three: await open(marketplaces.slice(0, 3)), four: await open(marketplaces.slice(0, 4)) }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async ({ token, storeId }: Shop, path: string): Promise<void> => {
    const selection = selectionText([{ storeId, merchants: null }])
    const reply = await fetch(`${url}/api${path}?selection=${encodeURIComponent(selection)}`, {
      headers: { [headers.userToken]: token },
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  }
  const works = {
    intake: (shop: Shop) => deps.intake.take(nextOrder(shop)),
    board: (shop: Shop) => ask(shop, '/orders/board'),
    report: (shop: Shop) => ask(shop, '/reports/daily'),
  }
  const took = { intake: pair(), board: pair(), report: pair() }
  for (let round = -warmUp; round < rounds; round += 1)
    // Each goes first as often: the second one finds a warmer machine.
    for (const shop of round % 2 === 0 ? (['three', 'four'] as const) : (['four', 'three'] as const))
      for (const part of ['intake', 'board', 'report'] as const) {
        const begun = performance.now()
        await works[part](shops[shop])
        if (round >= 0) took[part][shop].push(performance.now() - begun)
      }
  await close()
  return {
    boardMs: two(median(took.board.three)),
    reportMs: two(median(took.report.three)),
    intakeMs: two(median(took.intake.three)),
    boardRatio: ratioOf(took.board),
    reportRatio: ratioOf(took.report),
    intakeRatio: ratioOf(took.intake),
  }
}

const pair = (): Readonly<Record<'three' | 'four', number[]>> => ({ three: [], four: [] })

/** Through each of the store's marketplaces in turn. */
function nextOrder(shop: Shop): IncomingOrder {
  const platform = shop.platforms[shop.taken % shop.platforms.length] ?? ''
  shop.taken += 1
  const order = benchOrder(shop.storeId)
  return {
    ...order,
    platform,
    merchant_id: `${platform}-1`,
    display_id: String(1_000 + shop.taken),
    events: order.events.map((event) => ({ ...event, source: platform })),
  }
}

const ratioOf = ({ three, four }: ReturnType<typeof pair>): number => two(median(four) / median(three))
const two = (value: number): number => Math.round(value * 100) / 100

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
