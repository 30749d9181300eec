import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../../contract/shared/day.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { searchOrders } from '../../../contract/orders/history.ts'
import { readSaleReport } from '../../../contract/reports/sale.ts'
import {
  collectedCents,
  customerFeesCents,
  marketplaceFeesCents,
  netCents,
  otherServiceCents,
  ownMarketplaceDiscountCents,
  receivableCents,
} from '../../../contract/reports/metrics/metrics.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { moneyColumns, type IncomingOrder } from '../taking/order-batch.ts'
import { takeOrders } from '../taking/order-intake.ts'

/** The history file is what an accountant adds up: its sums must be those of the reports, to the centavo. */
const app = await testApp()
const { store, manager } = await standardShop(app)
const first = '2026-05-04'
const last = addDays(first, 6)

beforeAll(async () => {
  const orders = Array.from({ length: 420 }, (_none, index) => anOrder(index))
  await takeOrders(app.db, orders)
  for (const [index, order] of orders.entries()) if (index % 11 === 0) await refund(order)
})
afterAll(() => app.close())

test('the sums of the orders that count are the figures of the sales report, column by column', async () => {
  const rows = await fileRows()
  expect(rows).toHaveLength(378)
  const counted = rows.filter((row) => row.Etapa !== 'Cancelado')
  const { totals } = await saleReport()
  const sum = (column: string) => counted.reduce((cents, row) => cents + centsOf(row[column]), 0)
  expect(counted).toHaveLength(totals.received - totals.cancelled)
  expect({
    gross: sum('Faturamento bruto (R$)'),
    storeDiscount: sum('Descontos da loja (R$)'),
    marketplaceDiscount: sum('Descontos do marketplace (R$)'),
    chainDiscount: sum('Descontos da rede (R$)'),
    refunds: sum('Estornado (R$)'),
    net: sum('Faturamento líquido (R$)'),
    deliveryFee: sum('Taxa de entrega (R$)'),
    serviceFee: sum('Taxa de serviço (R$)'),
    staffService: sum('Serviço da equipe (R$)'),
    tip: sum('Gorjeta (R$)'),
    collected: sum('Total cobrado (R$)'),
    customerFees: sum('Taxas do cliente ao marketplace (R$)'),
    marketplaceFees: sum('Taxas do marketplace (R$)'),
    receivable: sum('Recebível estimado (R$)'),
  }).toEqual({
    gross: totals.grossCents,
    storeDiscount: totals.storeDiscountCents,
    marketplaceDiscount: ownMarketplaceDiscountCents(totals),
    chainDiscount: totals.chainDiscountCents,
    refunds: totals.refundCents,
    net: netCents(totals),
    deliveryFee: totals.deliveryFeeCents,
    serviceFee: otherServiceCents(totals),
    staffService: totals.staffServiceCents,
    tip: totals.tipCents,
    collected: collectedCents(totals),
    customerFees: customerFeesCents(totals),
    marketplaceFees: marketplaceFeesCents(totals),
    receivable: receivableCents(totals),
  })
})

test('in every row the columns lead from the gross to the net, and to what the customer paid', async () => {
  for (const row of await fileRows()) {
    const cents = (column: string) => centsOf(row[`${column} (R$)`])
    const service = cents('Taxa de serviço') + cents('Serviço da equipe')
    const fees = cents('Taxa de entrega') + service + cents('Gorjeta')
    const passedOn = cents('Taxas do cliente ao marketplace')
    const net = cents('Faturamento bruto') - cents('Descontos da loja') - cents('Estornado')
    expect(cents('Faturamento líquido'), row.Pedido).toBe(net)
    expect(cents('Total cobrado'), row.Pedido).toBe(net + fees)
    expect(cents('Recebível estimado'), row.Pedido).toBe(
      net + fees - passedOn - cents('Taxas do marketplace'),
    )
    expect(cents('Total do pedido'), row.Pedido).toBe(
      net + fees + cents('Estornado') - cents('Descontos do marketplace') - cents('Descontos da rede'),
    )
  }
})

test('each discount is in its sponsor’s column', async () => {
  const rows = await fileRows()
  const ofChain = rows.filter((row) => centsOf(row['Descontos da rede (R$)']) > 0)
  expect(ofChain.length).toBeGreaterThan(10)
  expect(new Set(ofChain.map((row) => row['Descontos da rede (R$)']))).toEqual(new Set(['0,70']))
  expect(rows.some((row) => row['Descontos do marketplace (R$)'] === '3,01')).toBe(true)
})

