/** Where a tile is, in px. */
export interface TileBox {
  readonly left: number
  readonly top: number
}

const steps = { ArrowLeft: -1, ArrowRight: 1 } as const

/**
 * The tile that an arrow leads to, by its place in the list: the neighbour, or the nearest of the row above or below.
 * Null: another key. At an edge it stays.
 */
export function tileAfter(boxes: readonly TileBox[], from: number, key: string): number | null {
  const last = boxes.length - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft' || key === 'ArrowRight') return Math.max(0, Math.min(last, from + steps[key]))
  const box = boxes[from]
  if (!box || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null
  const beyond = boxes.filter(({ top }) => (key === 'ArrowDown' ? top > box.top : top < box.top))
  if (beyond.length === 0) return from
  const tops = beyond.map(({ top }) => top)
  const row = key === 'ArrowDown' ? Math.min(...tops) : Math.max(...tops)
  const nearest = beyond
    .filter(({ top }) => top === row)
    .toSorted((one, other) => Math.abs(one.left - box.left) - Math.abs(other.left - box.left))[0]
  return nearest ? boxes.indexOf(nearest) : from
}
