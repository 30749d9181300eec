import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GroupDay, StoreOfGroupDay } from '../../../contract/groups/group-day.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { useSignedIn } from '../../identity/session.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import type { StoreMark } from '../../marks/store-marks.rules.ts'
import { StoresStreet } from '../../stores/stores-street.tsx'
import { frontOf, streetText } from '../../stores/street.rules.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moneyShort } from '../../words/format.ts'
import { OwnChange } from '../group-ranking.tsx'
import styles from '../group-page.module.css'
import { SummedStores } from '../summed-stores.tsx'
import { toGroup } from '../to-store.ts'
import { GroupCounters } from './group-counters.tsx'

/** The fronts show now, whatever day the figures are of. */
export function GroupFronts({
  report,
  marks,
}: {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
}) {
  const { group } = report
  const { access } = useSignedIn()
  const now = useQuery({
    // The shell keeps the same reply up to date.
    ...queryFor(readStoresNow, { query: {} }),
    refetchInterval: 60_000,
    enabled: access.length > 0,
  })
  const stores = report.stores.flatMap(
    ({ storeId }) => now.data?.stores.find((one) => one.storeId === storeId) ?? [],
  )
  const known = new Map(
    report.stores.map(({ storeId, timezone }) => [storeId, { mark: marks.get(storeId), timezone }]),
  )
  const at = new Date(now.data?.generatedAt ?? report.generatedAt)
  const fronts = stores.map((store) => frontOf(store, known.get(store.storeId)?.timezone, at))
  return (
    <>
      {now.data ? (
        <GroupCounters stores={stores}>
          <SummedStores names={stores.map(({ name }) => name)} />
        </GroupCounters>
      ) : null}
      <section aria-labelledby="fronts" className={styles.fronts}>
        <Row as="header" align="baseline" wrap className={styles.heading}>
          <h2 id="fronts">As lojas agora</h2>
          {now.data ? (
            <Muted size={2}>{streetText(fronts)}. Na vitrine, os pedidos em andamento.</Muted>
          ) : null}
          <Row as="span" gap={18} align="stretch" className={styles.ways}>
            <Link to="/menu/orders" onClick={() => toGroup(group.id)}>
              Pedidos do grupo
            </Link>
            <Link
              to="/reports/daily"
              search={report.running ? {} : { day: report.day }}
              onClick={() => toGroup(group.id)}
            >
              Relatório do grupo
            </Link>
          </Row>
        </Row>
        {now.data ? (
          <StoresStreet
            stores={stores}
            known={known}
            now={at}
            sold={(storeId) => {
              const store = report.stores.find((one) => one.storeId === storeId)
              return store ? <Sold store={store} /> : null
            }}
          />
        ) : access.length > 0 ? (
          <Skeleton height={190} />
        ) : null}
      </section>
    </>
  )
}

/** What a store sold on the day of the page, beside its own compared day. */
function Sold({ store }: { readonly store: StoreOfGroupDay }) {
  const net = netCents(store.totals)
  return (
    <span className={styles.sold}>
      <b>{moneyShort(net)}</b> <OwnChange store={store} net={net} />
    </span>
  )
}
