import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isPlatform, type Platform } from '../../contract/shared/channels.ts'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { merchantIdOf, readMyStores, type Store } from '../../contract/stores/stores.ts'
import { setChosenStore } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { allGroups, groupIn, readStored, selectedGroupKey, writeStored } from '../browser/storage.ts'

/** What the user chose to see: a group or all, optionally one store of it, optionally one channel. */
interface Choice {
  readonly groupId: string
  readonly storeId: string | null
  readonly platform: Platform | null
  /** When it was chosen, ms since 1970; 0: remembered from an earlier visit. */
  readonly at: number
}

let choice: Choice = {
  groupId: groupIn(readStored(selectedGroupKey)) ?? allGroups,
  storeId: null,
  platform: null,
  at: 0,
}
const listeners = new Set<() => void>()
setChosenStore(() => choice.storeId)

/** Choosing a group filters to its stores; no group is `all` (docs/product.md section 5, fixed). */
export function choose(change: Partial<Omit<Choice, 'at'>>): void {
  const ofGroup = change.groupId === undefined ? {} : { storeId: null }
  choice = { ...choice, ...ofGroup, ...change, at: Date.now() }
  writeStored(selectedGroupKey, choice.groupId)
  for (const listener of listeners) listener()
}

/** The choice as address parameters; empty if it is everything. */
export function addressOfChoice({ groupId, storeId, platform }: Omit<Choice, 'at'>): {
  readonly group?: string
  readonly store?: string
  readonly channel?: string
} {
  const anything = groupId !== allGroups || storeId !== null || platform !== null
  return {
    ...(anything ? { group: groupId } : {}),
    ...(storeId === null ? {} : { store: storeId }),
    ...(platform === null ? {} : { channel: platform }),
  }
}

/** Runs before a page whose address names stores is drawn: a link shows the same to everyone. */
export function chooseFromAddress({
  group,
  store,
  channel,
}: {
  readonly group?: unknown
  readonly store?: unknown
  readonly channel?: unknown
}): void {
  const groupId = groupIn(group)
  if (groupId === null) return
  choose({
    groupId,
    storeId: typeof store === 'string' ? store : null,
    platform: typeof channel === 'string' && isPlatform(channel) ? channel : null,
  })
}

const useChoice = (): Choice =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => choice,
  )

/** The stores a screen shows, among those where the role suffices, and a label for them. */
export function useSelection(minimum: RoleName) {
  const chosen = useChoice()
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const groups = useQuery({ ...queryFor(readMyGroups, {}), staleTime: 60_000 })
  const lost =
    chosen.groupId !== allGroups &&
    groups.isSuccess &&
    !groups.isFetching &&
    groups.data.every((one) => one.id !== chosen.groupId)
  const { dataUpdatedAt, refetch } = groups
  // The group was deleted, or is named by someone else's link: everything is shown, so the choice must agree.
  useEffect(() => {
    if (!lost) return
    // Unless it is newer than the list.
    if (dataUpdatedAt < chosen.at) void refetch()
    else choose({ groupId: allGroups, storeId: chosen.storeId })
  }, [lost, dataUpdatedAt, refetch, chosen])
  const reachable = (mine.data?.stores ?? []).filter((store) => roleMeets(store.role, minimum))
  const group = groups.data?.find((one) => one.id === chosen.groupId) ?? null
  const ofGroup = group
    ? reachable.filter((store) => group.stores.some(({ id }) => id === store.id))
    : reachable
  // A group without a store for this screen must not silently hide everything.
  const inGroup = ofGroup.length > 0 ? ofGroup : reachable
  const only = inGroup.find((store) => store.id === chosen.storeId) ?? null
  const stores = only ? [only] : inGroup
  return {
    choice: chosen,
    group,
    groups: groups.data ?? [],
    /** Everything that could be chosen in this group. */
    choosable: inGroup,
    stores,
    /** How many stores the screen could show, if that is more than it shows. */
    beyond: beyondOf(mine.data, minimum, reachable.length),
    ready: mine.isSuccess && groups.isSuccess,
    error: mine.error ?? groups.error,
    query: stores.length > 0 ? selectionOf(stores, chosen.platform) : undefined,
    /**
     * The selection that a report requests; "everything" needs no list of stores. Null: unknown yet, or
     * nothing.
     */
    requested: requestedOf(chosen, {
      ready: mine.isSuccess && groups.isSuccess,
      listed: mine.data?.truncated ? null : (mine.data?.stores.length ?? null),
      query: stores.length > 0 ? selectionOf(stores, chosen.platform) : undefined,
    }),
    label: only ? only.name : `${group ? group.name : 'Todas as lojas'} (${stores.length})`,
  }
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
  { groupId, storeId, platform }: Choice,
  loaded: { readonly ready: boolean; readonly listed: number | null; readonly query: string | undefined },
): { readonly selection?: string } | null {
  const everything = groupId === allGroups && storeId === null && platform === null
  if (everything && (!loaded.ready || (loaded.listed !== null && loaded.query !== undefined))) return {}
  return loaded.query === undefined ? null : { selection: loaded.query }
}

function selectionOf(stores: readonly Store[], platform: Platform | null): string {
  return selectionText(
    stores.map((store) => ({
      storeId: store.id,
      merchants:
        platform === null
          ? null
          : platform === 'balcao'
            ? ['']
            : store.options.flatMap((option) =>
                option.platform === platform ? (merchantIdOf(option) ?? []) : [],
              ),
    })),
  )
}
