import { customerMetrics } from './customer-metrics.ts'
import { productMetrics } from './product-metrics.ts'
import type { Measures } from './measures.ts'
import type { Metric } from './metric.ts'

const fromOrders = 'Pedidos de todos os canais, no dia comercial da loja em que foram feitos.'

const fromTimeline = 'Linha do tempo de cada pedido, no dia comercial em que foi feito.'
const fromLedger = 'Extrato financeiro do marketplace.'

/** A change below this share is grey: sales vary by more from day to day. */
export const smallChange = 0.02

/** Every figure on screens, in exports and in mails is one of these metrics. */
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
  acceptTime: {
    label: 'Aceite',
    unit: 'minutes',
    definition:
      'Minutos inteiros do pedido feito ao aceite. Pedidos agendados e cancelados não entram. Mediana: metade dos pedidos levou até isso; p90: nove em cada dez.',
    source: fromTimeline,
    goodWhen: 'down',
  },
  prepareTime: {
    label: 'Preparo',
    unit: 'minutes',
    definition:
      'Minutos inteiros do aceite (no agendado, do início do preparo) até ficar pronto. Pedidos cancelados não entram.',
    source: fromTimeline,
    goodWhen: 'down',
  },
  waitTime: {
    label: 'Espera pelo entregador',
    unit: 'minutes',
    definition: 'Minutos inteiros de pronto até sair para a entrega. Só pedidos de entrega.',
    source: fromTimeline,
    goodWhen: 'down',
  },
  deliverTime: {
    label: 'Entrega',
    unit: 'minutes',
    definition: 'Minutos inteiros da saída até a entrega ou conclusão. Só pedidos de entrega.',
    source: fromTimeline,
    goodWhen: 'down',
  },
  totalTime: {
    label: 'Tempo total',
    unit: 'minutes',
    definition:
      'Minutos inteiros do pedido feito até a entrega ou conclusão. Pedidos agendados e cancelados não entram.',
    source: fromTimeline,
    goodWhen: 'down',
  },
  withinTarget: {
    label: 'Dentro da meta',
    unit: 'share',
    definition:
      'Pedidos que cumpriram a meta da própria loja. Conforme: 9 em cada 10 ou mais. Não conforme: da metade a 9 em cada 10. Crítico: menos da metade.',
    source: fromTimeline,
    goodWhen: 'up',
  },
  openRate: {
    label: 'Tempo aberto',
    unit: 'share',
    definition:
      'Minutos em que a loja recebia pedidos, divididos pelos minutos do horário de funcionamento cadastrado hoje. Conta desde que começamos a observar, de minuto em minuto; o que não observamos não conta.',
    source: 'Situação da loja e do marketplace, registrada a cada mudança.',
    goodWhen: 'up',
  },
  cancelledMoney: {
    label: 'Valor cancelado',
    unit: 'cents',
    definition: 'Valor bruto dos pedidos cancelados e recusados, antes de descontos.',
    source: fromOrders,
    goodWhen: 'down',
  },
  disputesLost: {
    label: 'Devolvido em negociações',
    unit: 'cents',
    definition:
      'O que voltou ao cliente nas negociações abertas no período, por resposta da loja, por acordo ou por falta de resposta.',
    source: 'Negociações do marketplace, no dia comercial em que foram abertas.',
    goodWhen: 'down',
  },
  disputesSaved: {
    label: 'Preservado em negociações',
    unit: 'cents',
    definition: 'O que o cliente pediu e não foi devolvido, nas negociações encerradas.',
    source: 'Negociações do marketplace, no dia comercial em que foram abertas.',
    goodWhen: 'up',
  },
  payoutNet: {
    label: 'Líquido do repasse',
    unit: 'cents',
    definition:
      'O que o marketplace transfere: vendas pagas por ele mais incentivos dele, menos comissão, taxa de pagamento, entrega e taxas que ele cobra, mais ou menos ajustes. O que o cliente pagou direto à loja não entra.',
    source: 'Extrato financeiro do marketplace; onde ele ainda não falou, a nossa estimativa.',
    goodWhen: 'up',
  },
  payoutSale: {
    label: 'Vendas pagas pelo marketplace',
    unit: 'cents',
    definition: 'Parte do total dos pedidos que o cliente pagou no aplicativo.',
    source: fromLedger,
    goodWhen: 'up',
  },
  payoutSubsidy: {
    label: 'Incentivos do marketplace',
    unit: 'cents',
    definition: 'Descontos que o marketplace paga e devolve à loja no repasse.',
    source: fromLedger,
    goodWhen: 'up',
  },
  payoutCommission: {
    label: 'Comissão',
    unit: 'cents',
    definition: 'Percentual do contrato sobre os itens menos os descontos da loja.',
    source: fromLedger,
    goodWhen: 'neither',
  },
  payoutPaymentFee: {
    label: 'Taxa de pagamento',
    unit: 'cents',
    definition: 'Percentual do contrato sobre o que foi pago no aplicativo.',
    source: fromLedger,
    goodWhen: 'neither',
  },
  payoutLogistics: {
    label: 'Entrega e taxas do marketplace',
    unit: 'cents',
    definition: 'Taxa de entrega dos pedidos que ele entrega e outras taxas do cliente que ficam com ele.',
    source: fromLedger,
    goodWhen: 'neither',
  },
  payoutAdjustment: {
    label: 'Ajustes',
    unit: 'cents',
    definition:
      'Cancelamentos, reembolsos, acertos posteriores e lançamentos que não reconhecemos, com o sinal do extrato.',
    source: fromLedger,
    goodWhen: 'neither',
  },
  paidToStore: {
    label: 'Pago direto à loja',
    unit: 'cents',
    definition:
      'Parte dos pedidos do marketplace que o cliente paga na entrega ou no balcão. Não passa pelo repasse.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  collectedByStore: {
    label: 'Recebido pela loja',
    unit: 'cents',
    definition:
      'Pago direto à loja: todo o canal próprio e, no marketplace, o que se paga na entrega. Contado no dia da venda.',
    source: fromOrders,
    goodWhen: 'up',
  },
  ...productMetrics,
  ...customerMetrics,
  salesShare: {
    label: 'Participação',
    unit: 'share',
    definition: 'Faturamento líquido da linha dividido pelo de todas as linhas.',
    source: fromOrders,
    goodWhen: 'neither',
  },
  openTime: {
    label: 'Minutos de funcionamento',
    unit: 'minutes',
    definition:
      'Minutos que o horário de funcionamento cadastrado hoje tem nos dias e horas do período, até agora. Pausas e desativações não são descontadas.',
    source: 'Horário de funcionamento da loja.',
    goodWhen: 'neither',
  },
  netPerOpenHour: {
    label: 'Líquido por hora aberta',
    unit: 'cents',
    definition: 'Faturamento líquido dividido pelas horas de funcionamento do período.',
    source: 'Pedidos e horário de funcionamento da loja.',
    goodWhen: 'up',
  },
  ownMean: {
    label: 'Contra a própria média',
    unit: 'share',
    definition:
      'Faturamento líquido dividido pela média da própria loja nos quatro períodos de semanas inteiras anteriores (só os que tiveram pedidos), menos um. Enquanto o último dia corre, os anteriores param no mesmo minuto.',
    source: fromOrders,
    goodWhen: 'up',
  },
  comparableBase: {
    label: 'Base comparável',
    unit: 'cents',
    definition:
      'Só as lojas que receberam pedidos no período e na comparação: o crescimento sem lojas abertas ou fechadas no meio do caminho.',
    source: fromOrders,
    goodWhen: 'up',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics

/** Valid orders: what counts as sales. */
export const validOrders = (m: Pick<Measures, 'received' | 'cancelled'>): number => m.received - m.cancelled
export const netCents = (m: Pick<Measures, 'grossCents' | 'storeDiscountCents' | 'refundCents'>): number =>
  m.grossCents - m.storeDiscountCents - m.refundCents
export const collectedCents = (m: Measures): number =>
  netCents(m) + m.deliveryFeeCents + m.serviceFeeCents + m.tipCents
export const marketplaceFeesCents = (m: Measures): number =>
  m.commissionCents + m.paymentFeeCents + m.logisticsCents
export const receivableCents = (m: Measures): number => collectedCents(m) - marketplaceFeesCents(m)
/** Whole centavos; null if there are no valid orders. */
export const averageTicketCents = (m: Measures): number | null =>
  validOrders(m) > 0 ? Math.round((m.grossCents - m.storeDiscountCents) / validOrders(m)) : null
/** 0 to 1; null when nothing was received. */
export const cancellationShare = (m: Pick<Measures, 'received' | 'cancelled'>): number | null =>
  m.received > 0 ? m.cancelled / m.received : null
export const onTimeShare = (m: Pick<Measures, 'promised' | 'onTime'>): number | null =>
  m.promised > 0 ? m.onTime / m.promised : null
export const ratingMean = (r: { count: number; sum: number }): number | null =>
  r.count > 0 ? r.sum / r.count : null

/** Whole centavos; null without opening hours. */
export const netPerOpenHourCents = (m: Measures, openMinutes: number | null): number | null =>
  openMinutes ? Math.round((netCents(m) * 60) / openMinutes) : null
