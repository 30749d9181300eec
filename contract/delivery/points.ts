import * as z from 'zod/mini'

/** Degrees around Brazil, with its islands: a point outside is a typing mistake. */
export const brazil = { south: -34, north: 5.5, west: -74.1, east: -28.5 } as const

const outside = 'Este ponto fica fora do Brasil.'
const latitude = z
  .number('Informe a latitude.')
  .check(z.gte(brazil.south, outside), z.lte(brazil.north, outside))
const longitude = z
  .number('Informe a longitude.')
  .check(z.gte(brazil.west, outside), z.lte(brazil.east, outside))

export const mapPoint = z.strictObject({ lat: latitude, lng: longitude })
export type MapPoint = z.output<typeof mapPoint>

/** Longitude first, as in GeoJSON. */
export const ringPoint = z.tuple([longitude, latitude], 'Cada ponto tem longitude e latitude.')
export type RingPoint = readonly [number, number]

const earthMetres = 6_371_008.8
const radians = Math.PI / 180

/** Along the surface, in metres. */
export function metresBetween(a: MapPoint, b: MapPoint): number {
  const [lat, lng] = [(b.lat - a.lat) * radians, (b.lng - a.lng) * radians]
  const chord =
    Math.sin(lat / 2) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(lng / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}
