import { v7 as uuidv7 } from 'uuid'
import { moduleOfType } from '../../contract/stores/module-keys.ts'
import { suggestedPromise, suggestedWeek } from '../../contract/stores/house-kinds.ts'
import { zoneOf } from '../../contract/shared/brazil.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { services, type startFreeTier as startFreeTierRoute } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Call } from '../calls/call.ts'
import { audit, throttle } from '../identity/identity.ts'
import { openStore, startUsage, type Opening } from '../onboarding/onboarding.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { hiddenName } from '../referral/referral.ts'
import { releaseSlug, reserveFreeSlug } from './profile/menu-slugs.ts'
import { placeStore } from './store-places.ts'
import { storesById } from './stores.reads.ts'

type StartCall = Call<typeof startFreeTierRoute>

/**
 * Reserves the slug in the directory and places the store in a cell, creates it there with its day start and its first
 * steps, then opens it to its first owner. The kind of house gives it hours and times to begin with.
 */
export async function startFreeTier(call: StartCall): Promise<Reply<typeof startFreeTierRoute>> {
  const { deps, caller, body, now } = call
  await throttle(deps.directory, { purpose: 'store', account: caller.uid, address: call.request.ip }, now)
  const id = uuidv7()
  const wish = { wished: body.menuSlug, name: body.name }
  const menuSlug = await reserveFreeSlug(deps.directory, id, wish, now)
  const opening: Opening = {
    uid: caller.uid,
    label: hiddenName(body.name),
    hadStores: [...caller.access.values()].includes('owner'),
    attribution: body.attribution ?? null,
  }
  const store = await placeStore(deps, id, caller.uid)
    .then(() => create(call, { id, menuSlug, opening }))
    .catch(async (error: unknown) => {
      await releaseSlug(deps.directory, id, menuSlug, now)
      throw error
    })
  await openStore(deps, id, opening)
  return { ...store, role: 'owner' as const }
}

function create(
  { deps, caller, body, now, requestId }: StartCall,
  { id, menuSlug, opening }: { readonly id: string; readonly menuSlug: string; readonly opening: Opening },
) {
  return withStoreScope(
    deps.cells,
    [id],
    async (tx) => {
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
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: id, effective_from: '2020-01-01', starts_at: '04:00' })
        .execute()
      await startUsage(tx, id, body.house ?? null, now)
      await enqueue(tx, 'store-opened', opening, { storeId: id, lane: id, dueAt: now })
      await audit(tx, { actorUid: caller.uid, action: 'store/started', storeId: id, requestId, at: now })
      const [row] = await storesById(tx, [id], now)
      if (!row) throw new Error('The new store cannot be read.')
      return row.store
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
