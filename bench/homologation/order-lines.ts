import {
  cancelOrder,
  confirmOrder,
  dispatchOrder,
  markReady,
  readCancellationReasons,
  readOrder,
  startPreparation,
  type Order,
} from '../../contract/orders/orders.ts'
import { answerDispute, readDisputes } from '../../contract/orders/disputes.ts'
import { ticket } from '../../server/printing/tickets/ticket-text.ts'
import { until, type House } from './house.ts'
import { allOf, exchangeText, sawCall, type Line, type Seen } from './line.ts'

const page = 'order/homologation'
const of = (line: string, check: (house: House) => Promise<Seen>): Line => ({
  module: 'Order',
  line,
  page,
  is: { check },
})

/** What the pages of the module Order ask for, read on 2026-11-26. */
export const orderLines: readonly Line[] = [
  of('immediate delivery: received, confirmed, dispatched', async (house) => {
    const { externalId, order } = await house.place({ type: 'DELIVERY', deliveredBy: 'MERCHANT' })
    const params = { orderId: order.id }
    await house.call(confirmOrder, { params, body: {} })
    await house.reach(order.id, 'confirmed')
    await house.call(startPreparation, { params, body: {} })
    await house.reach(order.id, 'preparing')
    await house.call(markReady, { params, body: {} })
    await house.reach(order.id, 'ready')
    await house.call(dispatchOrder, { params, body: {} })
    await house.reach(order.id, 'dispatched')
    return allOf(
      sawCall(house.exchanges, 'POST', pathOf(externalId, 'confirm'), [202]),
      sawCall(house.exchanges, 'POST', pathOf(externalId, 'dispatch'), [202]),
    )
  }),
  of('scheduled delivery: confirmed, with its date and time in view', async (house) => {
    const { externalId, order } = await house.place({ type: 'DELIVERY', scheduledInMinutes: 180 })
    await house.call(confirmOrder, { params: { orderId: order.id }, body: {} })
    await house.reach(order.id, 'confirmed')
    const start = order.schedule?.start ?? order.promisedAt ?? ''
    const clock = new Date(start).toLocaleTimeString('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      hour: '2-digit',
      minute: '2-digit',
    })
    return allOf(
      sawCall(house.exchanges, 'POST', pathOf(externalId, 'confirm'), [202]),
      onTicket(order, clock),
    )
  }),
  of('takeout: confirmed and ready for pickup', async (house) => {
    const { externalId, order } = await house.place({ type: 'TAKEOUT' })
    const params = { orderId: order.id }
    await house.call(confirmOrder, { params, body: {} })
    await house.reach(order.id, 'confirmed')
    await house.call(startPreparation, { params, body: {} })
    await house.reach(order.id, 'preparing')
    await house.call(markReady, { params, body: {} })
    await house.reach(order.id, 'ready')
    return sawCall(house.exchanges, 'POST', pathOf(externalId, 'readyToPickup'), [202])
  }),
  of('cancelled with a reason that was asked for and chosen', async (house) => {
    const { externalId, order } = await house.place({ type: 'DELIVERY' })
    const params = { orderId: order.id }
    const [, chosen] = await house.call(readCancellationReasons, { params })
    if (!chosen) return { passed: false, exchange: 'no reasons' }
    await house.call(cancelOrder, { params, body: { code: chosen.code } })
    await house.reach(order.id, 'cancelled')
    const asked = sawCall(house.exchanges, 'GET', pathOf(externalId, 'cancellationReasons'), [200])
    const request = house.exchanges.findLast(({ path }) =>
      pathOf(externalId, 'requestCancellation').test(path),
    )
    return allOf(asked, {
      passed: request?.status === 202 && request.sent.includes(`"${chosen.code}"`),
      exchange: request ? `${exchangeText(request)} with ${chosen.code}` : 'no request',
    })
  }),
  of('a cancellation by the customer and one by iFood are followed', async (house) => {
    const [byCustomer, byIfood] = await Promise.all([house.place(), house.place()])
    await house.control.cancelByCustomer(byCustomer.externalId)
    await house.control.cancelByIfood(byIfood.externalId)
    const ends = await Promise.all(
      [byCustomer, byIfood].map(({ order }) => house.reach(order.id, 'cancelled')),
    )
    return { passed: true, exchange: `event CANCELLED → ${ends.map(({ status }) => status).join(', ')}` }
  }),
  of('a confirmation in another application is followed', async (house) => {
    const { externalId, order } = await house.place()
    await house.control.emit(externalId, 'CONFIRMED')
    await house.reach(order.id, 'confirmed')
    const ours = house.exchanges.filter(({ path }) => pathOf(externalId, 'confirm').test(path))
    return {
      passed: ours.length === 0,
      exchange: `event CONFIRMED → confirmed, ${String(ours.length)} calls of ours`,
    }
  }),
  of('card: the brand is in view', async (house) => {
    const { order } = await house.place({
      fields: paidBy({ method: 'CREDIT', type: 'OFFLINE', card: { brand: 'ELO' } }),
    })
    return onTicket(order, 'ELO')
  }),
  of('cash: the change is in view', async (house) => {
    const { order } = await house.place({
      fields: paidBy({ method: 'CASH', type: 'OFFLINE', cash: { changeFor: 150 } }),
    })
    return onTicket(order, '150,00')
  }),
  of('coupon: its amount and who pays it', async (house) => {
    const { order } = await house.place({ fields: { benefits: [coupon] } })
    const sponsors = order.discounts.flatMap(({ sponsors: paying }) => paying)
    const named = sponsors.map(({ name, cents }) => `${name} ${String(cents)}`)
    return {
      passed: named.includes('MARKETPLACE 300') && named.includes('MERCHANT 200'),
      exchange: `GET order → ${named.join(', ')}`,
    }
  }),
  of('notes of items are in view', async (house) => {
    const { order } = await house.place({ fields: { items: [noted] } })
    return onTicket(order, 'SEM CEBOLA')
  }),
  of('CPF or CNPJ is in view where the order has one', async (house) => {
    const customer = { id: crypto.randomUUID(), name: 'Ana Souza', documentNumber: '52998224725' }
    const { order } = await house.place({ fields: { customer } })
    return { passed: order.customer.document === '52998224725', exchange: 'GET order → customer.document' }
  }),
  of('pickup code and notes of the delivery are in view', async (house) => {
    const { order } = await house.place({ type: 'DELIVERY', fields: { delivery } })
    return allOf(onTicket(order, delivery.pickupCode), onTicket(order, delivery.observations))
  }),
  of('a negotiation is shown and answered', async (house) => {
    const { externalId, order } = await house.place()
    await house.call(confirmOrder, { params: { orderId: order.id }, body: {} })
    await house.reach(order.id, 'confirmed')
    await house.control.dispute(externalId)
    const open = await until('a negotiation', async () => {
      const { disputes } = await house.call(readDisputes, {
        query: { selection: house.storeId, show: 'open' },
      })
      return disputes.find(({ orderId }) => orderId === order.id) ?? null
    })
    await house.call(answerDispute, { params: { disputeId: open.id }, body: { answer: 'accept' } })
    return until('its answer', async () => {
      const seen = sawCall(house.exchanges, 'POST', /\/disputes\/[\w-]+\/accept/, [200, 201, 202, 204])
      return seen.passed ? seen : null
    })
  }),
  of('an event that comes twice counts once', async (house) => {
    const { externalId, order } = await house.place()
    await house.control.emit(externalId, 'CONFIRMED')
    await house.reach(order.id, 'confirmed')
    const polled = house.exchanges.findLast(
      ({ path, answered }) => path.includes('events:polling') && answered.includes(externalId),
    )
    const events = (JSON.parse(polled?.answered || '[]') as { id: string; orderId: string }[]).filter(
      ({ orderId }) => orderId === externalId,
    )
    const { timeline } = await house.call(readOrder, { params: { orderId: order.id } })
    const confirmed = timeline.filter(({ type }) => type === 'CONFIRMED').length
    return {
      passed: events.length > new Set(events.map(({ id }) => id)).size && confirmed === 1,
      exchange: `GET events:polling → ${String(events.length)} events, the timeline has ${String(confirmed)}`,
    }
  }),
]

