import { cancellationShare, onTimeShare, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type {
  DisputeFigures,
  QualityCounts,
  QualityReport,
  Responsible,
  Stage,
  StageState,
} from '../../../contract/reports/quality.ts'
import type { Tone } from '../../ui/pill.tsx'
import { count, decimal, percent } from '../../words/format.ts'

export const stageMetric: Readonly<Record<Stage, MetricName>> = {
  accept: 'acceptTime',
  prepare: 'prepareTime',
  wait: 'waitTime',
  deliver: 'deliverTime',
  total: 'totalTime',
}

export const stageStates: Readonly<Record<StageState, { readonly words: string; readonly tone: Tone }>> = {
  ok: { words: 'Conforme', tone: 'ok' },
  off: { words: 'Não conforme', tone: 'warn' },
  critical: { words: 'Crítico', tone: 'bad' },
  none: { words: 'Sem pedidos', tone: 'plain' },
}

export const responsibleLabels: Readonly<Record<Responsible, string>> = {
  store: 'Loja',
  customer: 'Cliente',
  logistics: 'Logística',
  marketplace: 'Plataforma',
  unknown: 'Não informado',
}

export const cancelledFromLabels: Readonly<Record<OrderStatus, string>> = {
  placed: 'antes do aceite',
  confirmed: 'aceito',
  preparing: 'em preparo',
  ready: 'pronto',
  dispatched: 'em entrega',
  delivered: 'entregue',
  concluded: 'concluído',
  cancelled: 'cancelado',
}

type CriterionName = QualityReport['levels'][number]['criteria'][number]['name']

export const criterionLabels: Readonly<Record<CriterionName, string>> = {
  orders: 'Pedidos concluídos',
  ratings: 'Avaliações',
  score: 'Nota',
  cancellation: 'Cancelados pela loja',
  disputes: 'Negociações',
}

export function criterionValue(name: CriterionName, value: number | null): string {
  if (value === null) return '–'
  if (name === 'orders' || name === 'ratings') return count(value)
  return name === 'score' ? decimal(value, 2) : percent(value)
}

/** `45 ou mais`, `até 1%`. */
export function criterionTarget(name: CriterionName, target: number): string {
  const words = name === 'score' ? decimal(target, 1) : criterionValue(name, target)
  return name === 'cancellation' || name === 'disputes' ? `até ${words}` : `${words} ou mais`
}

export const scoreCount = (scores: readonly number[]): number => scores.reduce((sum, count) => sum + count, 0)

export function scoreMean(scores: readonly number[]): number | null {
  const count = scoreCount(scores)
  return count === 0 ? null : scores.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
}

export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
export const cancelledShare = (counts: Pick<QualityCounts, 'received' | 'cancelled'>) =>
  cancellationShare(counts)
export const onTimeOf = (counts: Pick<QualityCounts, 'promised' | 'onTime'>) => onTimeShare(counts)

/** Share of ended negotiations in which nothing was refunded. */
export const wonShare = ({ won, lost, partly }: DisputeFigures): number | null =>
  shareOf(won, won + lost + partly)

/** What to look at first, in one sentence; the figures are shown elsewhere. */
export function qualitySentence({ totals, ratings, stages }: QualityReport): string {
  if (totals.received === 0) return 'Nenhum pedido neste período.'
  const bad = stages
    .map(({ current }) => current)
    .filter(({ state }) => state === 'critical' || state === 'off')
    .toSorted((a, b) => (a.within / a.orders || 0) - (b.within / b.orders || 0))[0]
  const silent = scoreCount(ratings) === 0 ? 'Ninguém avaliou ainda. ' : ''
  return `${silent}${bad ? `O que mais foge da meta: ${slowLabels[bad.stage]}.` : 'Todos os tempos estão na meta.'}`
}

const slowLabels: Readonly<Record<Stage, string>> = {
  accept: 'o aceite',
  prepare: 'o preparo',
  wait: 'a espera pelo entregador',
  deliver: 'a entrega',
  total: 'o tempo total',
}

/** One bar for several minutes, so that a long tail stays readable. */
export function minuteBars(
  minutes: QualityReport['totalMinutes'],
  step = 5,
): { readonly from: number; readonly orders: number }[] {
  const last = minutes.at(-1)?.minute ?? 0
  const bars = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => ({
    from: index * step,
    orders: 0,
  }))
  for (const { minute, orders } of minutes) {
    const bar = bars[Math.floor(minute / step)]
    if (bar) bar.orders += orders
  }
  return bars
}
