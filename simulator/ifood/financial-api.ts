import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dayInBrasilia, ledgerOf, payDayOf, round, type LedgerEvent } from './ledger.ts'
import { rejectUnauthorised } from './access-api.ts'
import type { World } from './world.ts'

const maxPageSize = 100
const salesWindowDays = 7
const dayText = /^\d{4}-\d{2}-\d{2}$/

/** iFood's financial API v3, as published (docs/marketplaces/ifood.md section 6). */
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
    const sales = [...world.orders.values()]
      .filter((known) => known.order.merchant.id === merchant.id && inRange(known.order.createdAt, range))
      .map(({ order, status }) => ({
        id: order.id,
        shortId: order.displayId,
        createdAt: order.createdAt,
        type: order.orderType,
        salesChannel: 'IFOOD',
        currentStatus: status,
        saleGrossValue: {
          bag: order.total.subTotal,
          deliveryFee: order.total.deliveryFee,
          serviceFee: order.total.additionalFees,
        },
        payments: order.payments,
      }))
    return { page: 1, size: sales.length, sales }
  })

  app.get(`${base}/financial-events`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    const range = rangeOf(request, 'beginDate', 'endDate')
    if (!merchant) return reply.code(404).send()
    if (!range) return badDates(reply)
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
      financialEvents: events.slice(from, from + count).map(({ merchantId, ...event }) => ({
        ...event,
        receiver: { merchantId, businessType: 'MERCHANT' },
      })),
    }
  })

  app.get(`${base}/settlements`, guarded, async (request, reply) => {
    const merchant = merchantOf(world, request)
    const range =
      rangeOf(request, 'beginCalculationDate', 'endCalculationDate') ??
      rangeOf(request, 'beginPaymentDate', 'endPaymentDate')
    if (!merchant) return reply.code(404).send()
    if (!range) return badDates(reply)
    const settlements = weeks(world, ledgerOf(world, merchant)).filter(
      (week) => week.startDateCalculation <= range.to && week.endDateCalculation >= range.from,
    )
    return {
      beginDate: range.from,
      endDate: range.to,
      merchantId: merchant.id,
      balance: round(
        settlements.flatMap((week) => week.closingItems).reduce((sum, item) => sum + item.amount, 0),
      ),
      settlements,
    }
  })
}

/** A week is computed once it is over and paid on its payment day. */
function weeks(world: World, events: readonly LedgerEvent[]) {
  const today = dayInBrasilia(world.now())
  const byWeek = Map.groupBy(events, (event) => event.period.beginDate)
  return [...byWeek].flatMap(([begin, lines]) => {
    const end = lines[0]?.period.endDate ?? begin
    if (end >= today) return []
    const paymentDate = payDayOf(end)
    const amount = round(
      lines.filter((line) => line.hasTransferImpact).reduce((sum, line) => sum + line.amount.value, 0),
    )
    return [
      {
        id: `${lines[0]?.merchantId ?? ''}-${begin}`,
        startDateCalculation: begin,
        endDateCalculation: end,
        expectedPaymentDate: paymentDate,
        closingItems: [
          {
            type: 'PAYOUT',
            product: 'IFOOD',
            amount,
            status: today >= paymentDate ? 'SUCCEED' : 'CREATED',
            paymentDate,
          },
        ],
      },
    ]
  })
}

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

const merchantOf = (world: World, request: FastifyRequest) =>
  world.merchants.get((request.params as { merchantId: string }).merchantId)

const badDates = (reply: FastifyReply) =>
  reply.code(400).send({ error: { code: 'BadRequest', message: 'Invalid or missing dates' } })
