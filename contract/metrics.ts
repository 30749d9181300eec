import type { Measures } from './reports.ts'

export type MetricUnit = 'cents' | 'count' | 'share' | 'score'

export interface Metric {
  /** pt-BR, as on the screen. */
  readonly label: string
  readonly unit: MetricUnit
  /** The formula in words, pt-BR: what opens from the figure. */
  readonly definition: string
  /** Where the facts come from. */
  readonly source: string
  /** Whether more is better: decides green or red, not the arrow. */
  readonly goodWhen: 'up' | 'down' | 'neither'
}

const fromOrders = 'Pedidos de todos os canais, no dia comercial da loja em que foram feitos.'

/** One vocabulary: every figure on the screen, in exports and mails is one of these. */
export const metrics = {
  gross: {
    label: 'Faturamento bruto',
    unit: 'cents',
    definition:
      'Soma de itens e complementos, vezes a quantidade, dos pedidos válidos, antes de descontos. Não inclui entrega, serviço nem gorjeta.',
    source: fromOrders,
    goodWhen: 'up',
  },
  storeDiscount: {
    label: 'Descontos da loja',
    unit: 'cents',
    definition: 'Parte dos descontos paga pela loja. Reduz o faturamento líquido.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  marketplaceDiscount: {
    label: 'Descontos do marketplace',
    unit: 'cents',
    definition:
      'Parte dos descontos paga pelo marketplace ou pela rede. Não reduz o faturamento líquido da loja.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  refunds: {
    label: 'Estornos',
    unit: 'cents',
    definition:
      'Valores devolvidos, totais ou parciais, contados no dia do pedido. A data do estorno fica no pedido.',
    source: fromOrders,
    goodWhen: 'down',
  },
  net: {
    label: 'Faturamento líquido',
    unit: 'cents',
    definition:
      'Faturamento bruto menos descontos da loja menos estornos. Pedidos cancelados e recusados não entram.',
    source: fromOrders,
    goodWhen: 'up',
  },
  deliveryFee: {
    label: 'Taxa de entrega',
    unit: 'cents',
    definition: 'Taxas de entrega cobradas dos clientes nos pedidos válidos.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  serviceFee: {
    label: 'Taxa de serviço',
    unit: 'cents',
    definition: 'Taxas de serviço e de pedido mínimo cobradas nos pedidos válidos.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  tip: {
    label: 'Gorjeta',
    unit: 'cents',
    definition: 'Gorjetas dos pedidos válidos.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  collected: {
    label: 'Total cobrado',
    unit: 'cents',
    definition:
      'Faturamento líquido mais entrega, serviço e gorjeta. Inclui a parte que o marketplace paga pelo cliente em descontos.',
    source: fromOrders,
    goodWhen: 'up',
  },
  marketplaceFees: {
    label: 'Taxas do marketplace',
    unit: 'cents',
    definition:
      'Estimativa de comissão, taxa de pagamento e logística, pelas condições cadastradas na integração. O valor certo vem no repasse.',
    source: 'Condições da integração da loja e pedidos do canal.',
    goodWhen: 'down',
  },
  receivable: {
    label: 'Recebível estimado',
    unit: 'cents',
    definition: 'Total cobrado menos as taxas estimadas do marketplace.',
    source: fromOrders,
    goodWhen: 'up',
  },
  orders: {
    label: 'Pedidos',
    unit: 'count',
    definition: 'Pedidos válidos: recebidos menos cancelados e recusados.',
    source: fromOrders,
    goodWhen: 'up',
  },
  averageTicket: {
    label: 'Ticket médio',
    unit: 'cents',
    definition: 'Faturamento bruto menos descontos da loja, dividido pelos pedidos válidos.',
    source: fromOrders,
    goodWhen: 'up',
  },
  cancellation: {
    label: 'Cancelamento',
    unit: 'share',
    definition: 'Pedidos cancelados e recusados divididos pelos recebidos.',
    source: fromOrders,
    goodWhen: 'down',
  },
  onTime: {
    label: 'No prazo',
    unit: 'share',
    definition:
      'Pedidos entregues ou concluídos até o horário prometido, entre os que tinham horário prometido e já terminaram.',
    source: 'Horário prometido pelo canal e momento registrado da entrega ou conclusão.',
    goodWhen: 'up',
  },
  rating: {
    label: 'Nota',
    unit: 'score',
    definition: 'Média das avaliações, de 1 a 5, dos pedidos feitos no dia.',
    source: 'Avaliações do marketplace.',
    goodWhen: 'up',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics

export const noMeasures: Measures = {
  received: 0,
  cancelled: 0,
  refused: 0,
  cancelledCents: 0,
  grossCents: 0,
  storeDiscountCents: 0,
  marketplaceDiscountCents: 0,
  refundCents: 0,
  deliveryFeeCents: 0,
  serviceFeeCents: 0,
  tipCents: 0,
  commissionCents: 0,
  paymentFeeCents: 0,
  logisticsCents: 0,
  promised: 0,
  onTime: 0,
  newCustomers: 0,
  returningCustomers: 0,
  frequentCustomers: 0,
  unidentifiedCustomers: 0,
}

/** Valid orders: what counts as sales. */
export const validOrders = (m: Measures): number => m.received - m.cancelled
export const netCents = (m: Measures): number => m.grossCents - m.storeDiscountCents - m.refundCents
export const collectedCents = (m: Measures): number =>
  netCents(m) + m.deliveryFeeCents + m.serviceFeeCents + m.tipCents
export const marketplaceFeesCents = (m: Measures): number =>
  m.commissionCents + m.paymentFeeCents + m.logisticsCents
export const receivableCents = (m: Measures): number => collectedCents(m) - marketplaceFeesCents(m)
/** Whole centavos; null without valid orders. */
export const averageTicketCents = (m: Measures): number | null =>
  validOrders(m) > 0 ? Math.round((m.grossCents - m.storeDiscountCents) / validOrders(m)) : null
/** 0 to 1; null when nothing was received. */
export const cancellationShare = (m: Measures): number | null =>
  m.received > 0 ? m.cancelled / m.received : null
export const onTimeShare = (m: Measures): number | null => (m.promised > 0 ? m.onTime / m.promised : null)
export const ratingMean = (r: { count: number; sum: number }): number | null =>
  r.count > 0 ? r.sum / r.count : null

export function addMeasures(a: Measures, b: Measures): Measures {
  const sum = { ...a }
  for (const name of Object.keys(noMeasures) as (keyof Measures)[]) sum[name] = a[name] + b[name]
  return sum
}
