import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { MetricName } from '../../../contract/reports/metrics/metrics.ts'
import type { QualityReport, Responsible, Stage, StageState } from '../../../contract/reports/quality.ts'

/** pt-BR labels of the quality report in files. */
export const stageMetric: Readonly<Record<Stage, MetricName>> = {
  accept: 'acceptTime',
  prepare: 'prepareTime',
  wait: 'waitTime',
  deliver: 'deliverTime',
  total: 'totalTime',
}

export const stageStateLabels: Readonly<Record<StageState, string>> = {
  ok: 'Conforme',
  off: 'Não conforme',
  critical: 'Crítico',
  none: 'Sem pedidos',
}

export const responsibleLabels: Readonly<Record<Responsible, string>> = {
  store: 'Loja',
  customer: 'Cliente',
  logistics: 'Logística',
  marketplace: 'Plataforma',
  unknown: 'Não informado',
}

export const cancelledFromLabels: Readonly<Record<OrderStatus, string>> = {
  placed: 'Antes do aceite',
  confirmed: 'Aceito',
  preparing: 'Em preparo',
  ready: 'Pronto',
  dispatched: 'Em entrega',
  delivered: 'Entregue',
  concluded: 'Concluído',
  cancelled: 'Cancelado',
}

export const criterionLabels: Readonly<
  Record<QualityReport['levels'][number]['criteria'][number]['name'], string>
> = {
  orders: 'Pedidos concluídos em 3 meses',
  ratings: 'Avaliações em 3 meses',
  score: 'Nota',
  cancellation: 'Cancelamentos por causa da loja',
  disputes: 'Negociações',
}
