import { sql, type RawBuilder, type Transaction } from 'kysely'
import {
  review as reviewView,
  reviewsPerPage,
  type MarketplaceScore,
  type readReviews as readReviewsRoute,
  type Review,
} from '../../contract/reviews/reviews.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { byText, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { Cell } from '../db/tables.ts'
import type { Call } from '../calls/call.ts'
import { reportOddRow } from '../errors/odd-rows.ts'
import { storesWithModule } from '../stores/stores.ts'
import { shownRow } from '../marketplaces/sanitise/fit-to-schema.ts'

interface ReviewRow {
  readonly review: Review
  /** Cursor of the next page, in microseconds. */
  readonly position: string
}

export async function readReviews(
  call: Call<typeof readReviewsRoute>,
): Promise<Reply<typeof readReviewsRoute>> {
  const { deps, query, now } = call
  const all = call.stores.map((store) => store.storeId)
  const shown = await readEachCell(deps.cells, all, (tx, here) =>
    storesWithModule(
      tx,
      call.stores.filter(({ storeId }) => here.includes(storeId)),
      'reviews',
    ),
  )
  const stores = shown.flat()
  const ids = stores.map((store) => store.storeId)
  const chosen = JSON.stringify(stores)
  const isChosen = sql`exists (
    select from jsonb_to_recordset(${chosen}::jsonb) as c ("storeId" uuid, merchants jsonb)
    where c."storeId" = v.store_id and (c.merchants is null or c.merchants ? v.merchant_id))`
  const waits = sql`(v.reply_due > ${now} and v.reply is null and v.pending_reply is null)`
  const pending = query.show === 'pending'
  const [at, id] = query.after?.split('_') ?? []
  const place = pending ? sql`v.reply_due` : sql`v.created_at`
  const scores = query.scores?.split(',').map(Number) ?? [1, 2, 3, 4, 5]
  const cells = await readEachCell(deps.cells, ids, async (tx) => {
    const { rows: counted } = await sql<{ pending: number }>`
      select count(*)::integer as pending from reviews v
      where v.store_id = any (${ids}::uuid[]) and ${waits} and ${isChosen}`.execute(tx)
    const rows = await reviewRows(
      tx,
      sql`
      where v.store_id = any (${ids}::uuid[]) and ${isChosen} and v.score = any (${scores}::smallint[])
        and ${pending ? waits : sql`true`}
        and ${query.from ? sql`v.business_day >= ${query.from}::date` : sql`true`}
        and ${query.to ? sql`v.business_day <= ${query.to}::date` : sql`true`}
        and ${at === undefined ? sql`true` : pending ? sql`(${micros(place)}, v.id) > (${at}::bigint, ${id}::uuid)` : sql`(${micros(place)}, v.id) < (${at}::bigint, ${id}::uuid)`}
      order by ${place} ${pending ? sql`asc` : sql`desc`}, v.id ${pending ? sql`asc` : sql`desc`} limit ${reviewsPerPage + 1}`,
      place,
    )
    return {
      rows,
      pending: counted[0]?.pending ?? 0,
      scores: at === undefined ? await scoresOf(tx, ids, isChosen) : [],
    }
  })
  const [first, ...others] = cells
  const rows = mergeSorted([first.rows, ...others.map((cell) => cell.rows)], (a, b) =>
    pending ? byPlace(a, b) : byPlace(b, a),
  )
  const page = rows.slice(0, reviewsPerPage)
  const last = page.at(-1)
  const known = mergeSorted([first.scores, ...others.map((cell) => cell.scores)], worstFirst)
  return {
    reviews: page.map((row) => row.review),
    pending: cells.reduce((sum, cell) => sum + cell.pending, 0),
    next: rows.length > reviewsPerPage && last ? `${last.position}_${last.review.id}` : null,
    ...(at === undefined ? { scores: [...known] } : {}),
  }
}

const byPlace = (a: ReviewRow, b: ReviewRow): number =>
  Number(a.position) - Number(b.position) || byText(a.review.id, b.review.id)

/** As the statement sorts them: without a score last. */
const worstFirst = (a: MarketplaceScore, b: MarketplaceScore): number =>
  Number(a.score === null) - Number(b.score === null) ||
  (a.score ?? 0) - (b.score ?? 0) ||
  byText(a.storeName, b.storeName) ||
  byText(a.source, b.source) ||
  byText(a.merchantId, b.merchantId)

/** `isChosen` names a row by `v`. */
async function scoresOf(
  tx: Transaction<Cell>,
  ids: readonly string[],
  isChosen: RawBuilder<unknown>,
): Promise<readonly MarketplaceScore[]> {
  const { rows } = await sql<MarketplaceScore>`
    select v.store_id as "storeId", s.name as "storeName", v.platform as source, v.merchant_id as "merchantId", v.score,
      v.counted, v.total, to_char(v.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "readAt"
    from review_scores v join stores s on s.id = v.store_id
    where v.store_id = any (${ids}::uuid[]) and ${isChosen}
    order by v.score nulls last, s.name, v.platform, v.merchant_id`.execute(tx)
  return rows
}

export async function oneReview(
  tx: Transaction<Cell>,
  storeId: string,
  reviewId: string,
): Promise<Review | null> {
  const rows = await reviewRows(
    tx,
    sql`where v.store_id = ${storeId} and v.id = ${reviewId}`,
    sql`v.created_at`,
  )
  return rows[0]?.review ?? null
}

const micros = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`

async function reviewRows(
  tx: Transaction<Cell>,
  which: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
): Promise<readonly ReviewRow[]> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await sql<ReviewRow>`
    select (${micros(place)})::text as position, jsonb_build_object(
      'id', v.id, 'storeId', v.store_id, 'storeName', s.name, 'source', v.source, 'score', v.score, 'comment', v.comment,
      'tags', to_jsonb(v.tags), 'public', v.public, 'createdAt', ${instant('v.created_at')}, 'businessDay', v.business_day,
      'order', case when o.id is not null then jsonb_build_object('id', o.id, 'displayId', o.display_id) end,
      'reply', case when v.reply is not null then jsonb_build_object('text', v.reply, 'at', ${instant('v.replied_at')}, 'by', v.replied_by) end,
      'pendingReply', case when v.pending_reply is not null then jsonb_build_object('text', v.pending_reply, 'since', ${instant('v.pending_since')}) end,
      'refusal', v.refusal, 'draft', v.draft, 'replyDue', ${instant('v.reply_due')}) as review
    from reviews v
      join stores s on s.id = v.store_id
      left join orders o on o.store_id = v.store_id and o.id = v.order_id
    ${which}`.execute(tx)
  return rows.flatMap(({ review, position }) => {
    const shown = shownRow(reviewView, review)
    if (!shown || shown.odd)
      reportOddRow({ kind: 'review', storeId: review.storeId, id: review.id, shown: shown !== null })
    return shown ? [{ review: shown.value, position }] : []
  })
}
