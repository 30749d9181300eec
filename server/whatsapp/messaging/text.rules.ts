/** Parses a provider's JSON so that PostgreSQL can store it: without NUL and lone surrogates. Null: invalid JSON. */
export function storableJson(body: string): unknown {
  try {
    return JSON.parse(body, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return null
  }
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Cuts to at most `maxUnits` UTF-16 units and never splits a surrogate pair. */
export const truncate = (text: string, maxUnits: number): string =>
  text.slice(0, maxUnits).replace(/[\uD800-\uDBFF]$/, '')
