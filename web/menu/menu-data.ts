import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readMyMenu, type Menu, type MenuItem } from '../../contract/menu/menu.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { queryClient, queryFor, readAgain } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { oncePerBurst } from '../live/once-per-burst.ts'
import type { StoreMenu } from './list/menu-rows.rules.ts'

const menuOf = (storeId: string) => ({ ...queryFor(readMyMenu, {}, { storeId }), staleTime: 30_000 })

/** The store's menu, refreshed when anyone changes it. */
export function useMenu(storeId: string) {
  useMenuChanges(useCallback((changed) => changed === storeId, [storeId]))
  return useQuery(menuOf(storeId))
}

interface Menus {
  /** Those that have arrived, in the order of the stores. */
  readonly menus: readonly StoreMenu[]
  readonly loading: boolean
  readonly failed: readonly { readonly store: Store; readonly error: unknown; retry(): void }[]
}

/** The menus of several stores; a change in one store reads that store's again and no other. */
export function useMenus(stores: readonly Store[]): Menus {
  useMenuChanges(useCallback((changed) => stores.some((store) => store.id === changed), [stores]))
  const queries = useQueries({ queries: stores.map((store) => menuOf(store.id)) })
  const both = stores.map((store, at) => ({ store, query: queries[at] }))
  return {
    menus: both.flatMap(({ store, query }) => (query?.data ? [{ store, menu: query.data }] : [])),
    loading: queries.some((query) => query.isPending),
    failed: both.flatMap(({ store, query }) =>
      query?.error && !query.data ? [{ store, error: query.error, retry: () => void query.refetch() }] : [],
    ),
  }
}

function useMenuChanges(concerns: (storeId: string) => boolean): void {
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'resync') void refreshMenus()
        else if (event.kind === 'store' && event.topic === 'menu' && concerns(event.storeId))
          refreshSoon(event.storeId)
      },
      [concerns],
    ),
  )
}

/** One press in many stores is several events of each: a reading for each event would use up the person's calls. */
const refreshSoon = oncePerBurst<string>((storeIds) => void refreshMenus([...storeIds]), 1_000)

/** Of these stores; of all without a list. */
export const refreshMenus = (storeIds: readonly string[] | null = null): Promise<void> =>
  readAgain({
    predicate: ({ queryKey: [name, , storeId] }) =>
      name === readMyMenu.name && (storeIds === null || storeIds.includes(String(storeId))),
  })

/** Shows the answer of a change before the menu is read again. */
export function showItems(storeId: string, items: readonly MenuItem[]): void {
  queryClient.setQueryData(
    menuOf(storeId).queryKey,
    (menu) =>
      menu && {
        ...menu,
        items: menu.items.map((item) => items.find((changed) => changed.id === item.id) ?? item),
      },
  )
}

/** Shows a change before the server has answered it; a reading under way would show the menu without it. */
export function changeMenu(storeId: string, change: (menu: Menu) => Menu): void {
  void queryClient.cancelQueries({ queryKey: menuOf(storeId).queryKey })
  queryClient.setQueryData(menuOf(storeId).queryKey, (menu) => menu && change(menu))
}
