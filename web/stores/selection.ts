import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { platforms, type Platform } from '../../contract/shared/channels.ts'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { readMyGroups, type Group } from '../../contract/groups/groups.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { merchantIdOf, readMyStores, readStore, type Store } from '../../contract/stores/stores.ts'
import { queryFor } from '../api/query.ts'
import { allGroups } from '../browser/storage.ts'
import type { Choice } from './choice.rules.ts'
import { choose, useChoice } from './choice.ts'
import { storesText } from './store-words.rules.ts'

export { choose } from './choice.ts'

/** The stores a screen shows, among those where the role suffices, and a label for them. */
export function useSelection(minimum: RoleName) {
  const chosen = useChoice()
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const groups = useQuery({ ...queryFor(readMyGroups, {}), staleTime: 60_000 })
  useLost(chosen, mine, groups)
  const further = useFurtherStore(chosen, mine.data)
  const listed = mine.data?.stores ?? []
  const reachable = (further.store ? [...listed, further.store] : listed).filter((store) =>
    roleMeets(store.role, minimum),
  )
  const group = groups.data?.find((one) => one.id === chosen.groupId) ?? null
  const wanted = storesOf(reachable, chosen, group)
  // A choice without a store for this screen must not silently hide everything.
  const narrowed = wanted.length > 0 && wanted.length < reachable.length
  const stores = wanted.length > 0 ? wanted : reachable
  const channel = channelOf(stores, chosen)
  const query = stores.length > 0 ? selectionOf(stores, channel) : undefined
  const ready = mine.isSuccess && groups.isSuccess && further.ready
  const shownGroup = wanted.length > 0 ? group : null
  return {
    choice: chosen,
    /** The chosen group, if this screen can show a store of it. */
    group: shownGroup,
    groups: groups.data ?? [],
    /** Everything that could be chosen. */
    choosable: reachable,
    stores,
    /** False: all stores are shown. */
    narrowed,
    /** The shown channel and merchant: of the choice, if a shown store has them. */
    ...channel,
    /** The channels of the shown stores. */
    channels: platforms.filter((platform) => sells(stores, platform)),
    /** How many stores the screen could show, if that is more than it shows. */
    beyond: beyondOf(mine.data, minimum, reachable.length),
    ready,
    error: mine.error ?? groups.error,
    query,
    /**
     * The selection that a report requests; "everything" needs no list of stores. Null: unknown yet, or
     * nothing.
     */
    requested: requestedOf(chosen, {
      ready,
      listed: mine.data?.truncated ? null : (mine.data?.stores.length ?? null),
      query,
    }),
    label: storesText({ stores, group: shownGroup, narrowed, counted: true }).long,
  }
}

/** A store that is chosen alone, as a group's page does, and not among the first hundred. */
function useFurtherStore(
  { storeIds: [storeId, ...others] }: Choice,
  mine: { readonly stores: readonly Store[]; readonly truncated: boolean } | undefined,
): { readonly store: Store | null; readonly ready: boolean } {
  const sought =
    storeId !== undefined && others.length === 0 && mine?.truncated
      ? mine.stores.every(({ id }) => id !== storeId)
      : false
  const { data, isPending } = useQuery({
    ...queryFor(readStore, { params: { storeId: storeId ?? '' } }),
    staleTime: 60_000,
    enabled: sought,
  })
  return { store: sought ? (data ?? null) : null, ready: !sought || !isPending }
}

interface Loaded<T> {
  readonly data: T | undefined
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/** Drops what is no longer on the user's lists: it was deleted, access ended, or a link named someone else's. */
function useLost(
  chosen: Choice,
  mine: Loaded<{ readonly stores: readonly Store[]; readonly truncated: boolean }>,
  groups: Loaded<readonly Group[]>,
): void {
  const kept =
    mine.data && !mine.data.truncated && !mine.isFetching
      ? chosen.storeIds.filter((id) => mine.data?.stores.some((store) => store.id === id))
      : chosen.storeIds
  const lostStores = kept.length < chosen.storeIds.length
  const lostGroup =
    chosen.groupId !== allGroups &&
    groups.data !== undefined &&
    !groups.isFetching &&
    groups.data.every((one) => one.id !== chosen.groupId)
  const { dataUpdatedAt, refetch } = lostStores ? mine : groups
  useEffect(() => {
    if (!lostStores && !lostGroup) return
    // Unless the choice is newer than the list.
    if (dataUpdatedAt < chosen.at) void refetch()
    else choose(lostGroup ? { groupId: allGroups } : { storeIds: kept })
    // `kept` follows from the other values.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lostStores, lostGroup, dataUpdatedAt, refetch, chosen])
}

function storesOf(reachable: readonly Store[], { storeIds }: Choice, group: Group | null): readonly Store[] {
  if (storeIds.length > 0) return reachable.filter((store) => storeIds.includes(store.id))
  return group ? reachable.filter((store) => group.stores.some(({ id }) => id === store.id)) : reachable
}

const sells = (stores: readonly Store[], platform: Platform): boolean =>
  stores.some((store) => store.options.some((option) => option.platform === platform))

interface ShownChannel {
  readonly platform: Platform | null
  readonly merchantId: string | null
}

/** A channel that none of the shown stores has would show nothing; then all channels are shown. */
function channelOf(stores: readonly Store[], { platform, merchantId }: Choice): ShownChannel {
  if (platform === null || (platform !== 'balcao' && !sells(stores, platform)))
    return { platform: null, merchantId: null }
  const known = stores.some((store) =>
    store.options.some((option) => option.platform === platform && merchantIdOf(option) === merchantId),
  )
  return { platform, merchantId: known ? merchantId : null }
}

function beyondOf(
  mine: { readonly total: number; readonly managed: number } | undefined,
  minimum: RoleName,
  shown: number,
): number | null {
  const all = minimum === 'basic' ? (mine?.total ?? 0) : (mine?.managed ?? 0)
  return all > shown ? all : null
}

/** Without a selection the server shows all stores of the user, provided the list contains them all. */
function requestedOf(
  { groupId, storeIds, platform }: Choice,
  loaded: { readonly ready: boolean; readonly listed: number | null; readonly query: string | undefined },
): { readonly selection?: string } | null {
  const everything = groupId === allGroups && storeIds.length === 0 && platform === null
  if (everything && (!loaded.ready || (loaded.listed !== null && loaded.query !== undefined))) return {}
  return loaded.query === undefined || !loaded.ready ? null : { selection: loaded.query }
}

function selectionOf(stores: readonly Store[], { platform, merchantId }: ShownChannel): string {
  return selectionText(
    stores.map((store) => ({
      storeId: store.id,
      merchants:
        platform === null
          ? null
          : platform === 'balcao'
            ? ['']
            : merchantsOf(store, { platform, merchantId }),
    })),
  )
}

const merchantsOf = (store: Store, { platform, merchantId }: ShownChannel): readonly string[] =>
  store.options.flatMap((option) => {
    const merchant = option.platform === platform ? merchantIdOf(option) : null
    return merchant === null || (merchantId !== null && merchant !== merchantId) ? [] : [merchant]
  })
