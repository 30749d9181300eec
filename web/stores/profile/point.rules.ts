/** A place on the ground, in degrees. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

const metresOfLatitude = 111_320
/** Five decimals: about a metre. */
const decimals = 5

/** The point, moved east and north by metres. Across the date line, and never beyond a pole. */
export function moved({ lat, lng }: Point, { east = 0, north = 0 }: Metres): Point {
  const to = Math.max(-90, Math.min(90, lat + north / metresOfLatitude))
  const turned = lng + east / metresOfLongitude(lat)
  return { lat: rounded(to), lng: rounded(((((turned + 180) % 360) + 360) % 360) - 180) }
}

interface Metres {
  readonly east?: number
  readonly north?: number
}

/** How far `to` lies from `from`, in metres east and north; good for a town. */
export const metresBetween = (from: Point, to: Point): Required<Metres> => ({
  east: (to.lng - from.lng) * metresOfLongitude(from.lat),
  north: (to.lat - from.lat) * metresOfLatitude,
})

/** At the poles a degree has no length, and nothing could move. */
const metresOfLongitude = (lat: number): number =>
  Math.max(1, metresOfLatitude * Math.cos((lat * Math.PI) / 180))

const rounded = (degrees: number): number => Number(degrees.toFixed(decimals))

/** `10 m`, `1 km` */
export const lengthText = (metres: number): string =>
  metres < 1_000 ? `${metres}\u00a0m` : `${metres / 1_000}\u00a0km`
