import { customerMetrics } from './customer-metrics.ts'
import { productMetrics } from './product-metrics.ts'
import type { Measures } from './measures.ts'
import type { Metric } from './metric.ts'

/** A change below this share is grey: sales vary by more from day to day. */
export const smallChange = 0.02

/** Every figure on screens, in exports and in mails is one of these metrics. */
export const metrics = {
  gross: {
    label: 'Faturamento bruto',
    unit: 'cents',
    goodWhen: 'up',
  },
  storeDiscount: {
    label: 'Descontos da loja',
    unit: 'cents',
    goodWhen: 'neither',
  },
  marketplaceDiscount: {
    label: 'Descontos do marketplace',
    unit: 'cents',
    goodWhen: 'neither',
  },
  chainDiscount: {
    label: 'Descontos da rede',
    unit: 'cents',
    goodWhen: 'neither',
  },
  refunds: {
    label: 'Estornos',
    unit: 'cents',
    goodWhen: 'down',
  },
  net: {
    label: 'Faturamento líquido',
    unit: 'cents',
    goodWhen: 'up',
  },
  deliveryFee: {
    label: 'Taxa de entrega',
    unit: 'cents',
    goodWhen: 'neither',
  },
  serviceFee: {
    label: 'Taxa de serviço',
    unit: 'cents',
    goodWhen: 'neither',
  },
  staffService: {
    label: 'Serviço da equipe',
    unit: 'cents',
    goodWhen: 'neither',
  },
  tip: {
    label: 'Gorjeta',
    unit: 'cents',
    goodWhen: 'neither',
  },
  refundedFees: {
    label: 'Taxas devolvidas',
    unit: 'cents',
    goodWhen: 'down',
  },
  collected: {
    label: 'Total cobrado',
    unit: 'cents',
    goodWhen: 'up',
  },
  customerFees: {
    label: 'Taxas do cliente ao marketplace',
    unit: 'cents',
    goodWhen: 'neither',
  },
  marketplaceFees: {
    label: 'Taxas do marketplace',
    unit: 'cents',
    goodWhen: 'down',
  },
  receivable: {
    label: 'Recebível',
    unit: 'cents',
    goodWhen: 'up',
  },
  orders: {
    label: 'Pedidos',
    unit: 'count',
    goodWhen: 'up',
  },
  averageTicket: {
    label: 'Ticket médio',
    unit: 'cents',
    goodWhen: 'up',
  },
  cancellation: {
    label: 'Cancelamento',
    unit: 'share',
    goodWhen: 'down',
  },
  onTime: {
    label: 'No prazo',
    unit: 'share',
    goodWhen: 'up',
  },
  rating: {
    label: 'Nota',
    unit: 'score',
    goodWhen: 'up',
  },
  acceptTime: {
    label: 'Aceite',
    unit: 'minutes',
    goodWhen: 'down',
  },
  prepareTime: {
    label: 'Preparo',
    unit: 'minutes',
    goodWhen: 'down',
  },
  waitTime: {
    label: 'Espera pelo entregador',
    unit: 'minutes',
    goodWhen: 'down',
  },
  deliverTime: {
    label: 'Entrega',
    unit: 'minutes',
    goodWhen: 'down',
  },
  totalTime: {
    label: 'Tempo total',
    unit: 'minutes',
    goodWhen: 'down',
  },
  withinTarget: {
    label: 'Dentro da meta',
    unit: 'share',
    goodWhen: 'up',
  },
  openRate: {
    label: 'Tempo aberto',
    unit: 'share',
    goodWhen: 'up',
  },
  cancelledMoney: {
    label: 'Valor cancelado',
    unit: 'cents',
    goodWhen: 'down',
  },
  disputesLost: {
    label: 'Devolvido em negociações',
    unit: 'cents',
    goodWhen: 'down',
  },
  disputesSaved: {
    label: 'Preservado em negociações',
    unit: 'cents',
    goodWhen: 'up',
  },
  payoutNet: {
    label: 'Líquido do repasse',
    unit: 'cents',
    goodWhen: 'up',
  },
  payoutUpcoming: {
    label: 'A receber',
    unit: 'cents',
    goodWhen: 'up',
  },
  marketplaceKeeps: {
    label: 'Fica com o marketplace',
    unit: 'share',
    goodWhen: 'down',
  },
  payoutSale: {
    label: 'Vendas pagas pelo marketplace',
    unit: 'cents',
    goodWhen: 'up',
  },
  payoutSubsidy: {
    label: 'Incentivos do marketplace',
    unit: 'cents',
    goodWhen: 'up',
  },
  payoutCommission: {
    label: 'Comissão',
    unit: 'cents',
    goodWhen: 'neither',
  },
  payoutPaymentFee: {
    label: 'Taxa de pagamento',
    unit: 'cents',
    goodWhen: 'neither',
  },
  payoutLogistics: {
    label: 'Entrega e taxas do marketplace',
    unit: 'cents',
    goodWhen: 'neither',
  },
  payoutAdjustment: {
    label: 'Ajustes',
    unit: 'cents',
    goodWhen: 'neither',
  },
  paidToStore: {
    label: 'Pago direto à loja',
    unit: 'cents',
    goodWhen: 'neither',
  },
  collectedByStore: {
    label: 'Recebido pela loja',
    unit: 'cents',
    goodWhen: 'up',
  },
  ...productMetrics,
  ...customerMetrics,
  salesShare: {
    label: 'Participação',
    unit: 'share',
    goodWhen: 'neither',
  },
  openTime: {
    label: 'Minutos de funcionamento',
    unit: 'minutes',
    goodWhen: 'neither',
  },
  netPerOpenHour: {
    label: 'Líquido por hora aberta',
    unit: 'cents',
    goodWhen: 'up',
  },
  ownMean: {
    label: 'Contra a própria média',
    unit: 'share',
    goodWhen: 'up',
  },
  comparableBase: {
    label: 'Base comparável',
    unit: 'cents',
    goodWhen: 'up',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics

/** Valid orders: what counts as sales. */
export const validOrders = (m: Pick<Measures, 'received' | 'cancelled'>): number => m.received - m.cancelled
export const netCents = (m: Pick<Measures, 'grossCents' | 'storeDiscountCents' | 'refundCents'>): number =>
  m.grossCents - m.storeDiscountCents - m.refundCents
export const collectedCents = (m: Measures): number =>
  netCents(m) + m.deliveryFeeCents + m.serviceFeeCents + m.tipCents - m.refundedFeesCents
/** What customers paid to the marketplace with the order: collected, and passed on without being the store's cost. */
export const customerFeesCents = (m: Measures): number => m.logisticsCents
export const marketplaceFeesCents = (m: Measures): number => m.commissionCents + m.paymentFeeCents
export const receivableCents = (m: Measures): number =>
  collectedCents(m) - customerFeesCents(m) - marketplaceFeesCents(m)
/** Service without the staff's part. */
export const otherServiceCents = (m: Measures): number => m.serviceFeeCents - m.staffServiceCents
/** Discounts of the marketplace without the chain's part. */
export const ownMarketplaceDiscountCents = (m: Measures): number =>
  m.marketplaceDiscountCents - m.chainDiscountCents
/** Whole centavos; null if there are no valid orders. */
export const averageTicketCents = (m: Measures): number | null =>
  validOrders(m) > 0 ? Math.round(netCents(m) / validOrders(m)) : null
/** 0 to 1; null when nothing was received. */
export const cancellationShare = (m: Pick<Measures, 'received' | 'cancelled'>): number | null =>
  m.received > 0 ? m.cancelled / m.received : null
export const onTimeShare = (m: Pick<Measures, 'promised' | 'onTime'>): number | null =>
  m.promised > 0 ? m.onTime / m.promised : null
export const ratingMean = (r: { count: number; sum: number }): number | null =>
  r.count > 0 ? r.sum / r.count : null

/** The figures beside the net sales of a day or a period, in this order, on its page and in its files. */
export const salesFigures = [
  { name: 'orders', of: validOrders },
  { name: 'averageTicket', of: averageTicketCents },
  { name: 'cancellation', of: cancellationShare },
  { name: 'onTime', of: onTimeShare },
] as const satisfies readonly { name: MetricName; of: (m: Measures) => number | null }[]

/** Whole centavos; null without opening hours. */
export const netPerOpenHourCents = (m: Measures, openMinutes: number | null): number | null =>
  openMinutes ? Math.round((netCents(m) * 60) / openMinutes) : null
