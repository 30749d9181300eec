/** Where a point's label is placed: beside, above or below it; null if every place is taken. */
export interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

interface Spot {
  readonly x: number
  readonly y: number
  readonly name: string
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const letter = 6.9
const lineHeight = 15
const dot = 9

export function labelPlaces(spots: readonly Spot[], width: number): readonly (LabelPlace | null)[] {
  const taken: Box[] = spots.map(({ x, y }) => ({
    left: x - dot,
    right: x + dot,
    top: y - dot,
    bottom: y + dot,
  }))
  return spots.map((spot) => {
    const long = spot.name.length * letter
    const found = candidates(spot).find((place) => {
      const box = boxOf(place, long)
      return box.left >= 0 && box.right <= width && box.top >= 0 && !taken.some((other) => meet(box, other))
    })
    if (found) taken.push(boxOf(found, long))
    return found ?? null
  })
}

const candidates = ({ x, y }: Spot): readonly LabelPlace[] => [
  { x: x + 13, y: y + 4, anchor: 'start' },
  { x: x - 13, y: y + 4, anchor: 'end' },
  { x, y: y - 13, anchor: 'middle' },
  { x, y: y + 22, anchor: 'middle' },
]

function boxOf({ x, y, anchor }: LabelPlace, long: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - long : x - long / 2
  return { left, right: left + long, top: y - lineHeight + 4, bottom: y + 3 }
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
