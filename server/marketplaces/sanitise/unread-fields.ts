import { isRecord } from './is-record.ts'
import { saysSomething, wordsIn } from './words-in.ts'

/** How a field is looked at: as a text or an amount that is shown, a list of parts, or not at all. */
type Field = 'text' | 'number' | 'parts' | 'code' | 'known'
export type Fields = Readonly<Record<string, Field>>

/**
 * Every text and every list of an order's parts that no field of ours takes, as a line of pt-BR with the part it belongs
 * to: the kitchen may need it. `levels`: the fields of the parts, then of those inside them. Empty: all of it is shown.
 */
export const unreadFields = (parts: unknown, field: string, levels: readonly Fields[]): readonly string[] =>
  ofParts(parts, levels, { level: 0, path: '', field })

interface Place {
  readonly level: number
  /** The names of the parts that it is in. */
  readonly path: string
  /** The field that holds it. */
  readonly field: string
}

function ofParts(parts: unknown, levels: readonly Fields[], at: Place): readonly string[] {
  if (!Array.isArray(parts)) return lineOf(parts, at)
  return parts.flatMap((part: unknown) => (isRecord(part) ? ofPart(part, levels, at) : lineOf(part, at)))
}

function ofPart(
  part: Readonly<Record<string, unknown>>,
  levels: readonly Fields[],
  { level, path }: Place,
): readonly string[] {
  const fields = new Map(Object.entries(levels[level] ?? {}))
  const own = typeof part.name === 'string' ? part.name.trim() : ''
  const inner = [path, own].filter((name) => name !== '').join(', ')
  return Object.entries(part).flatMap(([field, value]) => {
    const kind = fields.get(field)
    if (kind === 'parts') return ofParts(value, levels, { level: level + 1, path: inner, field })
    if (kind !== undefined && isOfKind(kind, value)) return []
    return lineOf(value, { level, path: inner, field })
  })
}

function isOfKind(kind: Field, value: unknown): boolean {
  if (kind === 'known') return true
  return kind === 'number'
    ? typeof value === 'number' || (typeof value === 'string' && !/\p{L}/u.test(value))
    : typeof value === 'string' || typeof value === 'number'
}

function lineOf(value: unknown, { path, field }: Place): readonly string[] {
  if (!saysSomething(value)) return []
  const words = wordsIn(value).join(', ')
  return [[path === '' ? '' : `${path}:`, words, `(${field})`].filter((part) => part !== '').join(' ')]
}
