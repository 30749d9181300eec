import type { MapPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryHistory } from '../../../contract/delivery/zones.ts'
import { onPlane, type Plane } from './plane.rules.ts'

export type Ground = Pick<DeliveryHistory, 'streets' | 'districts'>

interface GroundLine {
  readonly name: string
  readonly d: string
}

export interface GroundLabel {
  readonly name: string
  readonly kind: 'street' | 'district'
  readonly x: number
  readonly y: number
  /** Degrees; 0 for a district. */
  readonly turn: number
}

/** Pixels of a letter, and of a line of text, at the size that the map writes them. */
const letter = { street: 6, district: 8.5 } as const
const lineHeight = 16
/** Half of the store's mark. */
const storePixels = 18
/** From farther away a street is a line that nobody recognises: only districts are named. */
const maxStreetMetresPerPixel = 32
/** Up to here a street has its name where it has room for it; from farther away only the busiest are named. */
const closeMetresPerPixel = 8
const namedFromFar = 12

/** The streets inside the picture, each once. */
export const linesOn = (plane: Plane, ground: Ground): readonly GroundLine[] =>
  streetsOn(plane, ground).flatMap((street) => {
    const [from, to] = [onPlane(plane, street.from), onPlane(plane, street.to)]
    if (!isInside(plane, from) && !isInside(plane, to)) return []
    return [{ name: street.name, d: `M${from.map(fixed).join(' ')}L${to.map(fixed).join(' ')}` }]
  })

const streetsOn = ({ metresPerPixel }: Plane, { streets }: Ground): Ground['streets'] =>
  metresPerPixel > maxStreetMetresPerPixel ? [] : streets

/** Names that have room, those of most orders first: districts before streets, none over another or over the store. */
export function labelsOn(plane: Plane, ground: Ground, store: MapPoint | null): readonly GroundLabel[] {
  const taken: Box[] = store ? [around(onPlane(plane, store), storePixels, storePixels)] : []
  const place = (label: GroundLabel): readonly GroundLabel[] => {
    const box = boxOf(label)
    if (!isInside(plane, [label.x, label.y]) || taken.some((other) => overlap(box, other))) return []
    taken.push(box)
    return [label]
  }
  return [
    ...ground.districts.flatMap(({ name, at }) => {
      if (!at) return []
      const [x, y] = onPlane(plane, at)
      const label = { name, kind: 'district', x, turn: 0 } as const
      const here = place({ ...label, y })
      return here.length > 0 ? here : place({ ...label, y: y + storePixels + lineHeight })
    }),
    ...streetsOn(plane, ground).flatMap(({ name, from, to }, busier) => {
      const [[x1, y1], [x2, y2]] = [onPlane(plane, from), onPlane(plane, to)]
      const isFar = plane.metresPerPixel > closeMetresPerPixel
      if (isFar && busier >= namedFromFar) return []
      if (!isFar && Math.hypot(x2 - x1, y2 - y1) < widthOf(name, 'street')) return []
      const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
      const turn = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle
      return place({ name, kind: 'street', x: (x1 + x2) / 2, y: (y1 + y2) / 2, turn })
    }),
  ]
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function boxOf({ name, kind, x, y, turn }: GroundLabel): Box {
  const radians = (Math.abs(turn) * Math.PI) / 180
  const width = widthOf(name, kind)
  const halfWide = (width * Math.cos(radians) + lineHeight * Math.sin(radians)) / 2
  const halfTall = (width * Math.sin(radians) + lineHeight * Math.cos(radians)) / 2
  return around([x, y], halfWide, halfTall)
}

const around = ([x, y]: readonly [number, number], halfWide: number, halfTall: number): Box => ({
  left: x - halfWide,
  right: x + halfWide,
  top: y - halfTall,
  bottom: y + halfTall,
})

const widthOf = (name: string, kind: GroundLabel['kind']): number => name.length * letter[kind]
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const isInside = ({ width, height }: Plane, [x, y]: readonly [number, number]): boolean =>
  x >= 0 && x <= width && y >= 0 && y <= height
const fixed = (pixels: number): string => pixels.toFixed(1)
