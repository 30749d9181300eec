import { useId, useRef, useState, type PointerEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { lengthText, metresBetween, moved, type Point } from './point.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './point-plane.module.css'

/** Metres of a step, which is also a square of the plane. */
const steps = [10, 50, 250, 1_000] as const
/** Pixels of a square. */
const square = 44

interface Neighbour extends Point {
  readonly name: string
}

/**
 * The point on a plain grid, without a map of anybody else: dragged, or moved by buttons. Other stores of the person
 * show where one is. The point stays in the middle; the ground moves.
 */
export function PointPlane({
  point,
  neighbours,
  onMove,
}: {
  readonly point: Point
  readonly neighbours: readonly Neighbour[]
  readonly onMove: (to: Point) => void
}) {
  const gridId = useId()
  const [zoom, setZoom] = useState(0)
  const dragged = useRef<{ readonly x: number; readonly y: number; readonly from: Point } | null>(null)
  const step = steps[zoom] ?? steps[0]
  const perPixel = step / square
  const drag = (event: PointerEvent) => {
    const start = dragged.current
    if (!start) return
    onMove(
      moved(start.from, {
        east: (start.x - event.clientX) * perPixel,
        north: (event.clientY - start.y) * perPixel,
      }),
    )
  }
  // Where the grid's lines are, so that the ground moves with a drag.
  const origin = metresBetween({ lat: Math.round(point.lat), lng: Math.round(point.lng) }, point)
  const offset = (metres: number) => -((metres / perPixel) % square)
  return (
    <Stack gap={10} className={styles.plane} role="group" aria-label="Ajustar o ponto">
      <svg
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY, from: point }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null
        }}
        onPointerCancel={() => {
          dragged.current = null
        }}
      >
        <pattern
          id={gridId}
          width={square}
          height={square}
          patternUnits="userSpaceOnUse"
          x={offset(origin.east)}
          y={-offset(origin.north)}
        >
          <path d={`M0 0H${square}M0 0V${square}`} className={styles.line} />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${gridId})`} />
        <svg x="50%" y="50%" overflow="visible">
          {neighbours.map((neighbour) => {
            const { east, north } = metresBetween(point, neighbour)
            const [x, y] = [east / perPixel, -north / perPixel]
            return Math.max(Math.abs(x), Math.abs(y)) > 600 ? null : (
              <g key={neighbour.name} transform={`translate(${x} ${y})`} className={styles.neighbour}>
                <circle r="5" />
                <text x="10" y="5">
                  {neighbour.name}
                </text>
              </g>
            )
          })}
          <path className={styles.pin} d="M0 0c-9-13-13-17-13-24a13 13 0 0 1 26 0c0 7-4 11-13 24z" />
          <circle className={styles.hole} cy="-24" r="5" />
        </svg>
      </svg>
      <Tools zoom={zoom} step={step} onZoom={setZoom} onMove={(way) => onMove(moved(point, way))} />
    </Stack>
  )
}

function Tools({
  zoom,
  step,
  onZoom,
  onMove,
}: {
  readonly zoom: number
  readonly step: number
  readonly onZoom: (zoom: number) => void
  readonly onMove: (way: { readonly east?: number; readonly north?: number }) => void
}) {
  return (
    <div className={styles.tools}>
      <span className={styles.moves}>
        {(
          [
            ['Norte', { north: step }],
            ['Sul', { north: -step }],
            ['Oeste', { east: -step }],
            ['Leste', { east: step }],
          ] as const
        ).map(([name, way]) => (
          <Button key={name} aria-label={`${name}, ${lengthText(step)}`} onClick={() => onMove(way)}>
            {name}
          </Button>
        ))}
      </span>
      <span className={styles.moves}>
        <Button
          aria-label="Aproximar +"
          disabledReason={zoom === 0 ? 'Mais perto não dá.' : null}
          onClick={() => onZoom(zoom - 1)}
        >
          +
        </Button>
        <Button
          aria-label="Afastar −"
          disabledReason={zoom === steps.length - 1 ? 'Mais longe não dá.' : null}
          onClick={() => onZoom(zoom + 1)}
        >
          −
        </Button>
        <Muted as="small" size={3} role="status">
          Um quadrado: {lengthText(step)}
        </Muted>
      </span>
    </div>
  )
}
