import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import type {
  BilledOrder,
  BillingStatus,
  BillingTotals,
  DifferenceKind,
  OrderBilling,
  PayoutParts,
} from '../../../contract/reports/order-billing.ts'
import type { MetricName } from '../../../contract/reports/metrics/metrics.ts'
import type { Tone } from '../../ui/pill.tsx'
import { count, dayBrief, money, plural, weekdayName } from '../../words/format.ts'

export const statusLabels: Readonly<Record<BillingStatus, { readonly words: string; readonly tone: Tone }>> =
  {
    expected: { words: 'Previsto', tone: 'plain' },
    settled: { words: 'Apurado', tone: 'plain' },
    paid: { words: 'Pago', tone: 'ok' },
    divergent: { words: 'Divergente', tone: 'bad' },
  }

type PayoutStatus = OrderBilling['payouts'][number]['status']

export const payoutLabels: Readonly<Record<PayoutStatus, { readonly words: string; readonly tone: Tone }>> = {
  expected: { words: 'Em aberto', tone: 'plain' },
  settled: { words: 'Apurado', tone: 'plain' },
  paid: { words: 'Pago', tone: 'ok' },
  failed: { words: 'Não foi pago', tone: 'bad' },
  divergent: { words: 'Não confere', tone: 'bad' },
}

/** Meaning of each difference, and what to do about it. */
export const differenceLabels: Readonly<
  Record<DifferenceKind, { readonly name: string; readonly explanation: string }>
> = {
  unknownOrder: {
    name: 'Pedido que não é nosso',
    explanation: `O extrato traz um pedido que não passou pelo Balcão. Peça ${everyMarketplace('a', ledgerPlatforms)} de qual loja ele é.`,
  },
  missingSale: {
    name: 'Venda que não foi repassada',
    explanation: 'A semana já foi apurada e o pedido não está nela. Conteste no Portal do Parceiro.',
  },
  saleDiffers: {
    name: 'Valor da venda diferente',
    explanation: 'O extrato paga outro valor do que o cliente pagou no aplicativo.',
  },
  commissionAbove: {
    name: 'Comissão acima do contrato',
    explanation: 'A comissão cobrada passa da que está cadastrada no canal.',
  },
  paymentFeeAbove: {
    name: 'Taxa de pagamento acima do contrato',
    explanation: 'A taxa cobrada passa da que está cadastrada no canal.',
  },
  logisticsAbove: {
    name: 'Entrega acima do combinado',
    explanation: 'A entrega cobrada passa da taxa que o cliente pagou.',
  },
  cancelledCharged: {
    name: 'Cobrança de pedido cancelado',
    explanation: 'O pedido foi cancelado e o extrato ainda cobra ou paga por ele.',
  },
  adjustment: {
    name: 'Ajuste sem explicação',
    explanation: 'Um acerto que nenhuma negociação nossa explica.',
  },
}

export const partMetrics: readonly (readonly [keyof PayoutParts, MetricName])[] = [
  ['saleCents', 'payoutSale'],
  ['subsidyCents', 'payoutSubsidy'],
  ['commissionCents', 'payoutCommission'],
  ['paymentFeeCents', 'payoutPaymentFee'],
  ['logisticsCents', 'payoutLogistics'],
  ['adjustmentCents', 'payoutAdjustment'],
]

/** Billed amounts if the marketplace has published them, else our estimate. */
export const partsOf = (order: BilledOrder): PayoutParts => order.billed ?? order.estimate

type Payouts = OrderBilling['upcoming']

/** The payouts of each day, the nearest first; payouts without a day come last. What was anticipated is due no more. */
export function upcomingDays(
  upcoming: readonly Pick<Payouts[number], 'expectedOn' | 'parts' | 'anticipations'>[],
): readonly { readonly day: string | null; readonly cents: number }[] {
  const days = new Map<string | null, number>()
  const add = (day: string | null, cents: number) => days.set(day, (days.get(day) ?? 0) + cents)
  for (const { expectedOn, parts, anticipations } of upcoming) {
    const early = anticipations.filter(({ status }) => status !== 'failed')
    const left = parts.netCents - early.reduce((sum, { originalCents }) => sum + originalCents, 0)
    if (early.length === 0 || Math.abs(left) > roundingCents) add(expectedOn, left)
    for (const { status, paidOn, cents } of early) if (status === 'waiting') add(paidOn, cents)
  }
  return [...days]
    .map(([day, cents]) => ({ day, cents }))
    .toSorted((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9'))
}

const roundingCents = 2

/** What anticipations that were paid, or will be, have cost; null: there are none. */
export function anticipationCost(payouts: readonly Pick<Payouts[number], 'anticipations'>[]): number | null {
  const early = payouts
    .flatMap(({ anticipations }) => anticipations)
    .filter(({ status }) => status !== 'failed')
  return early.length === 0 ? null : early.reduce((sum, { feeCents }) => sum + feeCents, 0)
}

/** `pago 18/11, antecipado` where money came before its day. */
export function paymentDayText({ paidOn, expectedOn, anticipations }: Payouts[number]): string {
  const early = anticipations.find(({ status }) => status === 'paid') ?? anticipations.find(isWaiting)
  if (paidOn === null && early?.paidOn)
    return `${early.status === 'paid' ? 'antecipado' : 'antecipa em'} ${shortDay(early.paidOn)}`
  if (paidOn) return `pago ${shortDay(paidOn)}`
  return expectedOn ? `previsto ${shortDay(expectedOn)}` : '–'
}

const isWaiting = ({ status }: Payouts[number]['anticipations'][number]): boolean => status === 'waiting'

export const shortDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`

/** `quarta, 25 de nov.` */
export const payday = (day: string): string => `${weekdayName(day)}, ${dayBrief(day)}`

/** Whether the period's orders were billed as agreed; the sums are figures of their own. */
export function billingSentence({ totals, differences, basis }: OrderBilling): string {
  if (totals.orders === 0) {
    return basis === 'sale' ? 'Nenhum pedido do marketplace neste período.' : 'Nenhum repasse neste período.'
  }
  const odd = differences.reduce((sum, row) => sum + row.cents, 0)
  const oddOrders = totals.statuses.divergent
  const first = `${plural(totals.orders, 'pedido', 'pedidos')} ${basis === 'sale' ? 'do marketplace' : totals.orders === 1 ? 'entra neste período' : 'entram neste período'}`
  const second =
    oddOrders === 0
      ? whatMatches(totals)
      : `${plural(oddOrders, 'não confere', 'não conferem')} (${money(odd)})`
  return `${first}; ${second}.`
}

/** Orders that the marketplace has billed; of the others nothing could be compared. */
export const billedOrders = ({ orders, statuses }: BillingTotals): number => orders - statuses.expected

function whatMatches(totals: BillingTotals): string {
  const billed = billedOrders(totals)
  if (billed === totals.orders) return 'tudo confere'
  const share = `${count(billed)} de ${count(totals.orders)} ${totals.orders === 1 ? 'apurado' : 'apurados'}`
  return billed === 0 ? share : `${share}, e o que foi apurado confere`
}
