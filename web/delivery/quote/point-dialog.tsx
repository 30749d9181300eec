import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MapPoint } from '../../../contract/delivery/points.ts'
import { readDeliveryConfig } from '../../../contract/delivery/zones.ts'
import { queryFor } from '../../api/query.ts'
import { Stack } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MapTiles } from '../map/map-tiles.tsx'
import { ZoneMap } from '../map/zone-map.tsx'
import styles from './point-dialog.module.css'
import { pointIn } from './typed-point.rules.ts'

/** Where the door of an address is: tapped on the map of the areas, or as coordinates. */
export function PointDialog({
  storeId,
  address,
  start,
  onDone,
  onClose,
}: {
  readonly storeId: string
  /** Street and number; empty: not typed yet. */
  readonly address: string
  /** What is known; null: nothing. */
  readonly start: MapPoint | null
  readonly onDone: (point: MapPoint) => void
  readonly onClose: () => void
}) {
  const { data: config } = useQuery(queryFor(readDeliveryConfig, {}, { storeId }))
  const [point, setPoint] = useState(start)
  const [typed, setTyped] = useState('')
  const isUnread = typed.trim() !== '' && pointIn(typed) === null
  return (
    <Dialog title="Ponto do endereço" onClose={onClose} side>
      <Stack gap={14} className={styles.part}>
        <p>{address ? `Toque onde fica ${address}.` : 'Toque onde fica o endereço.'}</p>
        {config ? (
          <MapTiles value={config.tiles}>
            <ZoneMap
              label="Áreas de entrega: toque para marcar o ponto"
              zones={config.zones}
              store={config.store}
              dots={[]}
              pin={point}
              onPoint={setPoint}
            />
          </MapTiles>
        ) : (
          <Skeleton height={360} />
        )}
        <TextField
          label="Coordenadas ou link do mapa (opcional)"
          placeholder="-23.5505, -46.6333"
          autoComplete="off"
          value={typed}
          error={isUnread ? 'Não achamos um ponto do Brasil neste texto.' : undefined}
          hint="Como o cliente mandou. Vale no lugar do toque."
          onChange={(event) => {
            setTyped(event.target.value)
            setPoint(pointIn(event.target.value) ?? point)
          }}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            disabledReason={point ? undefined : 'Toque no mapa antes.'}
            onClick={() => point && onDone(point)}
          >
            Usar este ponto
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
