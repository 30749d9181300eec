import { sql, type Transaction } from 'kysely'
import { levelPlatforms, type Platform, platforms } from '../../../contract/shared/channels.ts'
import { addDays } from '../../../contract/shared/day.ts'
import {
  defaultTargets,
  stages,
  type QualityReport,
  type readQualityReport as readQualityReportRoute,
  type Targets,
} from '../../../contract/reports/quality.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { readTotals } from '../figures/figures.ts'
import { comparedPeriods } from '../figures/period-source.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { withReading } from '../frame/reading.ts'
import type { StoreDetails } from '../figures/selected-stores.ts'
import { openMinutes, type WatchedChannel } from './open-rate.rules.ts'
import { levelFrom, qualitySpans, spansOf, trendPoint, trendStep } from './quality-plan.rules.ts'
import {
  countsFor,
  disputesFor,
  levelOf,
  responsiblesOf,
  scoresFor,
  stageFor,
  stageOfStore,
  totalMinutes,
} from './quality.rules.ts'
import { readQualityFacts, type QualityFacts } from './read-quality-facts.ts'
import { addRatings, readRatings, type RatingFacts } from './read-ratings.ts'
import { sumFacts } from './sum-facts.rules.ts'

/** Ratings, cancellations, times, open hours and disputes. */
export async function readQualityReport(
  call: Pick<Call<typeof readQualityReportRoute>, 'deps' | 'stores' | 'query' | 'now'>,
): Promise<QualityReport> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  return withReading(deps.cells, stores, { halves: true }, async ({ stores: selected, closings, each }) => {
    const plan = planPeriod(selected, query, now)
    const dayOf = new Map(selected.map((store) => [store.storeId, runningDay(store, now)]))
    const today = (storeId: string) => dayOf.get(storeId) ?? plan.to
    const levels = ids.map((storeId) => ({ storeId, from: levelFrom(today(storeId)), to: today(storeId) }))
    const read = await each(async (tx, cell) => {
      const mine = cell.own(selected)
      const part = cell.part(plan)
      const targets = await readTargets(tx, cell.storeIds)
      const spans = qualitySpans(part, closings, today)
      const readFacts = (some: typeof selected) => async (one: Transaction<Cell>) =>
        readQualityFacts(
          one,
          some.map(({ storeId, merchants }) => ({
            storeId,
            merchants,
            targets: targetsOf(targets, storeId).targets,
          })),
          spansOf(spans, new Set(some.map((store) => store.storeId))),
          plan.weekdayBits,
        )
      // Everything can be added or belongs to one store, so each half of the stores uses one processor.
      const half = Math.floor(mine.length / 2)
      return {
        targets,
        facts: cell.parallel
          ? await cell.runBoth(readFacts(mine.slice(0, half)), readFacts(mine.slice(half)))
          : [await readFacts(mine)(tx)],
        ratings: await readRatings(tx, part, cell.own(levels), now),
        totals: await readTotals(tx, { plan: part, closings }),
        openings: await readOpenings(tx, part, mine, now),
      }
    })
    const targets = new Map(read.flatMap((cell) => [...cell.targets]))
    const facts = sumFacts(read.flatMap((cell) => cell.facts))
    const ratings = addRatings(read.map((cell) => cell.ratings))
    const totals = read.flatMap((cell) => cell.totals)
    const openings = read.flatMap((cell) => cell.openings)
    return assemble({
      plan,
      selected,
      targets,
      facts,
      ratings,
      openings,
      comparedPeriods: comparedPeriods(totals),
      now,
    })
  })
}

type TargetsOf = ReadonlyMap<string, { readonly targets: Targets; readonly version: number }>

export const targetsOf = (all: TargetsOf, storeId: string) =>
  all.get(storeId) ?? { targets: { ...defaultTargets }, version: 0 }

export async function readTargets(tx: Transaction<Cell>, storeIds: readonly string[]): Promise<TargetsOf> {
  const rows = await tx.selectFrom('quality_targets').selectAll().where('store_id', 'in', storeIds).execute()
  return new Map(
    rows.map((row) => [
      row.store_id,
      {
        targets: {
          accept: row.accept_minutes,
          prepare: row.prepare_minutes,
          wait: row.wait_minutes,
          deliver: row.deliver_minutes,
          total: row.total_minutes,
        },
        version: row.version,
      },
    ]),
  )
}

