import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isPlatform, type Platform } from '../../contract/shared/channels.ts'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { merchantIdOf, readMyStores, type Store } from '../../contract/stores/stores.ts'
import { queryFor } from '../api/query.ts'
import { allGroups, groupIn, readStored, selectedGroupKey, writeStored } from '../browser/storage.ts'

/** What the person chose to see: a group or all, maybe one store of it, maybe one channel. */
interface Choice {
  readonly groupId: string
  readonly storeId: string | null
  readonly platform: Platform | null
  /** When, ms since 1970; 0: remembered from another visit. */
  readonly at: number
}

let choice: Choice = {
  groupId: groupIn(readStored(selectedGroupKey)) ?? allGroups,
  storeId: null,
  platform: null,
  at: 0,
}
const listeners = new Set<() => void>()

/** Choosing a group filters to its stores; none is `all` (docs/product.md section 5, fixed). */
export function choose(change: Partial<Omit<Choice, 'at'>>): void {
  const ofGroup = change.groupId === undefined ? {} : { storeId: null }
  choice = { ...choice, ...ofGroup, ...change, at: Date.now() }
  writeStored(selectedGroupKey, choice.groupId)
  for (const listener of listeners) listener()
}

/** What an address says of the choice; nothing where it is everything. */
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

/** Before a page is drawn whose address names stores: a link shows the same to another person. */
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

/** The stores that a screen shows, of those where the role suffices, and the words for it. */
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
  // Deleted meanwhile, or named by somebody else's link: what is shown is everything, and so the choice says it.
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
  // A group without a store that this screen may show must not hide everything without a word.
  const inGroup = ofGroup.length > 0 ? ofGroup : reachable
  const only = inGroup.find((store) => store.id === chosen.storeId) ?? null
  const stores = only ? [only] : inGroup
  return {
    choice: chosen,
    group,
    groups: groups.data ?? [],
    /** All that could be chosen in this group. */
    choosable: inGroup,
    stores,
    truncated: mine.data?.truncated ?? false,
    ready: mine.isSuccess && groups.isSuccess,
    error: mine.error ?? groups.error,
    query: stores.length > 0 ? selectionOf(stores, chosen.platform) : undefined,
    /** What a report is asked for; everything needs no list of stores first. Null: not known yet, or nothing. */
    asked: askedOf(chosen, {
      ready: mine.isSuccess && groups.isSuccess,
      listed: mine.data?.truncated ? null : (mine.data?.stores.length ?? null),
      query: stores.length > 0 ? selectionOf(stores, chosen.platform) : undefined,
    }),
    label: only ? only.name : `${group ? group.name : 'Todas as lojas'} (${stores.length})`,
  }
}

/** Without a selection the server shows every store of the reader, as long as the list holds them all. */
function askedOf(
  { groupId, storeId, platform }: Choice,
  known: { readonly ready: boolean; readonly listed: number | null; readonly query: string | undefined },
): { readonly selection?: string } | null {
  const everything = groupId === allGroups && storeId === null && platform === null
  if (everything && (!known.ready || (known.listed !== null && known.query !== undefined))) return {}
  return known.query === undefined ? null : { selection: known.query }
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
