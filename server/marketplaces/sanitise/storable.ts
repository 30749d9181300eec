import { cleanText } from './fit-to-schema.ts'
import { isRecord } from './is-record.ts'

/** The name under which a document that had to be changed keeps its JSON text. */
export const originalText = '$original'

/** Deeper documents are kept as text: PostgreSQL and `JSON.stringify` both recurse. */
const maxDepth = 200

/**
 * A partner's document as `jsonb` can hold it. PostgreSQL takes neither NUL nor half a surrogate pair there: a
 * document with one is cleaned, and its JSON text, which escapes both, is kept whole beside it.
 */
export function storable(document: unknown): Readonly<Record<string, unknown>> {
  const record = isRecord(document) ? document : { document }
  const found = { changed: false }
  const clean = cleaned(record, 0, found) as Record<string, unknown>
  return found.changed ? { ...clean, [originalText]: jsonText(record) } : record
}

/** Null: nested so deep that it cannot be written. */
export function jsonText(document: unknown): string | null {
  try {
    return JSON.stringify(document)
  } catch {
    return null
  }
}

function cleaned(value: unknown, depth: number, found: { changed: boolean }): unknown {
  if (typeof value === 'string') {
    const text = cleanText(value)
    found.changed ||= text !== value
    return text
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) {
    found.changed = true
    return null
  }
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, depth + 1, found))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      cleaned(name, depth, found),
      cleaned(inner, depth + 1, found),
    ]),
  )
}
