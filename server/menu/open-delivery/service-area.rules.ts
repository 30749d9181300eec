import type { DeliveryZone } from '../../../contract/delivery/zones.ts'

interface Point {
  readonly lat: number
  readonly lng: number
}

/**
 * Open Delivery's ServiceArea of the zones that hold at all hours: drawings and rings around the store, with the
 * drawings that deny as exclusions. It knows neither districts nor CEPs nor hours, so zones of these are left out:
 * a reader may promise less than the store delivers, and nothing that it does not. Undefined: nothing can be said.
 */
export function serviceAreaOf(id: string, store: Point, zones: readonly DeliveryZone[]) {
  const served = zones.filter(({ deny, windows }) => !deny && windows.length === 0)
  const polygon = served.flatMap((zone) => polygonOf(zone).map((drawn) => ({ ...drawn, ...termsOf(zone) })))
  const radius = circlesOf(served)
  if (polygon.length === 0 && radius.length === 0) return undefined
  const exclusions = zones.filter(({ deny }) => deny).flatMap(polygonOf)
  return {
    id,
    ...(polygon.length > 0 ? { polygon } : {}),
    ...(radius.length > 0
      ? { geoRadius: { geoMidpointLatitude: store.lat, geoMidpointLongitude: store.lng, radius } }
      : {}),
    ...(exclusions.length > 0 ? { exclusionAreaPolygon: exclusions } : {}),
  }
}

/** The least that an order has to be worth in some zone, in centavos. */
export const minimumOf = (zones: readonly DeliveryZone[]): number => {
  const minimums = zones.filter(({ deny }) => !deny).map(({ minimumCents }) => minimumCents)
  return minimums.length === 0 ? 0 : Math.min(...minimums)
}

/** Kept counter-clockwise and open; the standard asks for this direction and takes a ring closed or not. */
const polygonOf = ({ shape }: DeliveryZone) =>
  shape.kind === 'polygon'
    ? [{ geoCoordinates: shape.ring.map(([longitude, latitude]) => ({ latitude, longitude })) }]
    : []

/** A circle has no hole: rings that leave out the middle are not served by one. */
function circlesOf(served: readonly DeliveryZone[]) {
  const rings = served
    .flatMap((zone) => (zone.shape.kind === 'radius' ? [{ zone, ...zone.shape }] : []))
    .toSorted((a, b) => a.toMetres - b.toMetres)
  return rings[0]?.fromMetres === 0
    ? rings.map(({ zone, toMetres }) => ({ size: toMetres, ...termsOf(zone) }))
    : []
}

const termsOf = ({ feeCents, minutes }: DeliveryZone) => ({
  price: { value: feeCents / 100, currency: 'BRL' },
  estimateDeliveryTime: minutes.max,
})
