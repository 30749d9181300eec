import type { MapPoint, RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { onPlane, type Plane } from './plane.rules.ts'
import styles from './zone-map.module.css'

export interface MapDot extends MapPoint {
  readonly orders: number
}

/** All dots are one path: five thousand of them move as one. */
export const dotPath = (dots: readonly MapDot[], plane: Plane): string =>
  dots
    .map((dot) => {
      const [x, y] = onPlane(plane, dot)
      return `M${x.toFixed(1)} ${y.toFixed(1)}h0`
    })
    .join('')

export function ZoneShapeOnMap({
  zone,
  plane,
  store,
  bold,
}: {
  readonly zone: DeliveryZone
  readonly plane: Plane
  readonly store: MapPoint | null
  readonly bold: boolean
}) {
  const { shape, deny } = zone
  const look = `${styles.zone} ${deny ? styles.deny : ''} ${bold ? styles.bold : ''}`
  if (shape.kind === 'polygon') {
    const d = pathOf(
      shape.ring.map(([lng, lat]): RingPoint => [lng, lat]),
      plane,
    )
    return (
      <path className={look} d={d}>
        <title>{zone.name}</title>
      </path>
    )
  }
  if (shape.kind !== 'radius' || !store) return null
  const [x, y] = onPlane(plane, store)
  return (
    <circle className={look} cx={x} cy={y} r={shape.toMetres / plane.metresPerPixel}>
      <title>{zone.name}</title>
    </circle>
  )
}

export function pathOf(ring: readonly RingPoint[], plane: Plane): string {
  const corners = ring.map(([lng, lat]) =>
    onPlane(plane, { lat, lng })
      .map((each) => each.toFixed(1))
      .join(' '),
  )
  return corners.length === 0 ? '' : `M${corners.join('L')}Z`
}

export function StorePin({ at: [x, y] }: { readonly at: readonly [number, number] }) {
  return (
    <g transform={`translate(${x} ${y})`} className={styles.store}>
      <circle r="17" />
      <path d="M-9 -7h18l3 7v2a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0v-2zM-8 4v6h16V4" />
    </g>
  )
}

export function Pin({ at: [x, y] }: { readonly at: readonly [number, number] }) {
  return (
    <g transform={`translate(${x} ${y})`} className={styles.pin}>
      <path d="M0 0c-6-8-9-11-9-16a9 9 0 0 1 18 0c0 5-3 8-9 16z" />
      <circle cy="-16" r="3.4" />
    </g>
  )
}
