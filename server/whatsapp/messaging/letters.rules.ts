/** A provider's JSON as PostgreSQL can keep it: its texts without NUL and without half signs. Null: no JSON. */
export function storableJson(body: string): unknown {
  try {
    return JSON.parse(body, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return null
  }
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** No more than this many UTF-16 units, and no half sign at the end. */
export const firstLetters = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
