import { folded } from '../../../contract/shared/folded.ts'
import type { MenuItem } from '../../../contract/menu/menu.ts'

/** Most words of both names have to be the same. */
const minAlike = 0.6

/** The item of the menu whose name is most like the one that was sent; null: none is, or two are equally. */
export function suggestedItem<T extends Pick<MenuItem, 'name'>>(
  sentName: string,
  items: readonly T[],
): T | null {
  const sent = wordsOf(sentName)
  const [best, second] = items
    .map((item) => ({ item, alike: alike(sent, wordsOf(item.name)) }))
    .filter(({ alike: share }) => share >= minAlike)
    .toSorted((a, b) => b.alike - a.alike)
  return best && best.alike !== second?.alike ? best.item : null
}

/** Of the words of both, the share that both have. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = new Set([...a, ...b]).size
  return all === 0 ? 0 : [...a].filter((word) => b.has(word)).length / all
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    folded(name)
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '' && !small.has(word)),
  )

const small: ReadonlySet<string> = new Set([
  'a',
  'o',
  'e',
  'de',
  'da',
  'do',
  'das',
  'dos',
  'com',
  'em',
  'na',
  'no',
  'ao',
])
