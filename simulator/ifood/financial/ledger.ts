import type { KnownOrder, LedgerEvent, Merchant, Quirk } from '../records.ts'
import { createHash } from 'node:crypto'
import type { World } from '../world.ts'

const commissionRate = 0.12
const paymentRate = 0.032
const overcharge = 0.02
/** The week runs Monday to Sunday, is computed on Monday and paid on Wednesday. */
const paidAfterDays = 3
const day = 86_400_000

/** A merchant's ledger: what it remembers, and what follows deterministically from its concluded orders. */
export function ledgerOf(world: World, merchant: Merchant): readonly LedgerEvent[] {
  const lines: LedgerEvent[] = []
  for (const known of world.orders.values()) {
    if (known.order.merchant.id !== merchant.id || known.concludedAt === undefined) continue
    lines.push(...orderLines(world, known, known.concludedAt))
  }
  for (const stray of world.books.strays.filter((one) => one.merchantId === merchant.id)) {
    lines.push(
      line({
        merchantId: merchant.id,
        at: Date.parse(stray.date),
        name: stray.name,
        description: stray.orderId ? 'Venda' : 'Mensalidade do plano',
        value: stray.amount,
        reference: stray.orderId ? { type: 'ORDER', id: stray.orderId, date: stray.date } : null,
      }),
    )
  }
  return [...(world.past.get(merchant.id)?.lines ?? []), ...lines].toSorted((a, b) =>
    a.period.beginDate < b.period.beginDate ? -1 : 1,
  )
}

function orderLines(world: World, known: KnownOrder, at: number): readonly LedgerEvent[] {
  const { order } = known
  const quirk = quirkOf(world, order.id)
  if (quirk === 'missing') return []
  const benefits = (order.benefits ?? []) as { sponsorshipValues: { name: string; value: number }[] }[]
  const sponsored = (name: string) =>
    round(
      benefits
        .flatMap((benefit) => benefit.sponsorshipValues)
        .filter((sponsor) => sponsor.name === name)
        .reduce((sum, sponsor) => sum + sponsor.value, 0),
    )
  const base = round(order.total.subTotal - sponsored('MERCHANT'))
  const rate = quirk === 'commission' ? commissionRate + overcharge : commissionRate
  const online = order.payments.prepaid
  const retained = round(
    order.total.additionalFees + (order.delivery?.deliveredBy === 'IFOOD' ? order.total.deliveryFee : 0),
  )
  const make = (name: string, description: string, value: number, more: Partial<LineInput> = {}) =>
    line({
      merchantId: order.merchant.id,
      at,
      name,
      description,
      value,
      reference: { type: 'ORDER', id: order.id, date: order.createdAt },
      ...more,
    })
  const sale = round(order.total.orderAmount - (quirk === 'sale' ? 3 : 0))
  const lines = [
    // Collected by the store itself: listed, but not transferred.
    make('SALE', 'Venda', sale, { transferred: online > 0 }),
    make('ORDER_COMMISSION', 'Comissão do iFood', -round(base * rate), {
      billing: { baseValue: base, feePercentage: rate * 100 },
    }),
  ]
  if (sponsored('IFOOD') > 0) lines.push(make('IFOOD_SUBSIDY', 'Incentivo do iFood', sponsored('IFOOD')))
  if (online > 0)
    lines.push(make('PAYMENT_TRANSACTION_FEE', 'Taxa de transação', -round(online * paymentRate)))
  if (retained > 0) lines.push(make('ORDER_DELIVERY_COMMISSION', 'Entrega e taxas do iFood', -retained))
  if (quirk === 'late-adjustment') {
    lines.push(
      make('ORDER_ADJUSTMENT', 'Ajuste posterior', -5, { at: at + 7 * day, trigger: 'MANUAL_ADJUSTMENT' }),
    )
  }
  for (const dispute of world.disputes.values()) {
    if (dispute.orderId === order.id && dispute.refunded > 0)
      lines.push(make('ORDER_REFUND', 'Reembolso ao cliente', -round(dispute.refunded)))
  }
  return lines
}

function quirkOf(world: World, orderId: string): Quirk | null {
  const named = world.books.quirks.find((one) => one.orderId === orderId)
  if (named) return named.quirk
  if (world.books.differences === 'none') return null
  const draw = createHash('sha256').update(orderId).digest().readUInt16BE(0) % 100
  if (draw < 5) return 'commission'
  if (draw < 7) return 'late-adjustment'
  return draw < 9 ? 'missing' : null
}

interface LineInput {
  readonly merchantId: string
  readonly at: number
  readonly name: string
  readonly description: string
  readonly value: number
  readonly reference: LedgerEvent['reference']
  readonly transferred?: boolean
  readonly trigger?: string
  readonly billing?: LedgerEvent['billing']
}

function line(input: LineInput): LedgerEvent {
  const period = weekOf(input.at)
  return {
    merchantId: input.merchantId,
    name: input.name,
    description: input.description,
    product: 'IFOOD',
    trigger: input.trigger ?? 'SALE_CONCLUDED',
    competence: period.beginDate.slice(0, 7),
    period,
    reference: input.reference,
    hasTransferImpact: input.transferred !== false,
    amount: { value: input.value, currency: 'BRL' },
    ...(input.billing ? { billing: input.billing } : {}),
    settlement: { expectedDate: payDayOf(period.endDate) },
  }
}

export const dayInBrasilia = (at: number): string =>
  new Date(at).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })

/** Monday to Sunday in Brasília's time zone. */
export function weekOf(at: number): { beginDate: string; endDate: string } {
  const local = dayInBrasilia(at)
  const weekday = new Date(`${local}T00:00:00Z`).getUTCDay() || 7
  return { beginDate: shifted(local, 1 - weekday), endDate: shifted(local, 7 - weekday) }
}

export const payDayOf = (periodEnd: string): string => shifted(periodEnd, paidAfterDays)

export const shifted = (text: string, days: number): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

export const round = (value: number): number => Math.round(value * 100) / 100
