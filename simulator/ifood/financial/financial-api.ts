import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anticipationsOf, weeksOf } from './payouts.ts'
import { ledgerOf, round } from './ledger.ts'
import { testBooks, testMerchantId } from './test-books.ts'
import { rejectUnauthorised } from '../access-api.ts'
import type { Merchant, PastSale } from '../records.ts'
import type { World } from '../world.ts'

const maxPageSize = 100
const salesWindowDays = 90
const eventsWindowDays = 33
const dayText = /^\d{4}-\d{2}-\d{2}$/

/** iFood's financial API v3, as published (docs/marketplaces/ifood.md section 6.2). */
export function financialApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/financial/v3.0/merchants/:merchantId'

  app.get(`${base}/sales`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    const range = rangeOf(request, 'beginSalesDate', 'endSalesDate')
    if (!merchant) return reply.code(404).send()
    if (!range || daysIn(range) > salesWindowDays) return badDates(reply)
    const sales = salesOf(world, merchant)
      .filter(({ createdAt }) => inRange(createdAt, range))
      .map((sale) => ({ ...sale, ...world.books.sales?.[sale.id] }))
    const page = Number((request.query as { page?: string }).page ?? 1)
    if (!Number.isInteger(page) || page < 1) return badDates(reply)
    const first = (page - 1) * maxPageSize
    return {
      page,
      size: maxPageSize,
      total: sales.length,
      pageCount: Math.ceil(sales.length / maxPageSize),
      beginSalesDate: range.from,
      endSalesDate: range.to,
      sales: sales.slice(first, first + maxPageSize),
    }
  })

  app.get(`${base}/financial-events`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    const range = rangeOf(request, 'beginDate', 'endDate')
    if (!merchant) return reply.code(404).send()
    if (!range || daysIn(range) > eventsWindowDays) return badDates(reply)
    const { page = '1', size = String(maxPageSize) } = request.query as { page?: string; size?: string }
    const count = Math.min(maxPageSize, Math.max(1, Number(size) || maxPageSize))
    const from = (Math.max(1, Number(page) || 1) - 1) * count
    const events = ledgerOf(world, merchant).filter(
      (event) => event.period.beginDate <= range.to && event.period.endDate >= range.from,
    )
    return {
      page: Number(page),
      size: count,
      hasNextPage: from + count < events.length,
      financialEvents: events.slice(from, from + count).map(({ merchantId, amount, ...event }) => ({
        ...event,
        amount: { ...amount, value: amount.value.toFixed(2) },
        receiver: { merchantId, businessType: 'MERCHANT' },
      })),
    }
  })

  const byWeek = (path: string, payment: string, weeksFor: typeof weeksOf) =>
    app.get(`${base}/${path}`, guarded, async (request, reply) => {
      const merchant = merchantOf(world, request)
      const calculated = rangeOf(request, 'beginCalculationDate', 'endCalculationDate')
      const paid = rangeOf(request, `begin${payment}Date`, `end${payment}Date`)
      const range = calculated ?? paid
      if (!merchant) return reply.code(404).send()
      // One of the two, never both.
      if (!range || (calculated && paid)) return badDates(reply)
      const settlements = weeksFor(world, merchant).filter((week) =>
        calculated
          ? week.startDateCalculation <= range.to && week.endDateCalculation >= range.from
          : week.closingItems.some(({ paidOn }) => paidOn >= range.from && paidOn <= range.to),
      )
      return {
        beginDate: range.from,
        endDate: range.to,
        merchantId: merchant.id,
        balance: round(
          settlements.flatMap((week) => week.closingItems).reduce((sum, { amount }) => sum + amount, 0),
        ),
        settlements: settlements.map(({ closingItems, ...week }) => ({
          ...week,
          closingItems: closingItems.map(({ item }) => item),
        })),
      }
    })
  byWeek('settlements', 'Payment', weeksOf)
  byWeek('anticipations', 'AnticipatedPayment', anticipationsOf)
}

/** What it remembers, and what was ordered since. */
const salesOf = (world: World, { id }: Merchant) => [
  ...(world.past.get(id)?.sales ?? []).map((sale) => saleOf(sale, sale.status, sale)),
  ...[...world.orders.values()]
    .filter(({ order }) => order.merchant.id === id)
    .map(({ order, status }) => ({
      ...saleOf(order, status, {
        bag: order.total.subTotal,
        deliveryFee: order.total.deliveryFee,
        serviceFee: order.total.additionalFees,
      }),
      payments: order.payments,
    })),
]

const saleOf = (
  order: Pick<PastSale, 'id' | 'displayId' | 'createdAt' | 'orderType'>,
  currentStatus: string,
  { bag, deliveryFee, serviceFee }: Pick<PastSale, 'bag' | 'deliveryFee' | 'serviceFee'>,
) => ({
  id: order.id,
  shortId: order.displayId,
  createdAt: order.createdAt,
  type: order.orderType,
  category: 'FOOD',
  salesChannel: 'IFOOD',
  currentStatus,
  saleGrossValue: { bag, deliveryFee, serviceFee },
})

interface Range {
  readonly from: string
  readonly to: string
}

function rangeOf(request: FastifyRequest, begin: string, end: string): Range | null {
  const query = request.query as Record<string, string | undefined>
  const from = query[begin]
  const to = query[end]
  return from && to && dayText.test(from) && dayText.test(to) && from <= to ? { from, to } : null
}

const daysIn = (range: Range): number => (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1

const inRange = (at: string, range: Range): boolean => {
  const local = new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
  return local >= range.from && local <= range.to
}

/** With the header of homologation the merchant's books are test figures (page financial/homologation). */
function merchantOf(world: World, request: FastifyRequest): Merchant | undefined {
  const merchant = world.merchants.get((request.params as { merchantId: string }).merchantId)
  if (!merchant || request.headers['x-request-homologation'] !== 'true') return merchant
  world.past.set(testMerchantId, testBooks(world.now()))
  return { ...merchant, id: testMerchantId }
}

const badDates = (reply: FastifyReply) =>
  reply.code(400).send({ error: { code: 'BadRequest', message: 'Invalid or missing dates' } })
