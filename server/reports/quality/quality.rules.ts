import {
  responsibles,
  stageStateOf,
  type DisputeFigures,
  type QualityCounts,
  type QualityReport,
  type Stage,
  type StageFigures,
  type Targets,
} from '../../../contract/reports/quality.ts'
import { decimalText, manyText, percentText } from '../frame/report-text.ts'
import type { QualityFacts } from './read-quality-facts.ts'
import type { DisputeCounts, RatingFacts } from './read-ratings.ts'
import type { FactsKind } from './quality-plan.rules.ts'

const noCounts: QualityCounts = {
  received: 0,
  cancelled: 0,
  cancelledCents: 0,
  concluded: 0,
  promised: 0,
  onTime: 0,
}

const countNames = Object.keys(noCounts) as (keyof QualityCounts)[]

/** Counts of one kind, for one store or all; a mean over `divisor` compared periods. */
export function countsFor(
  facts: QualityFacts,
  kind: FactsKind,
  storeId: string | null,
  divisor = 1,
): QualityCounts {
  const sum = { ...noCounts }
  for (const row of facts.counts) {
    if (row.kind !== kind || (storeId !== null && row.storeId !== storeId)) continue
    for (const name of countNames) sum[name] += row[name]
  }
  for (const name of countNames) sum[name] = Math.round(sum[name] / divisor)
  return sum
}

/** Ratings by score, 1 to 5. */
export function scoresFor(facts: RatingFacts, kind: FactsKind, storeId: string | null): number[] {
  const scores = [0, 0, 0, 0, 0]
  for (const row of facts.scores) {
    if (row.kind === kind && (storeId === null || row.storeId === storeId))
      scores[row.score - 1] = (scores[row.score - 1] ?? 0) + row.count
  }
  return scores
}

const noDisputes: DisputeFigures = {
  opened: 0,
  won: 0,
  lost: 0,
  partly: 0,
  expired: 0,
  waiting: 0,
  askedCents: 0,
  savedCents: 0,
  lostCents: 0,
}

export function disputesFor(
  rows: readonly DisputeCounts[],
  kind: FactsKind,
  storeId: string | null = null,
  divisor = 1,
): DisputeFigures {
  const sum = { ...noDisputes }
  const names = Object.keys(noDisputes) as (keyof DisputeFigures)[]
  for (const row of rows) {
    if (row.kind !== kind || (storeId !== null && row.storeId !== storeId)) continue
    for (const name of names) sum[name] += row[name]
  }
  for (const name of names) sum[name] = Math.round(sum[name] / divisor)
  return sum
}

/** For all stores: the minutes of all orders together, each order against its own store's target. */
export function stageFor(
  facts: QualityFacts,
  kind: FactsKind,
  stage: Stage,
  targets: readonly Targets[],
): StageFigures {
  const rows = facts.stages.filter((row) => row.kind === kind && row.stage === stage)
  const orders = rows.reduce((sum, row) => sum + row.orders, 0)
  const within = rows.reduce((sum, row) => sum + row.within, 0)
  const minutes = facts.minutes.filter((row) => row.kind === kind && row.stage === stage)
  const chosen = new Set(targets.map((one) => one[stage]))
  return {
    stage,
    orders,
    within,
    median: atShare(minutes, orders, 0.5),
    p90: atShare(minutes, orders, 0.9),
    state: stageStateOf(orders, within),
    target: chosen.size === 1 ? ([...chosen][0] ?? null) : null,
  }
}

export function stageOfStore(
  facts: QualityFacts,
  storeId: string,
  stage: Stage,
  targets: Targets,
): StageFigures {
  const row = facts.stages.find(
    (one) => one.kind === 'current' && one.storeId === storeId && one.stage === stage,
  )
  return {
    stage,
    orders: row?.orders ?? 0,
    within: row?.within ?? 0,
    median: row?.median ?? null,
    p90: row?.p90 ?? null,
    state: stageStateOf(row?.orders ?? 0, row?.within ?? 0),
    target: targets[stage],
  }
}

/** Nearest rank, like PostgreSQL's percentile_disc. */
export function atShare(
  minutes: readonly { readonly minute: number; readonly orders: number }[],
  orders: number,
  share: number,
): number | null {
  let upto = 0
  for (const { minute, orders: some } of minutes) {
    upto += some
    if (upto >= orders * share) return minute
  }
  return null
}

const maxShownLength = 120

