import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../contract/shared/durations.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { writeInHalves } from '../db/in-halves.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { keepRefused, reasonOf } from '../marketplaces/inbox/keep-refused.ts'
import { requireFacet } from '../marketplaces/marketplace.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import type { MerchantReviews, PartnerReview } from '../marketplaces/review.ts'
import type { ImportedMerchant, PartnerImport } from '../marketplaces/partner-imports.ts'

export const reviewsImport: PartnerImport = {
  kind: 'reviews',
  everyMs: 2 * 60_000,
  facet: 'reviews',
  run: importReviews,
}

const firstDays = 90
/** A review may change during the store's five days and the customer's five days after it. */
const rereadDays = 11

/** Reads the ratings of a merchant; one that is here already is written as the partner says it now. */
async function importReviews(
  deps: Deps,
  { platform, storeId, merchantId, readTo }: ImportedMerchant,
): Promise<Date> {
  const now = deps.now()
  const from = new Date((readTo ?? now).getTime() - (readTo ? rereadDays : firstDays) * dayMs)
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const unreadable: unknown[] = []
  const reviews = await requireFacet(marketplace, 'reviews').read(merchantId, from, now, (document) =>
    unreadable.push(document),
  )
  const refused = unreadable.map((document) => ({
    document,
    reason: 'A avaliação veio com dados inválidos.',
  }))
  const kept = { platform, storeId, merchantId, now }
  await writeInHalves(
    reviews,
    (some) => keepReviews(deps, kept, some),
    (document, error) => refused.push({ document, reason: reasonOf(error) }),
  )
  await importScore(deps, kept, requireFacet(marketplace, 'reviews'))
  await keepRefused(
    deps,
    refused.map((one) => ({ ...one, storeId, platform, code: 'REVIEW', via: 'import' })),
  )
  return now
}

interface Kept {
  readonly platform: string
  readonly storeId: string
  readonly merchantId: string
  readonly now: Date
}

async function keepReviews(
  deps: Deps,
  { platform, storeId, merchantId, now }: Kept,
  reviews: readonly PartnerReview[],
): Promise<void> {
  const rows = reviews.filter((review) => !review.discarded).map((review) => ({ row: uuidv7(), ...review }))
  const dropped = reviews.filter((review) => review.discarded).map((review) => review.id)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows: gone } = await sql`
      delete from reviews where store_id = ${storeId} and source = ${platform} and source_review_id = any (${dropped}::text[])
      returning 1`.execute(tx)
    const { rows: written } = await sql`
      insert into reviews as v (store_id, id, source, source_review_id, merchant_id, order_external_id, order_id, business_day,
          score, comment, created_at, status, public, tags, reply, replied_at, reply_due, updated_at)
        select ${storeId}, x.row, ${platform}, x.id, ${merchantId}, x."orderId", o.id,
          -- The day's rating is about that day's work.
          coalesce(o.business_day, running_day(${storeId}::uuid, coalesce(x."orderedAt", x."createdAt"))), x.score, x.comment,
          x."createdAt", x.status, x.public, array(select jsonb_array_elements_text(x.tags)), x.reply ->> 'text',
          (x.reply ->> 'at')::timestamptz, x."replyDue", ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row uuid, id text, "orderId" text, "orderedAt" timestamptz,
            score smallint, comment text, "createdAt" timestamptz, status text, public boolean, tags jsonb, reply jsonb,
            "replyDue" timestamptz)
          left join orders o on o.store_id = ${storeId} and o.platform = ${platform} and o.external_id = x."orderId"
      on conflict on constraint reviews_source_key do update set
        merchant_id = excluded.merchant_id, order_id = coalesce(excluded.order_id, v.order_id), score = excluded.score,
        comment = excluded.comment, status = excluded.status, public = excluded.public, tags = excluded.tags,
        reply = coalesce(excluded.reply, v.reply), replied_at = coalesce(excluded.replied_at, v.replied_at),
        reply_due = excluded.reply_due, updated_at = excluded.updated_at,
        pending_reply = case when excluded.reply is null then v.pending_reply end,
        pending_since = case when excluded.reply is null then v.pending_since end
        where (v.score, v.comment, v.status, v.public, v.tags, v.reply, v.order_id) is distinct from
          (excluded.score, excluded.comment, excluded.status, excluded.public, excluded.tags, coalesce(excluded.reply, v.reply),
            coalesce(excluded.order_id, v.order_id))
      returning 1`.execute(tx)
    if (gone.length + written.length > 0) publishStoreEvent(tx, storeId, 'reviews', now)
  })
}

/** The score that customers see there. Without an answer the former one stays, with its age, and reviews are not held up. */
async function importScore(
  deps: Deps,
  { platform, storeId, merchantId, now }: Kept,
  reviews: MerchantReviews,
): Promise<void> {
  const summary = await reviews.readSummary?.(merchantId).catch((error: unknown) => {
    if (!(error instanceof MarketplaceError)) throw error
    deps.log.warn({ err: error, storeId, merchantId, platform }, 'the score of a merchant was not read')
  })
  if (!summary) return
  const { score, counted, total } = summary
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ isChanged: boolean }>`
      with former as (
        select score, counted, total from review_scores
        where store_id = ${storeId} and platform = ${platform} and merchant_id = ${merchantId})
      insert into review_scores (store_id, platform, merchant_id, score, counted, total, read_at)
      values (${storeId}, ${platform}, ${merchantId}, ${score}, ${counted}, ${total}, ${now})
      on conflict on constraint review_scores_pkey do update set
        score = excluded.score, counted = excluded.counted, total = excluded.total, read_at = excluded.read_at
      returning not exists (select from former f where (f.score, f.counted, f.total) is not distinct from
        (review_scores.score, review_scores.counted, review_scores.total)) as "isChanged"`.execute(tx)
    if (rows[0]?.isChanged) publishStoreEvent(tx, storeId, 'reviews', now)
  })
}
