import { recordOf, type Loose } from '../loose.ts'

/** Deeper than any page nests its data. */
export const maxDepth = 40
const maxThings = 50_000

export interface Linked {
  /** Every object of the documents, outermost first. */
  readonly all: readonly Loose[]
  /** There are more of them, or deeper ones, than are read. */
  readonly cut: boolean
  /** The thing that a reference means. */
  readonly whole: (value: unknown) => Loose
  /** A picture may be elsewhere in the page; a text is its address or the id of where it is. */
  readonly pictured: (value: unknown) => unknown
}

/** The things of a page's documents, and what their ids mean. */
export function linkedThings(documents: readonly unknown[]): Linked {
  const { all, cut } = everything(documents)
  const known = new Map<string, Loose>()
  for (const thing of all) {
    const id = thing['@id']
    // A reference is an object with its id alone.
    if (typeof id === 'string' && Object.keys(thing).length > 1 && !known.has(id)) known.set(id, thing)
  }
  const whole = (value: unknown): Loose => {
    if (typeof value === 'string') return known.get(value) ?? {}
    const thing = recordOf(value)
    const id = thing['@id']
    return typeof id === 'string' ? (known.get(id) ?? thing) : thing
  }
  return {
    ...{ all, cut, whole },
    pictured: (value) => (typeof value === 'string' ? (known.get(value) ?? value) : whole(value)),
  }
}

/** However deep a hostile document nests. */
export function everything(documents: readonly unknown[]): Pick<Linked, 'all' | 'cut'> {
  const all: Loose[] = []
  const waiting: { value: unknown; depth: number }[] = documents.map((value) => ({ value, depth: 0 }))
  let [seen, cut] = [0, false]
  for (let index = 0; index < waiting.length; index += 1) {
    const { value, depth } = waiting[index] ?? { value: null, depth: 0 }
    if (typeof value !== 'object' || value === null) continue
    seen += 1
    if (seen > maxThings) return { all, cut: true }
    if (depth > maxDepth) {
      cut = true
      continue
    }
    if (!Array.isArray(value)) all.push(value as Loose)
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
  }
  return { all, cut }
}

export const many = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.flat(3) : value === undefined || value === null ? [] : [value]

/** `Menu`, `schema:Menu` and `https://schema.org/Menu` are the same. */
export const isA = (thing: Loose, type: string): boolean =>
  many(thing['@type']).some((one) => typeof one === 'string' && one.replace(/^.*[/:#]/, '') === type)
