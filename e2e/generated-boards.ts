import { randomUUID } from 'node:crypto'
import type { Order, OrderItem } from '../contract/orders/orders.ts'
import { demoStores } from '../demo/demo-stores.ts'
import type { Random } from '../demo/random.ts'
import { sampleOrder } from '../web/testing/sample-order.ts'

/** The widest words, sums and times that a board meets, beside ordinary ones. */
const names = [
  'Ana',
  'Bruno Lima',
  'Maria das Dores Albuquerque de Sá Sobral',
  'Wolfeschlegelsteinhausenbergerdorff',
] as const
const codes = ['7', '31', '412', '90541234'] as const
const sums = [1_990, 14_880, 130_950, 1_230_950] as const
const dishes = [
  'Suco',
  'Picanha na brasa',
  'Combinado 20 peças com hot roll e temaki de salmão grelhado',
  'Hambúrguer',
] as const
const notes = [
  null,
  null,
  'Sem cebola',
  'Alergia: camarão, não usar o mesmo óleo, nem a mesma chapa, nem a mesma faca; é grave',
] as const
const couriers = [
  null,
  { id: randomUUID(), name: 'Cauê' },
  { id: randomUUID(), name: 'Francisco Wellington do Nascimento Jr.' },
] as const
const statuses = ['placed', 'confirmed', 'preparing', 'ready', 'dispatched', 'delivered'] as const
const minutes = [0, 3, 18, 55, 142] as const

/** An evening's board, the same for the same seed; its first order is called `name`. */
export function generatedBoard(
  random: Random,
  now: Date,
  scheduled: boolean,
  name: string,
): readonly Order[] {
  const orders = Array.from({ length: 8 + random.int(7) }, () => generatedOrder(random, now))
  const later = Array.from({ length: scheduled ? 1 + random.int(9) : 0 }, () => ({
    ...generatedOrder(random, now),
    ...scheduledFrom(now, 10 + random.int(200)),
  }))
  const [first = generatedOrder(random, now), ...others] = orders
  return [{ ...first, status: 'placed', customer: { ...first.customer, name } }, ...others, ...later]
}

function generatedOrder(random: Random, now: Date): Order {
  const at = (ago: number) => new Date(now.getTime() - ago * 60_000).toISOString()
  const waited = random.pick(minutes)
  const type = random.pick(['DELIVERY', 'DELIVERY', 'TAKEOUT', 'INDOOR'] as const)
  const platform = random.pick(['balcao', 'ifood'] as const)
  const orderCents = random.pick(sums)
  const status = random.pick(statuses)
  const confirmBy = platform === 'ifood' ? at(-random.between(0.5, 7)) : null
  return sampleOrder({
    id: randomUUID(),
    displayId: random.pick(codes),
    storeId: random.pick(storeIds),
    platform,
    type,
    status: type !== 'DELIVERY' && status === 'dispatched' ? 'ready' : status,
    createdAt: at(waited + 1),
    statusSince: at(waited / 2),
    promisedAt: at(waited - random.pick([25, 50])),
    confirmBy,
    customer: { id: null, name: random.pick(names), phone: null, document: null, ordersCount: 3 },
    items: Array.from({ length: 1 + random.int(4) }, () => generatedItem(random)),
    notes: random.pick(notes),
    payments: [
      { method: 'CASH', brand: null, cents: orderCents, prepaid: false, changeForCents: orderCents + 10_000 },
    ],
    totals: { ...sampleOrder().totals, orderCents, pendingCents: orderCents },
    delivery:
      type === 'DELIVERY'
        ? {
            deliveredBy: platform === 'ifood' && random.chance(0.7) ? 'MARKETPLACE' : 'MERCHANT',
            address: null,
            pickupCode: random.chance(0.3) ? '6027' : null,
            notes: null,
          }
        : null,
    indoor: type === 'INDOOR' ? { place: 'Mesa 12 da varanda' } : null,
    motoboy: type === 'DELIVERY' && random.chance(0.6) ? random.pick(couriers) : null,
    pending: platform === 'ifood' && random.chance(0.15) ? { action: 'ready', since: at(0) } : null,
    isTest: random.chance(0.1),
  })
}

const generatedItem = (random: Random): OrderItem => ({
  externalCode: null,
  name: random.pick(dishes),
  quantity: 1 + random.int(3),
  unitPriceCents: 1_000,
  totalCents: 1_000,
  notes: random.pick(notes),
  options: [],
})

function scheduledFrom(now: Date, inMinutes: number): Partial<Order> {
  const at = (more: number) => new Date(now.getTime() + (inMinutes + more) * 60_000).toISOString()
  return {
    status: 'confirmed',
    timing: 'SCHEDULED',
    preparationStartAt: at(0),
    promisedAt: at(40),
    schedule: { start: at(30), end: at(60) },
    pending: null,
  }
}

const [firstStore, ...otherStores] = demoStores.map(({ id }) => id)
const storeIds = [firstStore ?? '', ...otherStores] as const