interface StoreOpenings {
  readonly storeId: string
  readonly since: number | null
  readonly channels: readonly {
    readonly channel: Platform
    readonly openMinutes: number
    readonly scheduledMinutes: number
  }[]
}

/** Only the selected channels; the period in each store's own business days. */
async function readOpenings(
  tx: Transaction<Cell>,
  plan: PeriodPlan,
  stores: readonly (StoreDetails & { readonly merchants: readonly string[] | null })[],
  now: Date,
): Promise<readonly StoreOpenings[]> {
  const ranges = plan.ranges.filter((range) => range.shift === 0)
  const { rows } = await sql<{
    storeId: string
    periodFrom: Date
    periodTo: Date
    channels: readonly {
      channel: Platform
      seenAt: string
      /** Null: the own channel, which has no merchant. */
      merchants: readonly string[] | null
      changes: { at: string; open: boolean | null }[]
    }[]
  }>`
    select r."storeId", running_day_ends(r."storeId", first.noon - interval '1 day') as "periodFrom",
      least(running_day_ends(r."storeId", last.noon), ${now}::timestamptz) as "periodTo",
      coalesce((
        select jsonb_agg(jsonb_build_object('channel', w.channel, 'seenAt', w.seen_at, 'merchants', (
          select to_jsonb(i.merchant_id || i.merchant_secondary_ids) from integrations i
          where i.store_id = w.store_id and i.type = w.channel), 'changes', (
          select jsonb_agg(jsonb_build_object('at', c.at, 'open', c.open) order by c.at)
          from store_openings c where c.store_id = w.store_id and c.channel = w.channel)))
        from store_watches w where w.store_id = r."storeId"), '[]') as channels
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r ("storeId" uuid, timezone text, "from" date, "to" date)
      cross join lateral (select (r."from" + time '12:00') at time zone r.timezone as noon) first
      cross join lateral (select (r."to" + time '12:00') at time zone r.timezone as noon) last`.execute(tx)
  return rows.map((row) => {
    const store = stores.find((one) => one.storeId === row.storeId)
    const chosen = row.channels.filter((one) => isChosen(store?.merchants ?? null, one.merchants ?? ['']))
    const watched = chosen.map(({ channel, seenAt, changes }): WatchedChannel => ({
      channel,
      seenAt: Date.parse(seenAt),
      changes: changes.map(({ at, open }) => ({ at: Date.parse(at), open })),
    }))
    const period = { from: row.periodFrom.getTime(), to: row.periodTo.getTime() }
    const schedule = { week: store?.openingHours ?? [], special: store?.specialDays ?? [] }
    return {
      storeId: row.storeId,
      since: watched.length > 0 ? Math.min(...watched.map((one) => one.changes[0]?.at ?? one.seenAt)) : null,
      channels: watched.map((one) => ({
        channel: one.channel,
        ...openMinutes(one, schedule, store?.timezone ?? plan.timezone, period),
      })),
    }
  })
}

const hasLevel = (platform: string): boolean => levelPlatforms.some((one) => one === platform)

const isChosen = (chosen: readonly string[] | null, merchants: readonly string[]): boolean =>
  chosen === null || chosen.some((merchant) => merchants.includes(merchant))

interface Parts {
  readonly plan: PeriodPlan
  readonly selected: readonly StoreDetails[]
  readonly targets: TargetsOf
  readonly facts: QualityFacts
  readonly ratings: RatingFacts
  readonly openings: readonly StoreOpenings[]
  readonly comparedPeriods: number
  readonly now: Date
}

