import { createContext, use } from 'react'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import { labelsOn, linesOn, type Ground } from './ground.rules.ts'
import { MapTiles } from './map-tiles.tsx'
import type { Plane } from './plane.rules.ts'
import styles from './zone-map.module.css'

/** What the store's own orders know of its streets and districts; null: nothing yet. */
export const MapGround = createContext<Ground | null>(null)

/** Pictures of the ground have their own streets and names. */
function useGround(): Ground | null {
  const ground = use(MapGround)
  return use(MapTiles) ? null : ground
}

/** The streets below the zones. */
export function GroundStreets({ plane }: { readonly plane: Plane }) {
  const ground = useGround()
  if (!ground) return null
  return (
    <g className={styles.streets} aria-hidden="true">
      {linesOn(plane, ground).map(({ name, d }, index) => (
        <path key={`${name} ${String(index)}`} d={d} />
      ))}
    </g>
  )
}

/** Their names, and those of the districts, above the zones. */
export function GroundNames({ plane, store }: { readonly plane: Plane; readonly store: MapPoint | null }) {
  const ground = useGround()
  if (!ground) return null
  return (
    <g className={styles.names} aria-hidden="true">
      {labelsOn(plane, ground, store).map(({ name, kind, x, y, turn }) => (
        <text
          key={`${name} ${x.toFixed(0)} ${y.toFixed(0)}`}
          data-kind={kind}
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`}
        >
          {name}
        </text>
      ))}
    </g>
  )
}
