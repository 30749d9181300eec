import { withoutAccents } from '../../contract/shared/folded.ts'
import type { Store } from '../../contract/stores/stores.ts'

/** What sets stores apart at a glance: its code and one of six tints. */
export interface StoreMark {
  /** As chosen, else two letters of its name, as in `BC-31`; three where two stores of the list would share them. */
  readonly code: string
  /** 1 to 6: the token `--s1` … `--s6`; a seventh store starts again at 1. */
  readonly tint: number
}

/** The marks of the stores a person sees, in the order of their ids, so that a new store changes none. */
export function storeMarks(
  stores: readonly Pick<Store, 'id' | 'name' | 'code'>[],
): ReadonlyMap<string, StoreMark> {
  const marks = new Map<string, StoreMark>()
  const taken = new Set<string>()
  const inOrder = [...stores].sort((a, b) => Number(a.id) - Number(b.id) || a.id.localeCompare(b.id))
  // A chosen code is the store's own; the others are made around it.
  for (const { code } of stores) if (code !== undefined) taken.add(code)
  for (const [index, { id, name, code: chosen }] of inOrder.entries()) {
    const candidates = codesOf(name)
    const code = chosen ?? candidates.find((one) => !taken.has(one)) ?? `${candidates[0]}${index + 1}`
    taken.add(code)
    marks.set(id, { code, tint: (index % 6) + 1 })
  }
  return marks
}

const smallWords = new Set(['e', 'a', 'o', 'as', 'os', 'de', 'do', 'da', 'dos', 'das', 'em', 'na', 'no'])

function codesOf(name: string): readonly string[] {
  const words = withoutAccents(name)
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !smallWords.has(word.toLowerCase()))
  const first = words[0] ?? 'LJ'
  const last = words.at(-1) ?? first
  const tail = words.length > 1 ? last : first.slice(1)
  const letters = Array.from(tail)
  return [
    ...letters.map((letter) => `${first[0]}${letter}`),
    ...letters.map((letter, at) => `${first.slice(0, 2)}${letters[at + 1] ?? letter}`),
    first.slice(0, 2),
  ].filter((code, at, all) => code.length > 1 && all.indexOf(code) === at)
}
