import { createContext, use } from 'react'
import type { DeliveryConfig } from '../../../contract/delivery/zones.ts'
import type { Plane } from './plane.rules.ts'
import { tilesOn } from './tiles.rules.ts'
import styles from './zone-map.module.css'

/** Where this installation takes pictures of the ground from; null: from nowhere, which is the usual case. */
export const MapTiles = createContext<DeliveryConfig['tiles']>(null)

export function Tiles({ plane }: { readonly plane: Plane }) {
  const tiles = use(MapTiles)
  if (!tiles) return null
  return (
    <g className={styles.tiles} aria-hidden="true">
      {tilesOn(plane, tiles.url).map(({ url, ...place }) => (
        <image key={url} href={url} preserveAspectRatio="none" {...place} />
      ))}
    </g>
  )
}

export function TilesCredit() {
  const tiles = use(MapTiles)
  return tiles?.attribution ? <p className={styles.credit}>{tiles.attribution}</p> : null
}
