import * as z from 'zod/mini'
import {
  maxListedChanges,
  usualKeeps,
  type GroupMenu,
  type readGroupMenu as readGroupMenuRoute,
  type readGroupMenuOfStore as readOfStoreRoute,
} from '../../../contract/groups/group-menu.ts'
import { menuKeeps, type MenuKeeps } from '../../../contract/menu/copies.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { menusAgainst, placesOfMenus } from '../../menu/menu.ts'
import { asReader } from '../groups.reads.ts'
import { managedGroup, pageOfStores } from '../managed-group.ts'
import { differencesOf } from './differences.rules.ts'

/** For managers of at least one of the stores, about those alone. */
export async function readGroupMenu({
  deps,
  caller,
  params,
  query,
}: Call<typeof readGroupMenuRoute>): Promise<GroupMenu> {
  return groupMenuOf({ deps, caller }, params.slug, query.page)
}

/** `page`: of the stores that are compared. The chain's menu may be that of a store of another page. */
export async function groupMenuOf(
  { deps, caller }: { readonly deps: Deps; readonly caller: Caller },
  slug: string,
  page?: string,
): Promise<GroupMenu> {
  const { group, managed } = await managedGroup(deps, caller, slug)
  const kept = await keptMenu(deps, caller, group.id)
  const from = managed.find((id) => id === kept.storeId) ?? null
  const { storeId, keeps, savedByName, savedAt, version } = kept
  const left =
    storeId !== null && caller.access.has(storeId) && !group.stores.some(({ id }) => id === storeId)
  const storeIds = pageOfStores(managed, page).storeIds.filter((id) => id !== from)
  return {
    groupId: group.id,
    canChange: group.canChange,
    storeId: from,
    hidden: storeId !== null && from === null && !left,
    keeps,
    savedByName,
    savedAt,
    version,
    channels: from === null ? [] : await channelsOf(deps, storeIds),
    stores: from === null ? [] : await storesAgainst(deps, { from, storeIds, keeps }),
  }
}

export async function readGroupMenuOfStore({
  deps,
  caller,
  params,
}: Call<typeof readOfStoreRoute>): Promise<Reply<typeof readOfStoreRoute>> {
  const { group, managed } = await managedGroup(deps, caller, params.slug)
  if (!managed.includes(params.storeId)) throw new AppError('store/not-found')
  const { storeId: from, keeps } = await keptMenu(deps, caller, group.id)
  if (from === null || !managed.includes(from)) throw new AppError('group/no-menu')
  const [against] = await withStoreScope(deps.cells, [from, params.storeId], (tx) =>
    menusAgainst(tx, { from, storeIds: [params.storeId], keeps }),
  )
  const changes = against?.all ?? []
  return {
    changes: changes.slice(0, maxListedChanges),
    further: Math.max(0, changes.length - maxListedChanges),
  }
}

interface KeptMenu extends Pick<GroupMenu, 'storeId' | 'keeps' | 'savedByName' | 'savedAt' | 'version'> {}

/** As it was saved, for those who may read the group. */
const keptMenu = (deps: Deps, caller: Caller, groupId: string): Promise<KeptMenu> =>
  asReader(deps, caller, async (tx) => {
    const row = await tx
      .selectFrom('group_menus')
      .selectAll()
      .where('group_id', '=', groupId)
      .executeTakeFirst()
    if (!row) return { storeId: null, keeps: usualKeeps, savedByName: null, savedAt: null, version: 0 }
    const keeps = z.safeParse(menuKeeps, row.keeps)
    return {
      storeId: row.store_id,
      // One of a newer version takes nothing from a store.
      keeps: keeps.success ? keeps.data : usualKeeps,
      savedByName: row.saved_by_name,
      savedAt: row.saved_at.toISOString(),
      version: row.version,
    }
  })

async function channelsOf(deps: Deps, storeIds: readonly string[]): Promise<GroupMenu['channels']> {
  const places = await placesOfMenus(deps, storeIds)
  return [...new Set(places.map(({ platform }) => platform))]
}

function storesAgainst(
  deps: Deps,
  { from, storeIds, keeps }: { from: string; storeIds: readonly string[]; keeps: MenuKeeps },
): Promise<GroupMenu['stores']> {
  return withStoreScope(
    deps.cells,
    [from, ...storeIds],
    async (tx) => {
      const paused = await tx
        .selectFrom('menu_item_pauses')
        .select((select) => ['store_id', select.fn.countAll<number>().as('items')])
        .where('store_id', 'in', [from, ...storeIds])
        .where('ended_at', 'is', null)
        .groupBy('store_id')
        .execute()
      const against = await menusAgainst(tx, { from, storeIds, keeps })
      return against.map(({ storeId, all, toTake }) => ({
        storeId,
        differences: differencesOf(all),
        paused: Number(paused.find((row) => row.store_id === storeId)?.items ?? 0),
        toPublish: toTake.length,
      }))
    },
    { oneMoment: true },
  )
}
