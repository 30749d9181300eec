import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { orderStatuses } from '../orders/kinds.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { dayPeriodQuery, periodFacts } from './period.ts'
import { route } from '../shared/route.ts'

export const stages = ['accept', 'prepare', 'wait', 'deliver', 'total'] as const
export type Stage = (typeof stages)[number]

/** Default targets in minutes. */
export const defaultTargets: Readonly<Record<Stage, number>> = {
  accept: 3,
  prepare: 25,
  wait: 8,
  deliver: 30,
  total: 55,
}

/** Range of the targets, equal to the database's constraint. */
export const targetLimits: Readonly<Record<Stage, { readonly least: number; readonly most: number }>> = {
  accept: { least: 1, most: 60 },
  prepare: { least: 1, most: 180 },
  wait: { least: 1, most: 120 },
  deliver: { least: 1, most: 180 },
  total: { least: 5, most: 300 },
}

/**
 * By the share of orders within the target: `ok` at least 90 %, `off` at least half, `critical` less. In
 * other words, with `ok` the p90 is within the target, with `off` the median.
 */
export const stageStates = ['ok', 'off', 'critical', 'none'] as const
export type StageState = (typeof stageStates)[number]

export const stageStateOf = (orders: number, within: number): StageState =>
  orders === 0 ? 'none' : within >= orders * 0.9 ? 'ok' : within >= orders * 0.5 ? 'off' : 'critical'

export const responsibles = ['store', 'customer', 'logistics', 'marketplace', 'unknown'] as const
export type Responsible = (typeof responsibles)[number]

const minutesOf = (stage: Stage) => {
  const { least, most } = targetLimits[stage]
  const message = `Informe de ${least} a ${most} minutos.`
  return z.int(message).check(z.gte(least, message), z.lte(most, message))
}
const targets = z.strictObject({
  accept: minutesOf('accept'),
  prepare: minutesOf('prepare'),
  wait: minutesOf('wait'),
  deliver: minutesOf('deliver'),
  total: minutesOf('total'),
})
export type Targets = z.output<typeof targets>

const counts = z.strictObject({
  received: z.int(),
  cancelled: z.int(),
  /** Value of the cancelled orders, before discounts. */
  cancelledCents: z.int(),
  concluded: z.int(),
  promised: z.int(),
  onTime: z.int(),
})
export type QualityCounts = z.output<typeof counts>

/** Number of ratings by score, 1 to 5. */
const scores = z.array(z.int()).check(z.minLength(5), z.maxLength(5))

const stageFigures = z.strictObject({
  stage: z.enum(stages),
  orders: z.int(),
  /** Nearest-rank percentiles in whole minutes; null without orders. */
  median: z.nullable(z.int()),
  p90: z.nullable(z.int()),
  /** Orders within their own store's target. */
  within: z.int(),
  state: z.enum(stageStates),
  /** Null if the stores' targets differ. */
  target: z.nullable(z.int()),
})
export type StageFigures = z.output<typeof stageFigures>

const amount = z.strictObject({ orders: z.int(), cents: z.int() })

const disputeFigures = z.strictObject({
  opened: z.int(),
  /** Nothing was refunded. */
  won: z.int(),
  /** The full amount was refunded. */
  lost: z.int(),
  /** Part of the amount was refunded. */
  partly: z.int(),
  /** The deadline passed without a reply; also counted in `won` or `lost`. */
  expired: z.int(),
  waiting: z.int(),
  askedCents: z.int(),
  savedCents: z.int(),
  lostCents: z.int(),
})
export type DisputeFigures = z.output<typeof disputeFigures>

const criterion = z.strictObject({
  name: z.enum(['orders', 'ratings', 'score', 'cancellation', 'disputes']),
  /** A count, a score or a share (0 to 1); null: no data yet. */
  value: z.nullable(z.number()),
  target: z.number(),
  met: z.boolean(),
  /** What is missing, in pt-BR; null when met. */
  missing: z.nullable(z.string()),
})

export const qualityReport = z.strictObject({
  period: periodFacts,
  totals: counts,
  compared: counts,
  ratings: scores,
  comparedRatings: scores,
  /** Reviews that currently wait for a reply, and the earliest deadline. */
  pendingReviews: z.strictObject({ count: z.int(), soonest: z.nullable(instant) }),
  by: z.enum(['day', 'week', 'month']),
  /** By day, week (from Monday) or month, each identified by its first day. */
  trend: z.array(
    z.strictObject({
      from: dayText,
      scores,
      received: z.int(),
      cancelled: z.int(),
      promised: z.int(),
      onTime: z.int(),
    }),
  ),
  stages: z.array(z.strictObject({ current: stageFigures, compared: stageFigures })),
  /** Orders by total minutes; the last bucket holds everything over two hours. */
  totalMinutes: z.array(z.strictObject({ minute: z.int(), orders: z.int() })),
  cancellations: z.strictObject({
    /** Most orders first; the remainder is one row without a reason. */
    causes: z.array(
      z.strictObject({
        reason: z.nullable(z.string()),
        responsible: z.enum(responsibles),
        orders: z.int(),
        cents: z.int(),
      }),
    ),
    responsibles: z.array(z.strictObject({ responsible: z.enum(responsibles), ...amount.shape })),
    /** The status in which they were cancelled. */
    stages: z.array(z.strictObject({ stage: z.enum(orderStatuses), ...amount.shape })),
  }),
  openRate: z.strictObject({
    /** When recording began. Null: no store is monitored yet. */
    since: z.nullable(instant),
    channels: z.array(
      z.strictObject({
        channel: z.enum(platforms),
        openMinutes: z.int(),
        scheduledMinutes: z.int(),
      }),
    ),
  }),
  disputes: disputeFigures,
  comparedDisputes: disputeFigures,
  /** The marketplace's level of each store, over the last three months. */
  levels: z.array(
    z.strictObject({ storeId: z.uuid(), name: z.string(), met: z.boolean(), criteria: z.array(criterion) }),
  ),
  stores: z.array(
    z.strictObject({
      storeId: z.uuid(),
      name: z.string(),
      totals: counts,
      scores,
      stages: z.array(stageFigures),
      openMinutes: z.int(),
      scheduledMinutes: z.int(),
      targets,
      /** 0: the defaults. */
      targetsVersion: z.int(),
    }),
  ),
})
export type QualityReport = z.output<typeof qualityReport>

export const readQualityReport = route({
  name: 'readQualityReport',
  method: 'GET',
  path: '/reports/quality',
  summary:
    'Ratings, cancellations, times against targets, open rate, negotiations and the marketplace’s level',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject(dayPeriodQuery),
  files: Object.values(reportFileTypes),
  reply: qualityReport,
  errors: ['store/not-found', 'permission/denied', 'validation/refused', 'report/range-too-long'],
})

export const saveQualityTargets = route({
  name: 'saveQualityTargets',
  method: 'PUT',
  path: '/reports/quality/targets',
  summary: 'The minutes that each stage of an order may take in this store',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ targets, version: seenRevision() }),
  reply: z.strictObject({ targets, version: z.int() }),
  errors: ['store/not-found', 'permission/denied', 'report/stale-targets'],
})
