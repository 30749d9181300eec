import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { MetricName } from '../../../contract/reports/metrics.ts'
import type { QualityReport, Responsible, Stage, StageState } from '../../../contract/reports/quality.ts'

/** pt-BR words of the quality report in files. */
export const stageMetric: Readonly<Record<Stage, MetricName>> = {
  accept: 'acceptTime',
  prepare: 'prepareTime',
  wait: 'waitTime',
  deliver: 'deliverTime',
  total: 'totalTime',
}

export const stageStateWords: Readonly<Record<StageState, string>> = {
  ok: 'Conforme',
  off: 'Não conforme',
  critical: 'Crítico',
  none: 'Sem pedidos',
}

export const responsibleWords: Readonly<Record<Responsible, string>> = {
  store: 'Loja',
  customer: 'Cliente',
  logistics: 'Logística',
  marketplace: 'Plataforma',
  unknown: 'Não informado',
}

export const cancelledFromWords: Readonly<Record<OrderStatus, string>> = {
  placed: 'Antes do aceite',
  confirmed: 'Aceito',
  preparing: 'Em preparo',
  ready: 'Pronto',
  dispatched: 'Em entrega',
  delivered: 'Entregue',
  concluded: 'Concluído',
  cancelled: 'Cancelado',
}

export const criterionWords: Readonly<
  Record<QualityReport['levels'][number]['criteria'][number]['name'], string>
> = {
  orders: 'Pedidos concluídos em 3 meses',
  ratings: 'Avaliações em 3 meses',
  score: 'Nota',
  cancellation: 'Cancelamentos por causa da loja',
  disputes: 'Negociações',
}
