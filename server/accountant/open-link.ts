import {
  linkMonths,
  type openAccountantLink as openAccountantLinkRoute,
} from '../../contract/accountant/accountant.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { storesById } from '../stores/stores.ts'
import { monthsBack } from './months.rules.ts'
import { openedLink } from './opened-link.ts'

export async function openAccountantLink(
  call: Call<typeof openAccountantLinkRoute>,
): Promise<Reply<typeof openAccountantLinkRoute>> {
  const { deps, body, request, now } = call
  const { name, files, storeIds, expiresAt } = await openedLink(
    deps,
    { token: body.token, address: request.ip },
    now,
  )
  const { stores, today } = await withStoreScope(deps.cells, storeIds, async (tx) => ({
    stores: await tx
      .selectFrom('stores')
      .select(['name', 'document'])
      .where('id', 'in', [...storeIds])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    // Of the store whose day is furthest.
    today: (await storesById(tx, storeIds, now))
      .map(({ store }) => store.businessDay.day)
      .toSorted()
      .at(-1),
  }))
  const day = today ?? now.toISOString().slice(0, 10)
  return {
    name,
    stores,
    files: [...files],
    months: monthsBack(day, linkMonths),
    today: day,
    expiresAt: expiresAt.toISOString(),
  }
}
