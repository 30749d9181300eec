import type { MapPoint } from '../../contract/delivery/points.ts'

/** Orders of one rounded point in one street. */
export interface StreetPoint extends MapPoint {
  readonly orders: number
}

export interface StreetLine {
  readonly from: MapPoint
  readonly to: MapPoint
  readonly orders: number
}

/** With fewer of either a line would show somebody's door. */
const minPoints = 3
const minOrders = 5
const minMetres = 150
/** A longer one is two streets of the same name. */
const maxMetres = 6_000
/** Points are rounded to about 100 m. */
const maxAsideMetres = 90
const metresPerDegree = 111_195

/**
 * The straight line along which a street's orders lie: their principal axis, from the first to the last of them. Null:
 * they are too few, or lie too far from any line to say where the street is.
 */
export function streetLine(points: readonly StreetPoint[]): StreetLine | null {
  const orders = points.reduce((sum, point) => sum + point.orders, 0)
  if (points.length < minPoints || orders < minOrders) return null
  const mean = (of: (point: StreetPoint) => number) =>
    points.reduce((sum, point) => sum + of(point) * point.orders, 0) / orders
  const centre = { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
  const perLng = metresPerDegree * Math.cos((centre.lat * Math.PI) / 180)
  const eastOf = ({ lng }: MapPoint) => (lng - centre.lng) * perLng
  const northOf = ({ lat }: MapPoint) => (lat - centre.lat) * metresPerDegree
  const xx = mean((point) => eastOf(point) ** 2)
  const yy = mean((point) => northOf(point) ** 2)
  const xy = mean((point) => eastOf(point) * northOf(point))
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const aside = Math.sqrt(
    Math.max(
      0,
      mean((point) => (northOf(point) * cos - eastOf(point) * sin) ** 2),
    ),
  )
  const along = points.map((point) => eastOf(point) * cos + northOf(point) * sin)
  const [first, last] = [Math.min(...along), Math.max(...along)]
  const metres = last - first
  if (metres < minMetres || metres > maxMetres || aside > Math.min(maxAsideMetres, metres / 4)) return null
  const at = (distance: number): MapPoint => ({
    lat: fifth(centre.lat + (distance * sin) / metresPerDegree),
    lng: fifth(centre.lng + (distance * cos) / perLng),
  })
  return { from: at(first), to: at(last), orders }
}

const fifth = (degrees: number): number => Math.round(degrees * 1e5) / 1e5
