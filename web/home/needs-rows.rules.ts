import type { Need } from '../../contract/home/home.ts'

/** Further orders that wait for acceptance are one row: the board is the place for many. */
const maxAccepts = 3
/** Longer lists are not read; the row of further orders comes on top. */
const shownAtFirst = 5

type Accept = Extract<Need, { kind: 'accept' }>

export interface MoreAccepts {
  readonly kind: 'more-accepts'
  readonly key: 'more-accepts'
  readonly count: number
  /** The most urgent of them. */
  readonly next: Accept
}

export interface NeedsRows {
  readonly rows: readonly (Need | MoreAccepts)[]
  /** Rows that open on request. */
  readonly hidden: number
  /** Things that wait and are on no row. */
  readonly beyond: number
}

/**
 * The rows of the list, in the order of the needs: three orders to accept at most, so that a stopped
 * printer or a closed channel is seen beside them, and further ones folded at the place of their most urgent one.
 *
 * `waiting` also counts what the list leaves out; as long as it names more than three orders, that is orders.
 */
export function needsRows(needs: readonly Need[], waiting: number, all: boolean): NeedsRows {
  const accepts = needs.filter((need): need is Accept => need.kind === 'accept')
  const [next, ...others] = accepts.slice(maxAccepts)
  const left = Math.max(0, waiting - needs.length)
  const more: MoreAccepts | null = next
    ? { kind: 'more-accepts', key: 'more-accepts', count: 1 + others.length + left, next }
    : null
  const folded = new Set<Need>(accepts.slice(maxAccepts))
  const single = needs.filter((need) => !folded.has(need))
  const shown = new Set<Need>(all ? single : mixed(single).slice(0, shownAtFirst))
  const rows = needs.flatMap((need): readonly (Need | MoreAccepts)[] =>
    need === next && more ? [more] : shown.has(need) ? [need] : [],
  )
  return { rows, hidden: single.length - shown.size, beyond: more ? 0 : left }
}

/** A second thing of a kind that has no deadline comes behind the first of every kind. */
function mixed(needs: readonly Need[]): readonly Need[] {
  const again = needs.filter(
    ({ kind, deadline }, index) =>
      deadline === null && needs.findIndex((other) => other.kind === kind) < index,
  )
  return [...needs.filter((need) => !again.includes(need)), ...again]
}
