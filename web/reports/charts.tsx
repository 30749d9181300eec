import { useState } from 'react'
import type { DailyReport } from '../../contract/reports.ts'
import { useIsPhone } from '../browser/screen.ts'
import { hiddenClass } from '../ui/pieces.tsx'
import { money, moneyShort, plural, weekdayName } from '../words/format.ts'
import styles from './charts.module.css'

/** In the drawing's own units, so that its words keep their size: the phone gets a drawing of its own. */
const wide = { width: 700, height: 230, left: 52 }
const narrow = { width: 340, height: 210, left: 44 }
const bottom = 24
const top = 18

/** Net sales by hour against the comparable day. Pointer, touch and arrow keys name the hour; a table stands behind. */
export function HoursChart({
  hours,
  compared,
}: {
  readonly hours: DailyReport['hours']
  readonly compared: string
}) {
  const [chosen, setChosen] = useState<number | null>(null)
  const isNarrow = useIsPhone()
  const { width, height, left } = isNarrow ? narrow : wide
  if (hours.length === 0)
    return <p className={styles.tip}>As vendas por hora aparecem com o primeiro pedido.</p>
  const largest = Math.max(1, ...hours.flatMap((hour) => [hour.current.netCents, hour.compared.netCents]))
  const scale = niceScale(largest)
  const y = (cents: number) => height - bottom - (Math.max(0, cents) / scale.top) * (height - bottom - top)
  const step = (width - left) / hours.length
  const peak = hours.reduce(
    (best, hour, index) => (hour.current.netCents > (hours[best]?.current.netCents ?? 0) ? index : best),
    0,
  )
  const told = hours[chosen ?? peak]
  return (
    <figure className={styles.figure}>
      <div className={styles.key} aria-hidden="true">
        <span>
          <i /> este dia
        </span>
        <span>
          <u /> {compared}
        </span>
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={styles.plot}
        role="group"
        aria-label="Faturamento líquido por hora"
      >
        {scale.ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className={styles.grid} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {(tick / 100).toLocaleString('pt-BR')}
            </text>
          </g>
        ))}
        {hours.map((hour, index) => {
          const x = left + index * step
          const words = `${hour.hour}h: ${money(hour.current.netCents)}, ${plural(hour.current.orders, 'pedido', 'pedidos')}; ${compared}: ${money(hour.compared.netCents)}`
          return (
            <g key={hour.hour}>
              <rect
                className={styles.bar}
                data-on={index === (chosen ?? peak)}
                x={x + step * 0.16}
                width={step * 0.68}
                y={y(hour.current.netCents)}
                height={height - bottom - y(hour.current.netCents)}
                rx="5"
              />
              {hour.compared.netCents > 0 ? (
                <rect
                  className={styles.usual}
                  x={x + step * 0.06}
                  width={step * 0.88}
                  y={y(hour.compared.netCents) - 2.5}
                  height="5"
                  rx="2.5"
                />
              ) : null}
              {index % Math.ceil(hours.length / (isNarrow ? 6 : 14)) === 0 ? (
                <text x={x + step / 2} y={height - 6} textAnchor="middle" aria-hidden="true">
                  {hour.hour}h
                </text>
              ) : null}
              {index === peak && hour.current.netCents > 0 ? (
                <text
                  className={styles.peak}
                  x={x + step / 2}
                  y={y(Math.max(hour.current.netCents, hour.compared.netCents)) - 8}
                  textAnchor="middle"
                  aria-hidden="true"
                >
                  {moneyShort(hour.current.netCents)}
                </text>
              ) : null}
              <rect
                className={styles.hit}
                x={x}
                y={top}
                width={step}
                height={height - bottom - top}
                tabIndex={index === (chosen ?? peak) ? 0 : -1}
                role="img"
                aria-label={words}
                onPointerEnter={() => setChosen(index)}
                onPointerLeave={() => setChosen(null)}
                onFocus={() => setChosen(index)}
                onKeyDown={(event) => {
                  const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                  const next = event.currentTarget
                    .closest('svg')
                    ?.querySelectorAll<SVGRectElement>(`.${styles.hit}`)[index + move]
                  if (move !== 0) next?.focus()
                }}
              />
            </g>
          )
        })}
      </svg>
      <p className={styles.tip}>
        {told
          ? `${told.hour}h: ${money(told.current.netCents)} em ${plural(told.current.orders, 'pedido', 'pedidos')} · ${compared}: ${money(told.compared.netCents)}`
          : ''}
      </p>
      <table className={hiddenClass}>
        <caption>Faturamento líquido por hora</caption>
        <thead>
          <tr>
            <th scope="col">Hora</th>
            <th scope="col">Este dia</th>
            <th scope="col">Pedidos</th>
            <th scope="col">{compared}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.hour}>
              <th scope="row">{hour.hour}h</th>
              <td>{money(hour.current.netCents)}</td>
              <td>{hour.current.orders}</td>
              <td>{money(hour.compared.netCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** The last seven days, this one last. */
export function WeekBars({ week }: { readonly week: DailyReport['week'] }) {
  const largest = Math.max(1, ...week.map((day) => day.netCents))
  return (
    <ol className={styles.week} aria-label="Últimos sete dias">
      {week.map((day, index) => (
        <li key={day.day} data-on={index === week.length - 1} title={money(day.netCents)}>
          <i style={{ height: `${(Math.max(0, day.netCents) / largest) * 66}px` }} />
          {weekdayName(day.day, 'short')}
          <span className={hiddenClass}>: {money(day.netCents)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Three or four round steps above the largest value, in centavos. */
function niceScale(largest: number): { top: number; ticks: readonly number[] } {
  const rough = largest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough
  const count = Math.ceil(largest / step)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}
