import { useState, useSyncExternalStore } from 'react'

/**
 * What is typed in the search of a page. Outside the page's own state: a letter renders the list that shows the hits and
 * not the page that joins the menus. It stays while stores are chosen and views change.
 */
export interface SearchText {
  readonly get: () => string
  readonly set: (typed: string) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function useNewSearchText(): SearchText {
  const [search] = useState(searchText)
  return search
}

export const useSearchText = (search: SearchText): string =>
  useSyncExternalStore(search.subscribe, search.get)

function searchText(): SearchText {
  let typed = ''
  const listeners = new Set<() => void>()
  return {
    get: () => typed,
    set: (next) => {
      typed = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
