import { useState } from 'react'
import { createStore, type Store } from '../../kit/create-store.ts'

/**
 * What is typed in the search of a page. Outside the page's own state: a letter renders the list that shows the hits and
 * not the page that joins the menus. It stays while stores are chosen and views change.
 */
export type SearchText = Store<string>

export function useNewSearchText(): SearchText {
  const [search] = useState(() => createStore(''))
  return search
}

export { useStore as useSearchText } from '../../kit/create-store.ts'
