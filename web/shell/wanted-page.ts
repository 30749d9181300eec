/** Any origin will do: it only shows whether an address stays on its own. */
const here = 'http://panel.invalid'

/**
 * The page to return to after sign-in, or null when the address names another site. It comes from
 * the query, so anybody can write it: `https://…`, `//…`, `/\…` and what a browser makes of them
 * (`/%09/…`, `/.//…`) must not lead away.
 */
export function wantedPage(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return null
  const { origin, pathname, search, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null
}
