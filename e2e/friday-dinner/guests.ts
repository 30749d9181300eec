import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { placeOrder } from '../../contract/orders/orders.ts'
import { idTokenFor } from '../../bench/report-latency.ts'
import { ask, stores, type TestEnvironment } from './environment.ts'

export interface Ordered {
  /** iFood's order ids; what the store did not accept in time iFood cancels by itself. */
  readonly ifood: string[]
  /** Idempotency keys of own-channel orders, each sent until it was answered. */
  readonly own: { readonly key: string; readonly orderId: string }[]
}

/**
 * Customers of six stores: four of five by iFood, one by the store's own channel. Some cancel, some
 * are cancelled by iFood, every own order is sent twice with one key.
 */
export async function letGuestsOrder(
  house: TestEnvironment,
  count: number,
  milliseconds: number,
): Promise<Ordered> {
  const ordered: Ordered = { ifood: [], own: [] }
  const token = freshToken(house.url)
  const begun = Date.now()
  const open: Promise<void>[] = []
  const failures: unknown[] = []
  // Told at the end: the others go on with their dinner.
  const follow = (work: Promise<void>) => open.push(work.catch((error: unknown) => void failures.push(error)))
  for (let index = 0; index < count; index += 1) {
    // A dinner has its peak in the middle.
    const share = index / count
    const due = begun + milliseconds * (share + 0.12 * Math.sin(2 * Math.PI * share))
    await wait(Math.max(0, due - Date.now()))
    const store = stores[index % stores.length]
    if (!store) continue
    if (index % 5 === 4) {
      follow(ownOrder(house, token, store, ordered))
      continue
    }
    const { orderId } = await house.control.placeOrder({
      merchantId: store.merchantId,
      type: index % 4 === 0 ? 'TAKEOUT' : 'DELIVERY',
      deliveredBy: index % 3 === 0 ? 'IFOOD' : 'MERCHANT',
    })
    ordered.ifood.push(orderId)
    if (index % 17 === 3)
      follow(later(8_000 + (index % 7) * 4_000, () => house.control.cancelByCustomer(orderId)))
    if (index % 29 === 11) follow(later(20_000, () => house.control.cancelByIfood(orderId)))
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
 * As a menu site does: the same key until an answer came, also over a restart, and once more for
 * luck. A dish that is paused is not ordered: the next one is.
 */
async function ownOrder(
  house: TestEnvironment,
  token: () => Promise<string>,
  store: (typeof stores)[number],
  ordered: Ordered,
): Promise<void> {
  const first = ordered.own.length
  const dishes = store.menu.map((_, index) => store.menu[(first + index) % store.menu.length])
  for (const dish of dishes) {
    if (!dish) continue
    const key = randomUUID()
    const place = () => tryPlacing(house, token, store.id, { key, dish })
    const orderId = await place()
    if (orderId === 'refused') continue
    if ((await place()) !== orderId) throw new Error('one key made two orders')
    ordered.own.push({ key, orderId })
    return
  }
  throw new Error(`${store.name} takes none of its dishes`)
}

async function tryPlacing(
  house: TestEnvironment,
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
      return (await ask(house.url, await token(), storeId, placeOrder, { body }, key)).id
    } catch (error) {
      failure = error
      // Paused or changed since: said in words, and not different a second later.
      if (error instanceof Error && /answered 4(09|22)/.test(error.message)) return 'refused'
      await wait(1_000)
    }
  }
  throw new Error('an own order found no answer for two minutes', { cause: failure })
}

/** An id token lives an hour, a dinner may last longer. */
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
