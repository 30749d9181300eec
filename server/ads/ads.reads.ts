import { sql, type Transaction } from 'kysely'
import { dayMs } from '../../contract/shared/durations.ts'
import type { AdsReportRow, AdsView, readAds as readRoute } from '../../contract/ads/ads.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { feedOf } from './feed.reads.ts'
import { setupOf } from './setup.reads.ts'

export async function readAds({
  deps,
  storeId,
  query,
  now,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const from = new Date(now.getTime() - Number(query.days ?? '30') * dayMs)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'ads')
    const slug = await storeSlugOf(tx, storeId)
    const rows = await tx
      .selectFrom('ads')
      .selectAll()
      .where('store_id', '=', storeId)
      .orderBy('ended_at', 'desc')
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute()
    return {
      setup: await setupOf(tx, storeId),
      feeds: await feedsOf(tx, deps, { storeId, slug, now }),
      ads: rows.map((row) => adView(row, slug, deps.env)),
      report: {
        from: from.toISOString(),
        to: now.toISOString(),
        rows: await reportRows(tx, storeId, from),
      },
    }
  })
}

interface AdRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly created_at: Date
  readonly created_by: string
  readonly ended_at: Date | null
}

export const adView = (row: AdRow, slug: string, env: Deps['env']): AdsView['ads'][number] => ({
  id: row.id,
  name: row.name,
  url: `${publicOrigin(env)}/feeds/${slug}/whatsapp?anuncio=${row.code}`,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  endedAt: row.ended_at?.toISOString() ?? null,
})

export const storeSlugOf = async (tx: Transaction<Cell>, storeId: string): Promise<string> =>
  (await tx.selectFrom('stores').select('menu_slug').where('id', '=', storeId).executeTakeFirstOrThrow())
    .menu_slug

async function feedsOf(
  tx: Transaction<Cell>,
  { env }: Deps,
  { storeId, slug, now }: { readonly storeId: string; readonly slug: string; readonly now: Date },
): Promise<AdsView['feeds']> {
  const origin = publicOrigin(env)
  const feed = await feedOf(tx, storeId, now, origin)
  return {
    metaUrl: `${origin}/feeds/${slug}/meta.csv`,
    googleUrl: `${origin}/feeds/${slug}/google.xml`,
    items: feed.rows.length,
    leftOut: feed.leftOut,
    problem: feed.problem,
  }
}

/** Ads, and a row without one for clicks that the messaging channel told. Sales and net as every report counts them. */
async function reportRows(tx: Transaction<Cell>, storeId: string, from: Date): Promise<AdsReportRow[]> {
  const { rows } = await sql<AdsReportRow>`
    with sources as (
      select a.id as ad_id, a.name, a.ended_at from ads a where a.store_id = ${storeId}
      union all
      select null, 'Cliques pelo WhatsApp', null
      where exists (select from ad_clicks c where c.store_id = ${storeId} and c.ad_id is null and c.at >= ${from})
    ), clicks as (
      select c.ad_id, count(*)::integer as clicks from ad_clicks c
      where c.store_id = ${storeId} and c.at >= ${from} group by c.ad_id
    ), sales as (
      select c.ad_id, count(*)::integer as orders,
        sum(net_cents(o.gross_cents, o.store_discount_cents, o.refund_cents))::integer as net,
        (count(*) filter (where l.state = 'sent'))::integer as sent,
        (count(*) filter (where l.state = 'failed'))::integer as failed
      from ad_orders l
        join ad_clicks c on c.store_id = l.store_id and c.id = l.click_id
        join orders o on o.store_id = l.store_id and o.id = l.order_id
      where l.store_id = ${storeId} and o.created_at >= ${from} and counts_as_sale(o)
      group by c.ad_id
    )
    select s.ad_id as "adId", s.name, coalesce(k.clicks, 0) as clicks, coalesce(v.orders, 0) as orders,
      coalesce(v.net, 0) as "netCents", coalesce(v.sent, 0) as sent, coalesce(v.failed, 0) as failed
    from sources s
      left join clicks k on k.ad_id is not distinct from s.ad_id
      left join sales v on v.ad_id is not distinct from s.ad_id
    where s.ended_at is null or s.ended_at >= ${from} or k.clicks > 0 or v.orders > 0
    order by coalesce(v.net, 0) desc, coalesce(k.clicks, 0) desc, s.name`.execute(tx)
  return rows
}
