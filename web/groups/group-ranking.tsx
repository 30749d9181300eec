import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { GroupDay, StoreOfGroupDay } from '../../contract/groups/group-day.ts'
import {
  cancellationShare,
  netCents,
  onTimeShare,
  ratingMean,
  validOrders,
} from '../../contract/reports/metrics/metrics.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { Awning } from '../marks/awning.tsx'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { ChoiceChips } from '../ui/choice-chips.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { count, decimal, moneyShort, percent, plural } from '../words/format.ts'
import { Change } from './change.tsx'
import { ranked, rankings, type Ranking } from './group-ranking.rules.ts'
import { useFirstShown } from './first-shown.tsx'
import { tickWords } from './group-words.rules.ts'
import { toStore } from './to-store.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './group-page.module.css'

interface RankingProps {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
}

/** The stores by one figure, each beside its own compared day; a store's name leads to its report of the day. */
export function GroupRanking({ report, marks }: RankingProps) {
  const phone = useIsPhone()
  const largest = Math.max(
    1,
    ...report.stores.flatMap((row) => [netCents(row.totals), row.compared?.netCents ?? 0]),
  )
  const [by, setBy] = useState<Ranking>('net')
  const { shown, more } = useFirstShown(ranked(report.stores, by))
  const rows = shown.map((store, place) => ({
    store,
    place: place + 1,
    mark: marks.get(store.storeId),
    net: netCents(store.totals),
    scale: largest,
  }))
  return (
    <section aria-labelledby="ranking">
      <Row as="header" align="baseline" wrap className={styles.heading}>
        <h2 id="ranking">{by === 'net' ? 'Quem vende mais' : 'As lojas em ordem'}</h2>
        <Muted size={2}>{tickWords(report)}</Muted>
      </Row>
      {report.stores.length > 1 ? (
        <ChoiceChips label="Ordenar por" options={rankings} value={by} onChoose={setBy} />
      ) : null}
      {phone ? (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <PhoneRow key={row.store.storeId} {...row} report={report} />
          ))}
        </ol>
      ) : (
        <table className={styles.ranking}>
          <thead>
            <tr>
              <th scope="col">
                <Hidden>Lugar</Hidden>
              </th>
              <th scope="col">Loja</th>
              <th scope="col">Faturamento</th>
              <th scope="col">
                <Hidden>Ao lado do dia comparado</Hidden>
              </th>
              <th scope="col">Mudança</th>
              <th scope="col">Pedidos</th>
              <th scope="col">No prazo</th>
              <th scope="col">Cancelados</th>
              <th scope="col">Nota</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow key={row.store.storeId} {...row} report={report} />
            ))}
          </tbody>
        </table>
      )}
      {more}
    </section>
  )
}

interface Row {
  readonly report: GroupDay
  readonly store: StoreOfGroupDay
  readonly place: number
  readonly mark: StoreMark | undefined
  readonly net: number
  /** What the whole bar stands for, in centavos. */
  readonly scale: number
}

function TableRow({ report, store, place, mark, net, scale }: Row) {
  const onTime = onTimeShare(store.totals)
  const cancelled = cancellationShare(store.totals)
  const score = ratingMean(store.ratings)
  return (
    <tr>
      <td className={styles.place}>{place}</td>
      <th scope="row">
        <StoreName report={report} store={store} mark={mark} />
      </th>
      <td className={styles.sum}>{moneyShort(net)}</td>
      <td>
        <Bar store={store} net={net} scale={scale} first={place === 1} />
      </td>
      <td>
        <OwnChange store={store} net={net} />
      </td>
      <td>{count(validOrders(store.totals))}</td>
      <td data-bad={(onTime !== null && onTime < poorOnTime) || undefined}>
        {onTime === null ? '–' : percent(onTime, 0)}
      </td>
      <td data-bad={(cancelled !== null && cancelled > manyCancelled) || undefined}>
        {cancelled === null ? '–' : percent(cancelled)}
      </td>
      <td>{score === null ? '–' : decimal(score)}</td>
    </tr>
  )
}

function PhoneRow({ report, store, place, mark, net, scale }: Row) {
  const onTime = onTimeShare(store.totals)
  return (
    <li>
      <p>
        <StoreName report={report} store={store} mark={mark} />
        <b>{moneyShort(net)}</b>
      </p>
      <Bar store={store} net={net} scale={scale} first={place === 1} />
      <p className={styles.small}>
        <span>
          {plural(validOrders(store.totals), 'pedido', 'pedidos')}
          {onTime === null ? '' : `, ${percent(onTime, 0)} no prazo`}
          {store.totals.cancelled > 0 ? `, ${plural(store.totals.cancelled, 'cancelado', 'cancelados')}` : ''}
        </span>
        <OwnChange store={store} net={net} />
      </p>
    </li>
  )
}

/** Below this share on time, and above this share cancelled, a figure is red. */
const poorOnTime = 0.8
const manyCancelled = 0.05

function StoreName({ report, store, mark }: Pick<Row, 'report' | 'store' | 'mark'>) {
  return (
    <Link
      to="/reports/daily"
      search={report.running ? {} : { day: report.day }}
      className={styles.store}
      onClick={() => toStore(store.storeId)}
    >
      <Awning mark={mark} size={20} />
      <span>{store.name}</span>
    </Link>
  )
}

export function OwnChange({ store, net }: Pick<Row, 'store' | 'net'>) {
  return store.compared && store.compared.netCents > 0 ? (
    <Change now={net} before={store.compared.netCents} />
  ) : (
    <span className={styles.change} data-tone="same">
      sem comparação
    </span>
  )
}

function Bar({
  store,
  net,
  scale,
  first,
}: Pick<Row, 'store' | 'net' | 'scale'> & { readonly first: boolean }) {
  const part = (cents: number) => `${(100 * Math.max(0, cents)) / scale}%`
  return (
    <span className={styles.track} data-first={first || undefined}>
      <i style={{ width: part(net) }} />
      {store.compared ? (
        <>
          <u style={{ left: `min(${part(store.compared.netCents)}, 100% - 4px)` }} />
          <Hidden>dia comparado: {moneyShort(store.compared.netCents)}</Hidden>
        </>
      ) : null}
    </span>
  )
}