test('a test order is marked in the list, and is not in the file that an accountant adds up', async () => {
  const rows = await fileRows()
  const page = await app.call(manager, searchOrders, { query: { ...days, limit: '100' } })
  const listed = page.data.orders.filter((order) => order.isTest)
  expect(listed.length).toBeGreaterThan(0)
  expect(rows).toHaveLength(420 - 42)
})

/** Every seventh is cancelled, every tenth is a test; discounts of three payers, fees, refunds. */
function anOrder(index: number): IncomingOrder {
  const every = (n: number, cents: number) => (index % n === 0 ? cents : 0)
  const ofMarketplace = index % 3 === 0
  const sponsors = [
    { name: 'MERCHANT', cents: every(4, 213) },
    { name: 'MARKETPLACE', cents: ofMarketplace ? every(6, 301) : 0 },
    { name: 'CHAIN', cents: ofMarketplace ? every(9, 70) : 0 },
  ].filter((sponsor) => sponsor.cents > 0)
  const discountCents = sponsors.reduce((sum, sponsor) => sum + sponsor.cents, 0)
  const discounts = discountCents > 0 ? [{ cents: discountCents, target: 'CART', sponsors }] : []
  const fees = [
    { type: 'DELIVERY_FEE', cents: every(2, 599), receivedBy: 'MERCHANT' as const },
    {
      type: 'SERVICE_FEE',
      cents: every(5, 99),
      receivedBy: ofMarketplace ? ('MARKETPLACE' as const) : ('MERCHANT' as const),
    },
    { type: 'TIP', cents: every(8, 250), receivedBy: 'MERCHANT' as const },
  ].filter((fee) => fee.cents > 0)
  const grossCents = 2_000 + index * 7
  const money = moneyColumns({ items: [{ totalCents: grossCents }], fees, discounts })
  const orderCents = grossCents + fees.reduce((sum, fee) => sum + fee.cents, 0) - discountCents
  const at = new Date(Date.parse(`${first}T15:00:00Z`) + (index % 7) * 86_400_000 + index * 1_000)
  const order = simpleOrder(store, uuidv7(), `o-${index}`, {
    ...money,
    platform: ofMarketplace ? 'ifood' : 'balcao',
    merchant_id: ofMarketplace ? 'm-1' : '',
    status: index % 7 === 0 ? 'cancelled' : 'concluded',
    cancelled_from: index % 7 === 0 ? 'confirmed' : null,
    created_at: at.toISOString(),
    completed_at: at.toISOString(),
    commission_cents: ofMarketplace ? 240 : 0,
    payment_fee_cents: ofMarketplace ? 37 : 0,
    logistics_cents: ofMarketplace ? 99 : 0,
    order_cents: orderCents,
    is_test: index % 10 === 0,
  })
  return { ...order, detail: { ...order.detail, fees, discounts } }
}

/** Given on the order's own day, so that both views of the week hold the same refunds. */
const refund = (order: IncomingOrder) =>
  withStoreScope(app.db, [store], async (tx) => {
    const at = new Date(order.created_at)
    await tx
      .insertInto('order_refunds')
      .values({
        store_id: store,
        id: uuidv7(),
        order_id: order.id,
        cents: 321,
        reason: 'Faltou item',
        refunded_at: at,
        refund_day: sql<string>`running_day(${store}::uuid, ${at})`,
        refund_hour: sql<number>`running_hour(${store}::uuid, ${at})`,
      })
      .execute()
    await patchOrder(tx, { store_id: store, id: order.id }, { refundCents: 321 }, at)
  })

const days = { from: first, to: last }

const saleReport = async () =>
  (await app.call(manager, readSaleReport, { query: { ...days, comparison: 'none' } })).data

async function fileRows(): Promise<readonly Record<string, string>[]> {
  const reply = await app.fastify.inject({
    url: '/api/orders/history/file',
    query: days,
    headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
  })
  const [titles = [], ...rows] = reply.body
    .replace('\uFEFF', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(';'))
  return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])))
}

const centsOf = (reais: string | undefined): number =>
  Math.round(
    Number((reais ?? '').replaceAll('.', '').replace(',', '.').replace('−', '-').replaceAll(' ', '')) * 100,
  )
