const key = 'reloaded-for-chunk'
/** A second failure within this time is no deploy: reloading again would not help. */
const onceInMs = 60_000

/**
 * A deploy removes the files of the page that is open: one full reload fetches the new ones; when
 * that did not help, the error page says so (spec section 2). True while the reload is on its way.
 */
export function reloadForLostChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  if (!/dynamically imported module|module script failed|preload CSS/i.test(message)) return false
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs) return false
  sessionStorage.setItem(key, String(Date.now()))
  location.assign(location.href)
  return true
}