/** Every minute up to the longest shown, which also counts everything longer. */
export function totalMinutes(facts: QualityFacts): QualityReport['totalMinutes'] {
  const byMinute = new Map<number, number>()
  for (const row of facts.minutes) {
    if (row.kind !== 'current' || row.stage !== 'total') continue
    const minute = Math.min(row.minute, maxShownLength)
    byMinute.set(minute, (byMinute.get(minute) ?? 0) + row.orders)
  }
  return [...byMinute].toSorted(([a], [b]) => a - b).map(([minute, orders]) => ({ minute, orders }))
}

/** Fixed order, including those without cancellations, so that no row disappears. */
export function responsiblesOf(facts: QualityFacts): QualityReport['cancellations']['responsibles'] {
  return responsibles.map((responsible) => {
    const row = facts.responsibles.find((one) => one.responsible === responsible)
    return { responsible, orders: row?.orders ?? 0, cents: row?.cents ?? 0 }
  })
}

interface LevelFacts {
  readonly concluded: number
  readonly received: number
  readonly ownCancellations: number
  readonly disputes: number
  readonly ratings: number
  readonly scoreSum: number
}

type Criterion = QualityReport['levels'][number]['criteria'][number]

/** The published thresholds of the marketplace's best level (docs/product/reports.md). */
const badShare = 0.01
const wanted = { orders: 45, ratings: 11, score: 4.7, cancellation: badShare, disputes: badShare }

/** Which thresholds are met over three months, and what is missing, as sentences. */
export function levelOf(facts: LevelFacts): { met: boolean; criteria: Criterion[] } {
  const score = facts.ratings > 0 ? facts.scoreSum / facts.ratings : null
  const cancellation = facts.received > 0 ? facts.ownCancellations / facts.received : null
  const disputes = facts.concluded > 0 ? facts.disputes / facts.concluded : null
  const criteria: Criterion[] = [
    {
      name: 'orders',
      value: facts.concluded,
      target: wanted.orders,
      met: facts.concluded >= wanted.orders,
      missing: `Falta concluir ${manyText(wanted.orders - facts.concluded, 'pedido', 'pedidos')}.`,
    },
    {
      name: 'ratings',
      value: facts.ratings,
      target: wanted.ratings,
      met: facts.ratings >= wanted.ratings,
      missing: `Falta receber ${manyText(wanted.ratings - facts.ratings, 'avaliação', 'avaliações')}.`,
    },
    {
      name: 'score',
      value: score,
      target: wanted.score,
      met: score !== null && score >= wanted.score,
      missing:
        score === null
          ? 'Ainda não há avaliações.'
          : `A nota é ${decimalText(score, 2)}: ${manyText(fiveStars(facts), 'avaliação', 'avaliações')} de 5 estrelas seguidas a levam a ${decimalText(wanted.score, 1)}.`,
    },
    {
      name: 'cancellation',
      value: cancellation,
      target: wanted.cancellation,
      met: cancellation !== null && cancellation <= wanted.cancellation,
      missing:
        cancellation === null
          ? 'Ainda não há pedidos.'
          : `${percentText(cancellation, 1)} dos pedidos foram cancelados por causa da loja: ${manyText(cleanOrders(facts.ownCancellations, facts.received), 'pedido', 'pedidos')} sem cancelar levam a 1\u00a0%.`,
    },
    {
      name: 'disputes',
      value: disputes,
      target: wanted.disputes,
      met: disputes !== null && disputes <= wanted.disputes,
      missing:
        disputes === null
          ? 'Ainda não há pedidos concluídos.'
          : `${percentText(disputes, 1)} dos pedidos viraram negociação: ${manyText(cleanOrders(facts.disputes, facts.concluded), 'pedido', 'pedidos')} sem negociação levam a 1\u00a0%.`,
    },
  ]
  return {
    met: criteria.every((one) => one.met),
    criteria: criteria.map((one) => (one.met ? { ...one, missing: null } : one)),
  }
}

/** In tenths, so that 4.7 is exact. */
function fiveStars({ ratings, scoreSum }: LevelFacts): number {
  const target = Math.round(wanted.score * 10)
  return Math.max(1, Math.ceil((target * ratings - 10 * scoreSum) / (50 - target)))
}

/** Number of further orders without a bad one that bring the share to the limit. */
const cleanOrders = (bad: number, all: number): number => Math.max(1, bad * Math.round(1 / badShare) - all)
