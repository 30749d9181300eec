import { isRecord } from './is-record.ts'

/** Deeper than any structure that is published. */
export const maxDepth = 8

/** Whether a value that we do not know has something for a person: a number or a switch alone has not; in a list it may. */
export function saysSomething(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0
  if (!isRecord(value)) return false
  return depth > maxDepth || Object.values(value).some((inner) => saysSomething(inner, depth + 1))
}

/** The texts of a value, and its numbers with their names. */
export function wordsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value === 'number') return [String(value)]
  if (depth > maxDepth) return ['…']
  if (Array.isArray(value)) return value.flatMap((inner) => wordsIn(inner, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'number') return wordsIn(inner, depth + 1)
    return inner === 0 ? [] : [`${name} ${String(inner)}`]
  })
}
