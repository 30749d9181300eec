import { useEffect } from 'react'

const key = 'reloaded-for-chunk'

/**
 * A deploy removes the files of the page that is open: one full reload fetches the new ones; when
 * that did not help, the error page says so (spec section 2). True while the reload is on its way.
 */
export function reloadForLostChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  if (!/dynamically imported module|module script failed|preload CSS/i.test(message)) return false
  if (sessionStorage.getItem(key) === location.href) return false
  sessionStorage.setItem(key, location.href)
  location.assign(location.href)
  return true
}

/** The page came up: the next lost chunk may reload again. */
export function usePageCameUp(): void {
  useEffect(() => sessionStorage.removeItem(key), [])
}
