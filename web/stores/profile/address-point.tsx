import { useState } from 'react'
import type { Draft } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { Button } from '../../ui/button.tsx'
import { PointPlane } from './point-plane.tsx'
import type { Point } from './point.rules.ts'
import { coordinateOf, coordinateShown, type ProfileFields } from './profile.rules.ts'
import styles from './profile-tab.module.css'

interface Props extends StoreSectionProps {
  readonly draft: Draft<ProfileFields>
}

/** What the typed coordinates mean: a link to a map, and the point itself to move. */
export function AddressPoint(props: Props) {
  return (
    <>
      <MapLink point={pointOf(props.draft.values)} />
      <Nudge {...props} />
    </>
  )
}

/** Opened on demand: most addresses are right as the map's link shows them. */
function Nudge({ store, stores, draft }: Props) {
  const [open, setOpen] = useState(false)
  const point = pointOf(draft.values)
  if (!point) return null
  if (!open)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Ajustar o ponto</Button>
      </div>
    )
  const neighbours = stores.flatMap(({ id, name, address: { lat, lng } }) =>
    id === store.id || lat === null || lng === null ? [] : [{ name, lat, lng }],
  )
  return (
    <PointPlane
      point={point}
      neighbours={neighbours}
      onMove={({ lat, lng }) => {
        draft.set('lat', coordinateShown(lat))
        draft.set('lng', coordinateShown(lng))
      }}
    />
  )
}

function pointOf(typed: Pick<ProfileFields, 'lat' | 'lng'>): Point | null {
  const [lat, lng] = [coordinateOf(typed.lat), coordinateOf(typed.lng)]
  if (lat === null || lng === null || Number.isNaN(lat) || Number.isNaN(lng)) return null
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

function MapLink({ point }: { readonly point: Point | null }) {
  if (!point)
    return <p className={styles.note}>As coordenadas dizem a distância até o cliente. São opcionais.</p>
  return (
    <p className={styles.note}>
      <a
        href={`https://www.openstreetmap.org/?mlat=${point.lat}&mlon=${point.lng}#map=17/${point.lat}/${point.lng}`}
        target="_blank"
        rel="noreferrer"
      >
        Ver este ponto no mapa
      </a>
    </p>
  )
}
