import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import type { MapPoint, RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { Button } from '../../ui/button.tsx'
import { dotPath, pathOf, Pin, StorePin, ZoneShapeOnMap, type MapDot } from './map-shapes.tsx'
import { GroundNames, GroundStreets } from './map-ground.tsx'
import { Tiles, TilesCredit } from './map-tiles.tsx'
import styles from './zone-map.module.css'
import { cornersOf, fromPlane, onPlane, planeAround, scaleOf, withCorner, type Plane } from './plane.rules.ts'

interface MapProps {
  readonly label: string
  readonly zones: readonly DeliveryZone[]
  readonly store: MapPoint | null
  readonly dots: readonly MapDot[]
  /** Drawn in bold. */
  readonly selected?: string | null
  /** Tested point. */
  readonly pin?: MapPoint | null
  readonly onPoint?: (point: MapPoint) => void
  /** The drawing that is being changed. */
  readonly ring?: readonly RingPoint[]
  readonly onRing?: (ring: readonly RingPoint[]) => void
  readonly children?: ReactNode
}

/** Until the page has measured it. */
const firstSize = { width: 640, height: 560 }

/**
 * Zones, the store, and where its orders went, on the streets and districts that those orders draw: nothing is loaded
 * from anywhere, unless the installation names a place for tiles.
 */
export function ZoneMap(props: MapProps) {
  const { label, zones, store, dots, selected, pin, onPoint, ring, onRing, children } = props
  const [plane, setPlane] = useState<Plane>(() => firstPlane(props, firstSize))
  const svg = useRef<SVGSVGElement>(null)
  useMeasure(svg, (size) => setPlane(firstPlane(props, size)))
  const hold = useMap({ svg, plane, setPlane, onPoint, ring, onRing })
  const at = (point: MapPoint) => onPlane(plane, point)
  const scale = scaleOf(plane.metresPerPixel)
  return (
    <div className={styles.map}>
      <svg
        ref={svg}
        viewBox={`0 0 ${plane.width} ${plane.height}`}
        role="group"
        aria-label={label}
        className={ring ? styles.editing : ''}
        {...hold.ground}
      >
        <Tiles plane={plane} />
        <GroundStreets plane={plane} />
        {zones
          .filter(({ id }) => !(ring && id === selected))
          .toReversed()
          .map((zone) => (
            <ZoneShapeOnMap
              key={zone.id}
              zone={zone}
              plane={plane}
              store={store}
              bold={zone.id === selected}
            />
          ))}
        <path className={styles.dots} d={dotPath(dots, plane)} />
        <GroundNames plane={plane} store={store} />
        {store ? <StorePin at={at(store)} /> : null}
        {pin ? <Pin at={at(pin)} /> : null}
        {ring ? <Drawing ring={ring} plane={plane} onRing={onRing} startDrag={hold.startDrag} /> : null}
      </svg>
      {children}
      <TilesCredit />
      <div className={styles.scale} aria-hidden="true">
        <i style={{ width: scale.pixels }} />
        {scale.words}
      </div>
      <div className={styles.zoom}>
        <Button icon="plus" aria-label="Aproximar" onClick={() => setPlane(zoomed(plane, 1 / 1.5))} />
        <Button icon="refresh" aria-label="Mostrar tudo" onClick={() => setPlane(firstPlane(props, plane))} />
        <Button aria-label="Afastar" onClick={() => setPlane(zoomed(plane, 1.5))}>
          −
        </Button>
      </div>
    </div>
  )
}

/** Calls back with the size that the map has, now and whenever it changes. */
function useMeasure(
  svg: { readonly current: SVGSVGElement | null },
  onSize: (size: { readonly width: number; readonly height: number }) => void,
): void {
  const latest = useRef(onSize)
  useEffect(() => {
    latest.current = onSize
  })
  useEffect(() => {
    const element = svg.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? firstSize
      if (width > 0 && height > 0) latest.current({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])
}

function firstPlane(
  { zones, store, dots, ring }: MapProps,
  { width, height }: { readonly width: number; readonly height: number },
): Plane {
  const corners = [...cornersOf(zones), ...(ring ?? []).map(([lng, lat]) => ({ lat, lng }))]
  const farthest = Math.max(
    0,
    ...zones.map(({ shape }) => (shape.kind === 'radius' && store ? shape.toMetres : 0)),
  )
  const points = corners.length > 0 ? corners : dots.length > 0 ? dots : []
  return planeAround(store ? [...points, store] : points, store, farthest, { width, height })
}

const zoomed = (plane: Plane, by: number): Plane => ({
  ...plane,
  metresPerPixel: Math.min(400, Math.max(0.5, plane.metresPerPixel * by)),
})

/** Corners that a pointer drags and arrow keys move; Delete removes one. */
function Drawing({
  ring,
  plane,
  onRing,
  startDrag,
}: {
  readonly ring: readonly RingPoint[]
  readonly plane: Plane
  readonly onRing: MapProps['onRing']
  readonly startDrag: (index: number, event: PointerEvent) => void
}) {
  const move = (index: number, event: KeyboardEvent) => {
    const step = event.shiftKey ? 20 : 4
    const [dx, dy] = lookup(arrows, event.key) ?? [0, 0]
    const corner = ring[index]
    if (!corner) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRing?.(ring.filter((_, at) => at !== index))
    } else if (dx !== 0 || dy !== 0) {
      event.preventDefault()
      const [x, y] = onPlane(plane, { lng: corner[0], lat: corner[1] })
      const { lng, lat } = fromPlane(plane, x + dx * step, y + dy * step)
      onRing?.(ring.with(index, [lng, lat]))
    }
  }
  return (
    <>
      <path className={`${styles.zone} ${styles.bold}`} d={pathOf(ring, plane)} />
      {ring.map(([lng, lat], index) => {
        const [x, y] = onPlane(plane, { lat, lng })
        return (
          <g
            key={index}
            className={styles.corner}
            tabIndex={0}
            role="button"
            aria-label={`Ponto ${index + 1} de ${ring.length}. Setas movem, Delete tira.`}
            transform={`translate(${x} ${y})`}
            onPointerDown={(event) => startDrag(index, event)}
            onKeyDown={(event) => move(index, event)}
          >
            <circle r="16" />
            <rect x="-5" y="-5" width="10" height="10" rx="2.5" />
          </g>
        )
      })}
    </>
  )
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

interface Held {
  readonly x: number
  readonly y: number
  readonly plane: Plane
  /** Null: the ground. */
  readonly corner: number | null
  moved: boolean
}

/** Drags of the ground and of corners; a tap sets a point. */
function useMap({
  svg,
  plane,
  setPlane,
  onPoint,
  ring,
  onRing,
}: Pick<MapProps, 'onPoint' | 'ring' | 'onRing'> & {
  readonly svg: { readonly current: SVGSVGElement | null }
  readonly plane: Plane
  readonly setPlane: (plane: Plane) => void
}) {
  const held = useRef<Held | null>(null)
  const place = (event: {
    readonly clientX: number
    readonly clientY: number
  }): readonly [number, number] => {
    const matrix = svg.current?.getScreenCTM()
    if (!matrix) return [0, 0]
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return [x, y]
  }
  const start = (corner: number | null, event: PointerEvent) => {
    if (held.current) return
    const [x, y] = place(event)
    held.current = { x, y, plane, corner, moved: false }
    svg.current?.setPointerCapture(event.pointerId)
  }
  const latest = useRef({ plane, setPlane, place })
  useEffect(() => {
    latest.current = { plane, setPlane, place }
  })
  useEffect(() => {
    const element = svg.current
    if (!element) return
    // React listens passively, and the page must not scroll with it. Only with Ctrl: a wheel over a map is for the page.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      latest.current.setPlane(zoomed(latest.current.plane, event.deltaY > 0 ? 1.2 : 1 / 1.2))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [svg])
  return {
    startDrag: (index: number, event: PointerEvent) => {
      event.stopPropagation()
      ;(event.currentTarget as SVGElement).focus()
      start(index, event)
    },
    ground: {
      onPointerDown: (event: PointerEvent) => start(null, event),
      onPointerMove: (event: PointerEvent) => {
        const from = held.current
        if (!from) return
        const [x, y] = place(event)
        if (Math.hypot(x - from.x, y - from.y) > 4) from.moved = true
        if (!from.moved) return
        if (from.corner !== null) {
          const { lng, lat } = fromPlane(plane, x, y)
          onRing?.((ring ?? []).with(from.corner, [lng, lat]))
        } else {
          const centre = fromPlane(
            from.plane,
            plane.width / 2 - (x - from.x),
            plane.height / 2 - (y - from.y),
          )
          setPlane({ ...plane, centre })
        }
      },
      onPointerUp: (event: PointerEvent) => {
        const from = held.current
        held.current = null
        if (!from || from.moved || from.corner !== null) return
        const point = fromPlane(plane, ...place(event))
        if (ring) onRing?.(withCorner(ring, [point.lng, point.lat]))
        else onPoint?.(point)
      },
      onPointerCancel: () => {
        held.current = null
      },
    },
  }
}
