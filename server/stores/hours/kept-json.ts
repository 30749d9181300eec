/** More texts than the stores of one process have; then all of them are read again. */
const maxKept = 5_000
const values = new Map<string, object>()

/**
 * Reads JSON of the database. The same text gives the same object, so that what is computed from it can be kept
 * beside it: a hundred stores have a few weeks, and screens ask for them every few seconds. Nobody may change it.
 */
export function keptJson<T extends object>(text: string): T {
  const known = values.get(text)
  // Equal texts are of equal columns: the type is the one that it was read as.
  if (known) return known as T
  const value = JSON.parse(text) as T
  if (values.size >= maxKept) values.clear()
  values.set(text, value)
  return value
}