const pathOf = (externalId: string, what: string): RegExp => new RegExp(`/orders/${externalId}/${what}$`)

const paidBy = (method: object) => ({
  payments: { prepaid: 0, pending: 40, methods: [{ value: 40, currency: 'BRL', prepaid: false, ...method }] },
})

const delivery = {
  mode: 'DEFAULT',
  deliveredBy: 'MERCHANT',
  deliveryDateTime: new Date(Date.now() + 2_700_000).toISOString(),
  observations: 'Deixar na portaria',
  pickupCode: '4821',
  deliveryAddress: {
    streetName: 'Rua Fictícia',
    streetNumber: '10',
    formattedAddress: 'Rua Fictícia, 10',
    neighborhood: 'Centro',
    city: 'TESTE',
    state: 'SP',
    country: 'BR',
    postalCode: '00000000',
  },
}

const coupon = {
  value: 5,
  target: 'CART',
  sponsorshipValues: [
    { name: 'IFOOD', value: 3 },
    { name: 'MERCHANT', value: 2 },
  ],
}

const noted = {
  index: 1,
  id: crypto.randomUUID(),
  uniqueId: crypto.randomUUID(),
  externalCode: 'X-1',
  name: 'X-Burger',
  unit: 'UN',
  quantity: 1,
  unitPrice: 32.9,
  price: 32.9,
  optionsPrice: 0,
  totalPrice: 32.9,
  observations: 'Sem cebola',
  options: [],
}

/** On the ticket, which has what the screen has. */
function onTicket(order: Order, words: string): Seen {
  const context = {
    storeName: 'Loja',
    storeCode: null,
    timezone: 'America/Sao_Paulo',
    printerName: 'Caixa',
    copy: 1,
    copies: 1,
    reprint: false,
    change: null,
    movedFrom: null,
    footer: '',
    now: new Date(order.createdAt),
  }
  const parts = [...ticket('delivery', order, context), ...ticket('kitchen', order, context)]
  const text = JSON.stringify(parts).toUpperCase()
  return {
    passed: words !== '' && text.includes(words.toUpperCase()),
    exchange: `GET order → ticket with “${words}”`,
  }
}
