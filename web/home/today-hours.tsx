import type { DaySoFar } from '../../contract/home/home.ts'
import { moneyShort } from '../words/format.ts'
import styles from './today-total.module.css'

const height = 168
const base = 150
/** The column's width is near this in CSS pixels, so that its letters are the page's. */
const wanted = 400
const labelWidth = 34

/** Small columns of the day's hours, each with a tick of the compared day; the running hour is darker. */
export function TodayHours({
  hours: all,
  label: name,
}: {
  readonly hours: DaySoFar['hours']
  readonly label: string
}) {
  const hours = busyHours(all)
  if (hours.length === 0) return null
  const top = Math.max(1, ...hours.flatMap(({ netCents, comparedNetCents }) => [netCents, comparedNetCents]))
  const y = (cents: number) => base - (Math.max(0, cents) / top) * (base - 8)
  const step = Math.min(30, Math.max(16, wanted / hours.length))
  const width = Math.max(hours.length, 8) * step
  const every = Math.ceil(labelWidth / step)
  const firstAhead = hours.findIndex(({ future }) => future)
  const running = (firstAhead === -1 ? hours.length : firstAhead) - 1
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: width * 1.15 }}
      role="img"
      aria-label={name}
    >
      <line className={styles.ground} x1="0" x2={width} y1={base} y2={base} />
      {hours.map(({ hour, netCents, comparedNetCents, future }, index) => (
        <g key={hour}>
          <title>
            {hour}h: {future ? 'ainda não chegou' : moneyShort(netCents)}
            {comparedNetCents > 0 ? `, eram ${moneyShort(comparedNetCents)}` : ''}
          </title>
          {/* The whole column answers the pointer. */}
          <rect className={styles.target} x={index * step} y="0" width={step} height={base} />
          {future || netCents <= 0 ? null : (
            <rect
              className={index === running ? styles.peak : styles.column}
              x={index * step + step * 0.2}
              y={y(netCents)}
              width={step * 0.6}
              height={base - y(netCents)}
              rx="2"
            />
          )}
          {comparedNetCents > 0 ? (
            <rect
              className={styles.tick}
              x={index * step + step * 0.1}
              y={y(comparedNetCents) - 2}
              width={step * 0.8}
              height="4"
              rx="1"
            />
          ) : null}
          {index % every === 0 ? (
            <text x={index * step + step / 2} y={height - 2}>
              {hour}h
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}

/** A single order at dawn must not make all columns thin. */
function busyHours(hours: DaySoFar['hours']): DaySoFar['hours'] {
  const size = (row: DaySoFar['hours'][number]) => Math.max(row.netCents, row.comparedNetCents)
  const least = Math.max(...hours.map(size)) * 0.05
  const busy = hours.map((row) => size(row) > 0 && size(row) >= least)
  return hours.slice(Math.max(0, busy.indexOf(true)), busy.lastIndexOf(true) + 1)
}
