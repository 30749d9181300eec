import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { placeOrder } from '../../contract/orders/orders.ts'
import { idTokenFor } from '../../bench/report-latency.ts'
import { callApi, stores, type TestEnvironment } from './environment.ts'

export interface Ordered {
  /** iFood's order ids, including those that iFood cancelled because they were not accepted in time. */
  readonly ifood: string[]
  /** Idempotency keys of own-channel orders; each is retried until it gets a response. */
  readonly own: { readonly key: string; readonly orderId: string }[]
}

/**
 * Places the orders of six stores: four of five through iFood, one through the store's own channel. Some
 * customers cancel, iFood cancels some orders, and every own-channel order is sent twice with one key.
 */
export async function placeOrders(
  environment: TestEnvironment,
  count: number,
  milliseconds: number,
): Promise<Ordered> {
  const ordered: Ordered = { ifood: [], own: [] }
  const token = freshToken(environment.url)
  const startedAt = Date.now()
  const open: Promise<void>[] = []
  const failures: unknown[] = []
  // Failures are collected and reported at the end, so that the other orders continue.
  const track = (work: Promise<void>) => open.push(work.catch((error: unknown) => void failures.push(error)))
  for (let index = 0; index < count; index += 1) {
    // Orders peak in the middle of the evening.
    const share = index / count
    const due = startedAt + milliseconds * (share + 0.12 * Math.sin(2 * Math.PI * share))
    await wait(Math.max(0, due - Date.now()))
    const store = stores[index % stores.length]
    if (!store) continue
    if (index % 5 === 4) {
      track(ownOrder(environment, token, store, ordered))
      continue
    }
    const { orderId } = await environment.control.placeOrder({
      merchantId: store.merchantId,
      type: index % 4 === 0 ? 'TAKEOUT' : 'DELIVERY',
      deliveredBy: index % 3 === 0 ? 'IFOOD' : 'MERCHANT',
    })
    ordered.ifood.push(orderId)
    if (index % 17 === 3)
      track(later(8_000 + (index % 7) * 4_000, () => environment.control.cancelByCustomer(orderId)))
    if (index % 29 === 11) track(later(20_000, () => environment.control.cancelByIfood(orderId)))
  }
  await Promise.all(open)
  if (failures.length > 0) throw new AggregateError(failures, 'not every guest could order')
  return ordered
}

async function later(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  await wait(milliseconds)
  await work()
}

/**
 * Behaves like a menu site: retries with the same key until it gets a response, even across a restart,
 * and sends the order once more. Skips to the next dish if one is paused.
 */
async function ownOrder(
  environment: TestEnvironment,
  token: () => Promise<string>,
  store: (typeof stores)[number],
  ordered: Ordered,
): Promise<void> {
  const first = ordered.own.length
  const dishes = store.menu.map((_, index) => store.menu[(first + index) % store.menu.length])
  for (const dish of dishes) {
    if (!dish) continue
    const key = randomUUID()
    const place = () => tryPlacing(environment, token, store.id, { key, dish })
    const orderId = await place()
    if (orderId === 'refused') continue
    if ((await place()) !== orderId) throw new Error('one key made two orders')
    ordered.own.push({ key, orderId })
    return
  }
  throw new Error(`${store.name} takes none of its dishes`)
}

async function tryPlacing(
  environment: TestEnvironment,
  token: () => Promise<string>,
  storeId: string,
  { key, dish }: { readonly key: string; readonly dish: { code: string; name: string; cents: number } },
): Promise<string> {
  const body = {
    type: 'TAKEOUT' as const,
    customer: { name: 'Cliente do jantar', phone: null },
    items: [
      {
        externalCode: dish.code,
        name: dish.name,
        quantity: 1,
        unitPriceCents: dish.cents,
        totalCents: dish.cents,
        notes: null,
        options: [],
      },
    ],
    payments: [{ method: 'PIX', brand: null, cents: dish.cents, prepaid: true, changeForCents: null }],
    orderCents: dish.cents,
  }
  let failure: unknown
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      return (await callApi(environment.url, await token(), storeId, placeOrder, { body }, key)).id
    } catch (error) {
      failure = error
      // The dish is paused or changed; retrying would not help.
      if (error instanceof Error && /answered 4(09|22)/.test(error.message)) return 'refused'
      await wait(1_000)
    }
  }
  throw new Error('an own order found no answer for two minutes', { cause: failure })
}

/** An id token is valid for an hour, and the dinner may last longer. */
function freshToken(url: string): () => Promise<string> {
  let held: { readonly token: string; readonly until: number } | null = null
  return async () => {
    if (!held || held.until < Date.now()) {
      const token = await idTokenFor(url, 'dona@balcao.example', 'Balcao#2026')
      held = { token, until: Date.now() + 30 * 60_000 }
    }
    return held.token
  }
}
