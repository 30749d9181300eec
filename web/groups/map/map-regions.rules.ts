/** A store on the map. */
export interface Placed {
  readonly storeId: string
  readonly lat: number
  readonly lng: number
}

/** Stores that are drawn as one mark, because a finger would not tell them apart. */
export interface MapMark {
  /** In the units of the drawing. */
  readonly x: number
  readonly y: number
  readonly storeIds: readonly string[]
}

export interface MapRegion {
  readonly storeIds: readonly string[]
  readonly marks: readonly MapMark[]
  /** The largest round length that fits, in units of the drawing. */
  readonly scale: { readonly length: number; readonly words: string }
}

/** Below this a list says as much. */
export const storesForMap = 5
/** Of the drawing; marks have a radius of 17. */
export const drawing = { width: 480, height: 260, margin: 34 } as const

/** Stores further from each other than this are in different drawings: one of Brazil would show one dot a town. */
const oneRegionMetres = 80_000
const nearestMarks = 36
/** A drawing shows at least this much, so that two stores in a street are not a town apart. */
const minMetres = 2_000
const metresPerDegree = 111_195

/** The stores in regions, the largest first; the same stores give the same drawings. */
export function mapRegions(stores: readonly Placed[]): readonly MapRegion[] {
  return together(stores, (a, b) => metresBetween(a, b) <= oneRegionMetres)
    .toSorted((a, b) => b.length - a.length)
    .map(regionOf)
}

function regionOf(stores: readonly Placed[]): MapRegion {
  const [lats, lngs] = [stores.map(({ lat }) => lat), stores.map(({ lng }) => lng)]
  const centre = { lat: middle(lats), lng: middle(lngs) }
  const narrow = Math.cos((centre.lat * Math.PI) / 180)
  const { width, height, margin } = drawing
  const metresPerUnit = Math.max(
    Math.max(minMetres, span(lngs) * metresPerDegree * narrow) / (width - 2 * margin),
    Math.max(minMetres, span(lats) * metresPerDegree) / (height - 2 * margin),
  )
  const points = stores.map(({ storeId, lat, lng }) => ({
    storeId,
    x: width / 2 + ((lng - centre.lng) * metresPerDegree * narrow) / metresPerUnit,
    y: height / 2 - ((lat - centre.lat) * metresPerDegree) / metresPerUnit,
  }))
  const marks = together(points, (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < nearestMarks).map((near) => ({
    x: mean(near.map(({ x }) => x)),
    y: mean(near.map(({ y }) => y)),
    storeIds: near.map(({ storeId }) => storeId),
  }))
  return { storeIds: stores.map(({ storeId }) => storeId), marks, scale: scaleOf(metresPerUnit) }
}

/** Everything that is near something of its own set is in the same set. */
function together<T>(all: readonly T[], near: (a: T, b: T) => boolean): T[][] {
  let sets: T[][] = []
  for (const one of all) {
    const touched = sets.filter((set) => set.some((other) => near(one, other)))
    sets = [...sets.filter((set) => !touched.includes(set)), [...touched.flat(), one]]
  }
  return sets
}

function scaleOf(metresPerUnit: number): MapRegion['scale'] {
  const steps = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
  const metres = steps.findLast((step) => step / metresPerUnit <= 120) ?? 200
  return {
    length: metres / metresPerUnit,
    words: metres < 1_000 ? `${metres}\u00a0m` : `${metres / 1_000}\u00a0km`,
  }
}

function metresBetween(a: Placed, b: Placed): number {
  const narrow = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180)
  return Math.hypot(a.lat - b.lat, (a.lng - b.lng) * narrow) * metresPerDegree
}

const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
const middle = (values: readonly number[]): number => (Math.max(...values) + Math.min(...values)) / 2
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