function assemble(parts: Parts): QualityReport {
  const { plan, selected, targets, facts, ratings, openings, now } = parts
  const compared = countsFor(facts, 'compared', null)
  const comparedScores = scoresFor(ratings, 'compared', null)
  const divisor = Math.max(1, parts.comparedPeriods)
  const empty = compared.received === 0 && comparedScores.every((count) => count === 0)
  const all = selected.map((store) => targetsOf(targets, store.storeId).targets)
  const known = openings.flatMap((store) => (store.since === null ? [] : [store.since]))
  return {
    period: factsOf(plan, empty, now),
    totals: countsFor(facts, 'current', null),
    compared: countsFor(facts, 'compared', null, divisor),
    ratings: scoresFor(ratings, 'current', null),
    comparedRatings: comparedScores,
    pendingReviews: {
      count: ratings.pending.count,
      soonest: ratings.pending.soonest === null ? null : new Date(ratings.pending.soonest).toISOString(),
    },
    by: trendStep(plan.from, plan.to),
    trend: trendOf(plan, facts, ratings),
    stages: stages.map((stage) => ({
      current: stageFor(facts, 'current', stage, all),
      compared: stageFor(facts, 'compared', stage, all),
    })),
    totalMinutes: totalMinutes(facts),
    cancellations: {
      causes: [...facts.causes],
      responsibles: responsiblesOf(facts),
      stages: [...facts.cancelledFrom],
    },
    openRate: {
      since: known.length > 0 ? new Date(Math.min(...known)).toISOString() : null,
      channels: platforms.flatMap((channel) => {
        const rows = openings.flatMap((store) => store.channels.filter((one) => one.channel === channel))
        return rows.length > 0 ? [{ channel, ...sumMinutes(rows) }] : []
      }),
    },
    disputes: disputesFor(ratings.disputes, 'current'),
    comparedDisputes: disputesFor(ratings.disputes, 'compared', null, divisor),
    levels: selected
      .filter((store) => store.marketplaces.some(({ platform }) => hasLevel(platform)))
      .map(({ storeId, name }) => ({ storeId, name, ...levelOfStore(facts, ratings, storeId) })),
    stores: selected.map(({ storeId, name }) => {
      const own = targetsOf(targets, storeId)
      return {
        storeId,
        name,
        totals: countsFor(facts, 'current', storeId),
        scores: scoresFor(ratings, 'current', storeId),
        stages: stages.map((stage) => stageOfStore(facts, storeId, stage, own.targets)),
        ...sumMinutes(openings.find((store) => store.storeId === storeId)?.channels ?? []),
        targets: own.targets,
        targetsVersion: own.version,
      }
    }),
  }
}

const sumMinutes = (
  rows: readonly { readonly openMinutes: number; readonly scheduledMinutes: number }[],
) => ({
  openMinutes: rows.reduce((sum, row) => sum + row.openMinutes, 0),
  scheduledMinutes: rows.reduce((sum, row) => sum + row.scheduledMinutes, 0),
})

function levelOfStore(facts: QualityFacts, ratings: RatingFacts, storeId: string) {
  const counts = countsFor(facts, 'level', storeId)
  const scores = scoresFor(ratings, 'level', storeId)
  return levelOf({
    concluded: counts.concluded,
    received: counts.received,
    ownCancellations: facts.ownCancellations.find((row) => row.storeId === storeId)?.orders ?? 0,
    disputes: disputesFor(ratings.disputes, 'level', storeId).opened,
    ratings: scores.reduce((sum, count) => sum + count, 0),
    scoreSum: scores.reduce((sum, count, index) => sum + count * (index + 1), 0),
  })
}

function trendOf(plan: PeriodPlan, facts: QualityFacts, ratings: RatingFacts): QualityReport['trend'] {
  const step = trendStep(plan.from, plan.to)
  const points = new Map<string, QualityReport['trend'][number]>()
  for (let day = plan.from; day <= plan.to; day = addDays(day, 1)) {
    const from = trendPoint(step, day, plan.from)
    if (!points.has(from))
      points.set(from, { from, scores: [0, 0, 0, 0, 0], received: 0, cancelled: 0, promised: 0, onTime: 0 })
  }
  for (const row of facts.days) {
    const point = points.get(trendPoint(step, row.day, plan.from))
    if (!point) continue
    point.received += row.received
    point.cancelled += row.cancelled
    point.promised += row.promised
    point.onTime += row.onTime
  }
  for (const row of ratings.scores) {
    const point = row.day === null ? undefined : points.get(trendPoint(step, row.day, plan.from))
    if (point) point.scores[row.score - 1] = (point.scores[row.score - 1] ?? 0) + row.count
  }
  return [...points.values()]
}
