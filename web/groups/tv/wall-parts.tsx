import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import type { GroupDay } from '../../../contract/groups/group-day.ts'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { UnusualLines } from '../../alerts/alerts.ts'
import { queryFor } from '../../api/query.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Awning } from '../../marks/awning.tsx'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import { StoresStreet } from '../../stores/stores-street.tsx'
import { moneyShort, plural } from '../../words/format.ts'
import { GroupHours } from '../group-hours.tsx'
import { ranked } from '../group-ranking.rules.ts'
import { OwnChange } from '../group-ranking.tsx'
import { GroupTotal } from '../group-total.tsx'
import { GroupCounters } from '../now/group-counters.tsx'
import { useGroupNow } from '../now/use-group-now.ts'
import { hoursWithOrders } from './wall-hours.rules.ts'
import { wallNeedText } from './wall-needs.rules.ts'
import styles from './group-wall.module.css'

export interface WallPart {
  readonly name: string
  readonly content: ReactNode
}

interface Shown {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
}

/** Of each part as many stores as a screen holds; the others are on the next one. */
const storesAtOnce = 8

/** What the wall turns through. */
export const wallParts = (shown: Shown): readonly WallPart[] => [
  { name: 'Total', content: <Total {...shown} /> },
  { name: 'Precisa de atenção', content: <Attention {...shown} /> },
  ...pagesOf(shown.report.stores).map((stores, page) => ({
    name: pageName('As lojas agora', page),
    content: <Fronts report={{ ...shown.report, stores }} marks={shown.marks} />,
  })),
  ...pagesOf(ranked(shown.report.stores, 'net')).map((stores, page) => ({
    name: pageName('Quem vende mais', page),
    content: <Ranking stores={stores} first={page * storesAtOnce} marks={shown.marks} />,
  })),
  ...pagesOf(shown.report.stores).map((stores, page) => ({
    name: pageName('Pedidos por hora', page),
    content: (
      <div className={styles.hours}>
        <GroupHours report={{ ...shown.report, stores: hoursWithOrders(stores) }} marks={shown.marks} />
      </div>
    ),
  })),
]

function pagesOf<T>(all: readonly T[]): T[][] {
  const pages = Math.ceil(all.length / storesAtOnce)
  return Array.from({ length: pages }, (_, page) => all.slice(page * storesAtOnce, (page + 1) * storesAtOnce))
}

const pageName = (name: string, page: number): string => (page === 0 ? name : `${name}, parte ${page + 1}`)

function Total({ report, marks }: Shown) {
  const stores = new Map(
    report.stores.map(({ storeId, name }) => [storeId, { name, mark: marks.get(storeId) }]),
  )
  return (
    <div className={styles.halves}>
      <GroupTotal report={report} />
      <UnusualLines stores={stores} />
    </div>
  )
}

const maxNeedsShown = 8

function Attention({ report, marks }: Shown) {
  const { data } = useGroupNow(report.group.slug, report.page)
  if (!data) return null
  const names = new Map(report.stores.map(({ storeId, name }) => [storeId, name]))
  const needs = data.needs.slice(0, maxNeedsShown)
  return (
    <section>
      <h2>
        Precisa de atenção{' '}
        {data.riskCents > 0 ? (
          <Muted as="span" size={3}>
            {moneyShort(data.riskCents)} em risco nos próximos 15&nbsp;min
          </Muted>
        ) : null}
      </h2>
      {needs.length === 0 ? <Muted>Nada espera agora.</Muted> : null}
      <ol className={styles.lines} style={{ '--lines': needs.length } as CSSProperties}>
        {needs.map(({ need, riskCents }) => (
          <Row as="li" gap={14} key={need.key}>
            <Awning mark={marks.get(need.storeId)} size={26} />
            <b>{names.get(need.storeId)}</b>
            <span className={styles.what}>{wallNeedText(need, marks.get(need.storeId)?.code)}</span>
            {riskCents > 0 ? <b>{moneyShort(riskCents)}</b> : null}
          </Row>
        ))}
      </ol>
      {data.waiting > needs.length ? (
        <Muted>e {plural(data.waiting - needs.length, 'outra', 'outras')}</Muted>
      ) : null}
    </section>
  )
}

function Fronts({ report, marks }: Shown) {
  const now = useQuery({ ...queryFor(readStoresNow, { query: {} }), refetchInterval: 60_000 })
  if (!now.data) return null
  const stores = report.stores.flatMap(
    ({ storeId }) => now.data.stores.find((one) => one.storeId === storeId) ?? [],
  )
  const known = new Map(
    report.stores.map(({ storeId, timezone }) => [storeId, { mark: marks.get(storeId), timezone }]),
  )
  return (
    <section
      className={styles.fronts}
      style={{ '--rows': Math.ceil(stores.length / (storesAtOnce / 2)) } as CSSProperties}
    >
      <h2>As lojas agora</h2>
      <GroupCounters stores={stores} />
      <StoresStreet stores={stores} known={known} now={new Date(now.data.generatedAt)} />
    </section>
  )
}

function Ranking({
  stores,
  first,
  marks,
}: {
  readonly stores: GroupDay['stores']
  /** Stores before these. */
  readonly first: number
  readonly marks: Shown['marks']
}) {
  return (
    <section>
      <h2>Quem vende mais</h2>
      <ol
        className={`${styles.lines} ${styles.ranked}`}
        style={{ '--lines': stores.length } as CSSProperties}
        start={first + 1}
      >
        {stores.map((store, index) => (
          <Row as="li" gap={14} key={store.storeId}>
            <Muted as="b">{first + index + 1}</Muted>
            <Awning mark={marks.get(store.storeId)} size={26} />
            <span className={styles.what}>{store.name}</span>
            <Muted as="span">{plural(validOrders(store.totals), 'pedido', 'pedidos')}</Muted>
            <b>{moneyShort(netCents(store.totals))}</b>
            <OwnChange store={store} net={netCents(store.totals)} />
          </Row>
        ))}
      </ol>
    </section>
  )
}
