import { useRef, useState, type PointerEvent } from 'react'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { Stack } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from '../delivery-tab.module.css'
import { feeWords, minutesWords, moved, placeWords } from './zone-form.rules.ts'

interface ListProps {
  readonly zones: readonly DeliveryZone[]
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  readonly onOpen: (zone: DeliveryZone) => void
  readonly onOrder: (zones: readonly DeliveryZone[]) => void
}

/** The zones in the order in which they are tried; a grip drags one, and its arrow keys move it. */
export function ZoneList({ zones, selected, onSelect, onOpen, onOrder }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const zone = zones[from]
    if (!zone || to < 0 || to >= zones.length || from === to) return
    onOrder(moved(zones, from, to))
    setSaid(`${zone.name}: lugar ${to + 1} de ${zones.length}.`)
  }
  const drag = (event: PointerEvent) => {
    const from = zones.findIndex(({ id }) => id === dragged)
    if (from === -1) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const over = rows.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom)
    const target = rows[over]
    if (over === -1 || over === from || !target) return
    // Past the middle of the other row, or the two would change places for ever.
    const middle = target.top + target.height / 2
    if (over > from ? event.clientY > middle : event.clientY < middle) move(from, over)
  }
  return (
    <>
      <ol ref={list} className={styles.zones} aria-label="Áreas, na ordem em que valem">
        {zones.map((zone, index) => (
          <li
            key={zone.id}
            className={`${zone.id === selected ? styles.on : ''} ${zone.id === dragged ? styles.dragged : ''}`}
            onPointerEnter={() => onSelect(zone.id)}
            onPointerLeave={() => onSelect(null)}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={`Mover ${zone.name}, lugar ${index + 1} de ${zones.length}. Setas para cima e para baixo.`}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged(zone.id)
              }}
              onPointerMove={drag}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                event.preventDefault()
                move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
              }}
            >
              <i className={zone.deny ? styles.no : styles[zone.shape.kind]} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={styles.zone}
              onFocus={() => onSelect(zone.id)}
              onClick={() => onOpen(zone)}
            >
              <b>{zone.name}</b>
              <span className={styles.fee}>{feeWords(zone)}</span>
              <small>{placeWords(zone)}</small>
              <small className={styles.minutes}>{minutesWords(zone)}</small>
            </button>
          </li>
        ))}
      </ol>
      <p className={styles.unseen} aria-live="polite">
        {said}
      </p>
    </>
  )
}

/** What can be done with all zones at once. */
export function ListTools({
  onNew,
  onMass,
  onImport,
  onExport,
  empty,
}: {
  readonly onNew: () => void
  readonly onMass: () => void
  readonly onImport: () => void
  readonly onExport: (kind: 'csv' | 'geojson') => void
  readonly empty: boolean
}) {
  return (
    <div className={styles.tools}>
      <Button icon="plus" onClick={onNew}>
        Nova área
      </Button>
      {empty ? (
        <Button variant="ghost" onClick={onImport}>
          Importar
        </Button>
      ) : (
        <>
          <Button onClick={onMass}>Mudar todas</Button>
          <Popover label="Arquivos das áreas" icon="more">
            {(close) => {
              const then = (act: () => void) => () => {
                close()
                act()
              }
              return (
                <Stack gap={2}>
                  <Button variant="ghost" icon="up" onClick={then(onImport)}>
                    Importar
                  </Button>
                  <Button variant="ghost" icon="download" onClick={then(() => onExport('csv'))}>
                    Baixar CSV
                  </Button>
                  <Button variant="ghost" icon="download" onClick={then(() => onExport('geojson'))}>
                    Baixar GeoJSON
                  </Button>
                </Stack>
              )
            }}
          </Popover>
        </>
      )}
    </div>
  )
}
