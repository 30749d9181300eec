/** Any origin works: it only shows whether an address stays on its own origin. */
const here = 'http://panel.invalid'

/**
 * The page to return to after sign-in, or null if the address names another site. Anyone can write the query:
 * `https://…`, `//…`, `/\…` and their variants after the browser's normalisation (`/%09/…`, `/.//…`) must not
 * leave the panel.
 */
export function wantedPage(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return null
  const { origin, pathname, search, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null
}
