import { useLayoutEffect, useRef } from 'react'
import type { GroupDay, StoreOfGroupDay } from '../../contract/groups/group-day.ts'
import { Awning } from '../marks/awning.tsx'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { Hidden } from '../ui/hidden.tsx'
import { count, upTo, zoneName, zonePlace } from '../words/format.ts'
import { useFirstShown } from './first-shown.tsx'
import { stepOf } from './group-words.rules.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './group-hours.module.css'

type Hour = StoreOfGroupDay['hours'][number]

/** Orders by store and hour: five tones, the number in each, dashed ahead, outlined far below the usual. */
export function GroupHours({
  report,
  marks,
}: {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
}) {
  const columns = report.stores[0]?.hours ?? []
  const largest = Math.max(0, ...report.stores.flatMap(({ hours }) => hours.map(({ orders }) => orders ?? 0)))
  const below = report.stores.some(({ hours }) => hours.some(({ farBelow }) => farBelow))
  // By name: Recife and São Paulo have one clock.
  const zones = new Set(report.stores.map(({ timezone }) => zoneName(timezone))).size
  const scroller = useRef<HTMLDivElement>(null)
  const begun = Math.max(
    0,
    ...report.stores.map(({ hours }) => hours.filter(({ orders }) => orders !== null).length),
  )
  // Where not all hours fit, the last ones that have begun are shown.
  useLayoutEffect(() => {
    const box = scroller.current
    const last = box?.querySelector<HTMLElement>(`thead th:nth-child(${begun + 1})`)
    if (box && last) box.scrollLeft = last.offsetLeft + last.offsetWidth * 2 - box.clientWidth
  }, [begun])
  const { shown, more } = useFirstShown(report.stores)
  if (columns.length === 0) return null
  return (
    <section aria-labelledby="hours">
      <Row as="header" gap={14} align="baseline" className={styles.heading}>
        <h2 id="hours">Pedidos por loja e hora</h2>
        <Muted size={2}>
          Cor mais forte, mais pedidos{below ? '. Contorno vermelho, bem abaixo do comum' : ''}
          {zones > 1 ? '. Cada loja no seu horário' : ''}.
        </Muted>
      </Row>
      <div ref={scroller} className={styles.scroller} role="region" aria-labelledby="hours" tabIndex={0}>
        <table className={styles.heat}>
          <thead>
            <tr>
              <th scope="col">
                <Hidden>Loja</Hidden>
              </th>
              {columns.map(({ hour }) => (
                <th key={hour} scope="col">
                  {hour}h
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((store) => (
              <tr key={store.storeId}>
                <th scope="row">
                  <span>
                    <Awning mark={marks.get(store.storeId)} size={18} />
                    <span className={styles.name}>{store.name}</span>
                    <span className={styles.code} aria-hidden="true">
                      {marks.get(store.storeId)?.code}
                    </span>
                    {zones > 1 ? (
                      <Muted as="small" size={2} title={zoneName(store.timezone)}>
                        {zonePlace(store.timezone)}
                      </Muted>
                    ) : null}
                  </span>
                </th>
                {store.hours.map((hour) => (
                  <Cell key={hour.hour} hour={hour} largest={largest} store={store.name} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </section>
  )
}

function Cell({
  hour,
  largest,
  store,
}: {
  readonly hour: Hour
  readonly largest: number
  readonly store: string
}) {
  const usual = upTo(hour.usualOrders, 1)
  if (hour.orders === null)
    return (
      <td className={styles.ahead} title={`${store}, ${hour.hour}h: o comum é ${usual}`}>
        <Hidden>ainda não começou, o comum é {usual}</Hidden>
      </td>
    )
  return (
    <td
      className={styles.cell}
      data-step={stepOf(hour.orders, largest)}
      data-below={hour.farBelow || undefined}
      title={`${store}, ${hour.hour}h: ${count(hour.orders)}, o comum é ${usual}`}
    >
      {count(hour.orders)}
      {hour.farBelow ? <Hidden>, bem abaixo do comum, que é {usual}</Hidden> : null}
    </td>
  )
}
