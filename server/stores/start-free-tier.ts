import { v7 as uuidv7 } from 'uuid'
import { roleLevel } from '../../contract/shared/access.ts'
import { moduleOfType } from '../../contract/stores/module-keys.ts'
import { suggestedPromise, suggestedWeek } from '../../contract/stores/house-kinds.ts'
import { zoneOf } from '../../contract/shared/brazil.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { services, type startFreeTier as startFreeTierRoute } from '../../contract/stores/stores.ts'
import { withDirectoryAndStores } from '../db/scope.ts'
import type { Call } from '../calls/call.ts'
import { audit, keepAttribution, throttle } from '../identity/identity.ts'
import { freeSlug } from './profile/menu-slugs.ts'
import { startReferral } from '../referral/referral.ts'
import { startUsage } from '../onboarding/onboarding.ts'
import { storesById } from './stores.reads.ts'

/**
 * Creates the store, its slug, its day start, its first owner and its first steps in one transaction. The kind of house
 * gives it hours and times to begin with.
 */
export async function startFreeTier(
  call: Call<typeof startFreeTierRoute>,
): Promise<Reply<typeof startFreeTierRoute>> {
  const { deps, caller, body, now, requestId } = call
  await throttle(deps.directory, { purpose: 'store', account: caller.uid, address: call.request.ip }, now)
  const id = uuidv7()
  return withDirectoryAndStores(
    deps,
    [id],
    async (tx) => {
      const menuSlug = await freeSlug(tx, body.menuSlug, body.name, now)
      const { complement, ...address } = body.address
      await tx
        .insertInto('stores')
        .values({
          id,
          name: body.name,
          brand_name: body.name,
          menu_slug: menuSlug,
          phone: body.phone,
          document: body.document ?? null,
          timezone: zoneOf(address),
          address: JSON.stringify({ ...address, complement: complement ?? null, lat: null, lng: null }),
          ...beginning(body, caller.name, now),
          created_at: now,
          updated_at: now,
        })
        .execute()
      await tx.insertInto('menu_slugs').values({ slug: menuSlug, store_id: id }).execute()
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: id, effective_from: '2020-01-01', starts_at: '04:00' })
        .execute()
      await tx
        .insertInto('access_entries')
        .values({ store_id: id, uid: caller.uid, role: roleLevel.owner })
        .execute()
      await keepAttribution(tx, { uid: caller.uid, storeId: id }, body.attribution, now)
      const hadStores = [...caller.access.values()].includes('owner')
      await startReferral(tx, { storeId: id, uid: caller.uid, name: body.name, hadStores }, now)
      await startUsage(tx, id, body.house ?? null, now)
      await audit(tx, { actorUid: caller.uid, action: 'store/started', storeId: id, requestId, at: now })
      const [row] = await storesById(tx, [id], now)
      if (!row) throw new Error('The new store cannot be read.')
      return { ...row.store, role: 'owner' as const }
    },
    { uid: caller.uid },
  )
}

/** Columns that follow from what the owner said of the house. */
function beginning(
  { house, services: wanted }: Call<typeof startFreeTierRoute>['body'],
  by: string,
  now: Date,
) {
  const off = wanted ? services.filter((type) => !wanted.includes(type)).map(moduleOfType) : []
  const modules = {
    ...(off.length > 0 ? { off } : {}),
    ...(house ? { promiseMinutes: suggestedPromise(house) } : {}),
  }
  return {
    modules: JSON.stringify(modules),
    ...(house
      ? {
          opening_hours: JSON.stringify(suggestedWeek(house)),
          hours_version: 1,
          hours_saved_at: now,
          hours_saved_by: by,
        }
      : {}),
  }
}
