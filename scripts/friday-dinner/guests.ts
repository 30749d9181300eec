import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { placeOrder } from '../../contract/orders.ts'
import { idTokenFor } from '../bench/report-latency.ts'
import { ask, stores, type House } from './house.ts'

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
export async function letGuestsOrder(house: House, count: number, milliseconds: number): Promise<Ordered> {
  const ordered: Ordered = { ifood: [], own: [] }
  const token = freshToken(house.url)
  const begun = Date.now()
  const open: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    // A dinner has its peak in the middle.
    const share = index / count
    const due = begun + milliseconds * (share + 0.12 * Math.sin(2 * Math.PI * share))
    await wait(Math.max(0, due - Date.now()))
    const store = stores[index % stores.length]
    if (!store) continue
    if (index % 5 === 4) {
      open.push(ownOrder(house, token, store, ordered))
      continue
    }
    const { orderId } = await house.control.placeOrder({
      merchantId: store.merchantId,
      type: index % 4 === 0 ? 'TAKEOUT' : 'DELIVERY',
      deliveredBy: index % 3 === 0 ? 'IFOOD' : 'MERCHANT',
    })
    ordered.ifood.push(orderId)
    if (index % 17 === 3)
      open.push(later(8_000 + (index % 7) * 4_000, () => house.control.cancelByCustomer(orderId)))
    if (index % 29 === 11) open.push(later(20_000, () => house.control.cancelByIfood(orderId)))
  }
  await Promise.all(open)
  return ordered
}

async function later(milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  await wait(milliseconds)
  await work()
}

/** As a menu site does: the same key until an answer came, also over a restart, and once more for luck. */
async function ownOrder(
  house: House,
  token: () => Promise<string>,
  store: (typeof stores)[number],
  ordered: Ordered,
): Promise<void> {
  const dish = store.menu[ordered.own.length % store.menu.length]
  if (!dish) return
  const key = randomUUID()
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
  const ids = new Set<string>()
  for (let answers = 0, tries = 0; answers < 2 && tries < 60; tries += 1) {
    try {
      ids.add((await ask(house.url, await token(), store.id, placeOrder, { body }, key)).id)
      answers += 1
    } catch {
      await wait(1_000)
    }
  }
  if (ids.size !== 1) throw new Error(`one key, ${ids.size} orders`)
  ordered.own.push({ key, orderId: [...ids][0] ?? '' })
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
