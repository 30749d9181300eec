import { sql } from 'kysely'
import type { countReferralClick as countRoute } from '../../contract/referral/referral.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { throttle } from '../identity/identity.ts'
import { modulesOffOf } from '../stores/stores.ts'

/** The reply is the same for every code, so that nobody learns which ones exist. */
export async function countReferralClick({
  deps,
  body,
  now,
  request,
}: Call<typeof countRoute>): Promise<Reply<typeof countRoute>> {
  await throttle(deps.directory, { purpose: 'link-click', address: request.ip }, now)
  const row = await deps.directory
    .selectFrom('referral_codes')
    .select('store_id')
    .where('code', '=', body.referrerId.toUpperCase().replaceAll('\0', ''))
    .where('open', '=', true)
    .executeTakeFirst()
  if (!row) return {}
  const storeId = row.store_id
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if ((await modulesOffOf(tx, storeId)).includes('referral')) return
    await sql`
      insert into referral_clicks (store_id, day, clicks) values (${storeId}, ${now.toISOString().slice(0, 10)}, 1)
      on conflict on constraint referral_clicks_pkey do update set clicks = referral_clicks.clicks + 1`.execute(
      tx,
    )
  })
  return {}
}
