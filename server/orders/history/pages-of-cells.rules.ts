import type { HistoryPage } from './history.reads.ts'
import type { HistoryPosition } from './search-text.rules.ts'

/**
 * The page of all cells, of a page of each after the same position. A cell that stopped before the end has said nothing of
 * what is older than its own next position: the page ends there at the latest, and the cursor continues there.
 */
export function mergePages(pages: readonly [HistoryPage, ...HistoryPage[]], limit: number): HistoryPage {
  const [first, ...others] = pages
  if (others.length === 0) return first
  const ends = pages.flatMap(({ next }) => next ?? []).toSorted(newestFirst)
  const [barrier = null] = ends
  const known = pages
    .flatMap(({ found }) => found)
    .filter(({ at }) => barrier === null || newestFirst(at, barrier) <= 0)
    .toSorted((a, b) => newestFirst(a.at, b.at))
  const found = known.slice(0, limit)
  return { found, next: known.length > limit ? (found.at(-1)?.at ?? barrier) : barrier }
}

const newestFirst = (a: HistoryPosition, b: HistoryPosition): number => {
  const [one, other] = [textOf(a), textOf(b)]
  return one > other ? -1 : one < other ? 1 : 0
}

/** All three are written so that they sort as text. */
const textOf = ({ day, moment, id }: HistoryPosition): string => `${day} ${moment} ${id}`
