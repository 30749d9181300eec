import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'
import type { FactsKind } from './quality-plan.rules.ts'

interface Span {
  readonly storeId: string
  readonly merchants: readonly string[] | null
  readonly kind: FactsKind
  readonly from: string
  readonly to: string
}

export interface RatingFacts {
  /** `level` counts only public ones. */
  readonly scores: readonly {
    readonly kind: FactsKind
    readonly storeId: string
    readonly day: string | null
    readonly score: number
    readonly count: number
  }[]
  readonly pending: { readonly count: number; readonly soonest: string | null }
  readonly disputes: readonly DisputeCounts[]
}

export interface DisputeCounts {
  readonly kind: FactsKind
  readonly storeId: string
  readonly opened: number
  readonly won: number
  readonly lost: number
  readonly partly: number
  readonly expired: number
  readonly waiting: number
  readonly askedCents: number
  readonly savedCents: number
  readonly lostCents: number
}

/** Ratings by the day of their order, disputes by the day they were opened. */
export async function readRatings(
  tx: Transaction<Cell>,
  plan: PeriodPlan,
  levels: readonly { readonly storeId: string; readonly from: string; readonly to: string }[],
  now: Date,
): Promise<RatingFacts> {
  const spans: readonly Span[] = [
    ...plan.ranges.map(({ storeId, merchants, shift, from, to }) => ({
      storeId,
      merchants,
      kind: shift === 0 ? ('current' as const) : ('compared' as const),
      from,
      to,
    })),
    ...levels.map((level) => ({
      ...level,
      merchants: plan.ranges.find((range) => range.storeId === level.storeId)?.merchants ?? null,
      kind: 'level' as const,
    })),
  ]
  const result = await sql<{ answer: RatingFacts }>`
    with spans as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, kind text, "from" date, "to" date)),
    rated as materialized (
      select r.kind, v.store_id, v.business_day, v.score, count(*) as count
      from spans r
        cross join lateral (
          select store_id, business_day, score, merchant_id, public from reviews
          where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) v
      where (r.merchants is null or r.merchants ? v.merchant_id) and (r.kind <> 'level' or v.public)
        and (r.kind = 'level' or (${plan.weekdayBits} >> extract(isodow from v.business_day)::integer) & 1 = 1)
      group by 1, 2, 3, 4
    ),
    argued as materialized (
      select r.kind, d.store_id, d.state, d.asked_cents, d.lost_cents, d.saved_cents
      from spans r
        cross join lateral (
          select * from disputes
          where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) d
      where (r.merchants is null or r.merchants ? d.merchant_id)
        and (r.kind = 'level' or (${plan.weekdayBits} >> extract(isodow from d.business_day)::integer) & 1 = 1)
    )
    select jsonb_build_object(
      'scores', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select kind, store_id as "storeId", case when kind = 'current' then business_day end as day, score,
            sum(count) as count
          from rated group by 1, 2, 3, 4) x),
      'pending', (
        select jsonb_build_object('count', count(*), 'soonest', min(v.reply_due))
        from spans r
          join reviews v on v.store_id = r."storeId" and v.reply_due > ${now} and v.reply is null
        where r.kind = 'current' and v.pending_reply is null
          and (r.merchants is null or r.merchants ? v.merchant_id)),
      'disputes', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select kind, store_id as "storeId", count(*) as opened,
            count(*) filter (where ${settled} and lost_cents = 0) as won,
            count(*) filter (where ${settled} and lost_cents > 0 and saved_cents = 0) as lost,
            count(*) filter (where ${settled} and lost_cents > 0 and saved_cents > 0) as partly,
            count(*) filter (where state = 'expired') as expired,
            count(*) filter (where not ${settled}) as waiting,
            sum(asked_cents) as "askedCents",
            coalesce(sum(saved_cents) filter (where ${settled}), 0) as "savedCents",
            coalesce(sum(lost_cents) filter (where ${settled}), 0) as "lostCents"
          from argued group by 1, 2) x)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

/** Of disjoint sets of stores. */
export function addRatings(parts: readonly RatingFacts[]): RatingFacts {
  const soonest = parts.flatMap(({ pending }) => pending.soonest ?? [])
  return {
    scores: parts.flatMap(({ scores }) => scores),
    pending: {
      count: parts.reduce((sum, { pending }) => sum + pending.count, 0),
      soonest: soonest.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null,
    },
    disputes: parts.flatMap(({ disputes }) => disputes),
  }
}

const settled = sql`(state in ('accepted', 'rejected', 'expired'))`
