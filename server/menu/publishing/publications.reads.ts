import { sql } from 'kysely'
import type {
  MenuPublication,
  readMenuPublication as readOneRoute,
  readMenuPublications as readAllRoute,
} from '../../../contract/menu/publications.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { partsOf, publicationOf } from './publication-rows.ts'
import { lastWritten } from './take-back.ts'

const publicationsShown = 10

export async function readMenuPublications(
  call: Call<typeof readAllRoute>,
): Promise<Reply<typeof readAllRoute>> {
  const { deps, storeId } = call
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['platform', 'merchant_id'])
    .where('store_id', '=', storeId)
    .orderBy('platform')
    .orderBy('merchant_id')
    .execute()
  const publications = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<
      Omit<Reply<typeof readAllRoute>['publications'][number], 'askedAt'> & { readonly askedAt: Date }
    >`
      select p.id, p.platform, p.merchant_id as "merchantId", p.takes_back is not null as "takesBack", p.state,
        p.asked_by_name as "askedByName", p.asked_at as "askedAt",
        count(*) filter (where q.chosen and q.state in ('sent', 'proved'))::integer as written,
        count(*) filter (where q.chosen and q.state = 'refused')::integer as refused
      from menu_publications p
        left join menu_publication_parts q on q.store_id = p.store_id and q.publication_id = p.id
      where p.store_id = ${storeId} and (p.confirmed_at is not null or p.state in ('reading', 'ready') and not exists (
        select from menu_publications n
        where n.store_id = p.store_id and n.merchant_id = p.merchant_id and (n.asked_at, n.id) > (p.asked_at, p.id)))
      group by p.store_id, p.id order by coalesce(p.confirmed_at, p.asked_at) desc, p.id desc limit ${publicationsShown}`.execute(
      tx,
    )
    return rows
  })
  return {
    merchants: routes
      .filter(({ platform }) => deps.marketplaces.of(platform).publishing)
      .map((row) => ({ platform: row.platform as Platform, merchantId: row.merchant_id })),
    publications: publications.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() })),
  }
}

export async function readMenuPublication(call: Call<typeof readOneRoute>): Promise<MenuPublication> {
  const { deps, storeId, params } = call
  const id = params.publicationId
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const publication = await publicationOf(tx, storeId, id)
    if (!publication) throw new AppError('menu/publication-not-found')
    const row = await tx
      .selectFrom('menu_publications')
      .select(['problem', 'left_out', 'asked_by_name', 'asked_at', 'ended_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { categories, merchantId, takesBack, state, menu } = publication
    return {
      id,
      platform: publication.platform as Platform,
      merchantId,
      takesBack: takesBack !== null,
      state,
      problem: row.problem,
      categories: categories
        .filter((category) => category.id === null || category.added || category.before !== null)
        .map(({ name, before }) => ({ name, before })),
      parts: (await partsOf(tx, storeId, id)).map(({ change, chosen, state: partState, problem }) => ({
        change,
        chosen,
        state: partState,
        problem,
      })),
      leftOut: row.left_out as MenuPublication['leftOut'],
      menu,
      askedByName: row.asked_by_name,
      askedAt: row.asked_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      canTakeBack: (await lastWritten(tx, storeId, merchantId)) === id,
    }
  })
}
