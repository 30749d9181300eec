import { fromPlane, onPlane, type Plane } from './plane.rules.ts'

export interface MapTile {
  readonly url: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Of a whole earth in one tile of 256 pixels, at the equator. */
const metresPerPixelAtZero = 156_543.034
const deepest = 19
/** A wall screen needs fifty. */
const maxTiles = 120

/** The pictures of the ground that cover the plane, from a web map's own grid (Mercator), each laid between its corners. */
export function tilesOn(plane: Plane, template: string): readonly MapTile[] {
  const narrow = Math.cos((plane.centre.lat * Math.PI) / 180)
  const zoom = Math.round(Math.log2((metresPerPixelAtZero * narrow) / plane.metresPerPixel))
  const z = Math.min(deepest, Math.max(1, zoom))
  const count = 2 ** z
  const [west, north] = gridOf(fromPlane(plane, 0, 0), count)
  const [east, south] = gridOf(fromPlane(plane, plane.width, plane.height), count)
  const [columns, rows] = [span(west, east, count), span(north, south, count)]
  if (columns.length * rows.length > maxTiles) return []
  return rows.flatMap((row) =>
    columns.map((column) => {
      const [x, y] = onPlane(plane, cornerOf(column, row, count))
      const [right, bottom] = onPlane(plane, cornerOf(column + 1, row + 1, count))
      const url = template
        .replaceAll('{z}', String(z))
        .replaceAll('{x}', String(column))
        .replaceAll('{y}', String(row))
      return { url, x, y, width: right - x, height: bottom - y }
    }),
  )
}

const span = (from: number, to: number, count: number): readonly number[] => {
  const first = Math.max(0, Math.floor(from))
  const last = Math.min(count - 1, Math.floor(to))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

function gridOf({ lat, lng }: { readonly lat: number; readonly lng: number }, count: number) {
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  return [((lng + 180) / 360) * count, ((1 - north) / 2) * count] as const
}

const cornerOf = (column: number, row: number, count: number) => ({
  lng: (column / count) * 360 - 180,
  lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI,
})
