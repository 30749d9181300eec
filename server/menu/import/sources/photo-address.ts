import { recordOf } from './loose.ts'

const longest = 2_000

/**
 * The address of an item's photo, of whatever shape a place gives it: a text, an object with one, or a list of either.
 * Undefined: none that can be fetched. `base`: the page that a short address belongs to.
 */
export function photoAddress(value: unknown, base?: string): string | undefined {
  for (const one of Array.isArray(value) ? value.slice(0, 5) : [value]) {
    const { url, URL: address, contentUrl } = recordOf(one)
    const found = [one, url, address, contentUrl].flatMap((text) =>
      typeof text === 'string' ? (whole(text, base) ?? []) : [],
    )
    if (found[0]) return found[0]
  }
  return undefined
}

function whole(text: string, base: string | undefined): string | undefined {
  if (text.trim() === '' || text.length > longest) return undefined
  const url = URL.parse(text.trim(), base)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  return url.href.length > longest ? undefined : url.href
}
