import { usePageTitle } from '../browser/page-title.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Reply } from '../../contract/shared/route.ts'
import { smallChange } from '../../contract/reports/metrics.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { useSignedIn } from '../identity/session.ts'
import { NoStoreYet } from '../shell/no-store-yet.tsx'
import { PageBar } from '../shell/shell.tsx'
import { SelectionPicker } from '../stores/selection-picker.tsx'
import { choose, useSelection } from '../stores/selection.ts'
import { allGroups } from '../browser/storage.ts'
import { Icon } from '../ui/icon.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ago, money, percent, plural } from '../words/format.ts'
import styles from './home-page.module.css'

type StoreNow = Reply<typeof readStoresNow>['stores'][number]

/** Each store now: open or why not, waiting orders, and today against the same weekday. */
export function HomePage() {
  const session = useSignedIn()
  const selection = useSelection('basic')
  const storeIds = selection.stores.map((store) => store.id)
  const query = useQuery({
    ...queryFor(readStoresNow, { query: {} }),
    refetchInterval: 60_000,
    enabled: session.access.length > 0,
  })
  const now = useNow(5_000)
  usePageTitle('Início')
  const stores = (query.data?.stores ?? []).filter(
    (store) => storeIds.length === 0 || storeIds.includes(store.storeId),
  )
  const first = session.name.split(' ')[0] ?? ''
  return (
    <>
      <PageBar title={`Olá, ${first}`}>
        <SelectionPicker minimum="basic" channels={false} />
      </PageBar>
      {query.isError && !query.data ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : session.access.length === 0 ? (
        <NoStoreYet />
      ) : query.isPending ? (
        <div className={styles.grid} aria-busy="true">
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} height={220} />
          ))}
        </div>
      ) : stores.length === 0 ? (
        <NoStoreYet />
      ) : (
        <>
          <AttentionList stores={stores} now={now} />
          <StoreCards stores={stores} />
        </>
      )}
    </>
  )
}

/** Longer lists are not read. */
const mostAttentionLines = 3

/** Stores that need attention, most urgent first, above everything else. */
function AttentionList({ stores, now }: { readonly stores: readonly StoreNow[]; readonly now: Date }) {
  const needs = stores.flatMap((store) => {
    const { placed, late, oldestPlacedAt } = store.waiting
    const words = [
      ...(placed > 0 && oldestPlacedAt
        ? [
            `${plural(placed, 'pedido espera', 'pedidos esperam')} aceite, o mais antigo ${ago(oldestPlacedAt, now)}`,
          ]
        : []),
      ...(late > 0 ? [plural(late, 'pedido atrasado', 'pedidos atrasados')] : []),
    ]
    return words.length > 0
      ? [{ storeId: store.storeId, text: `${store.name}: ${words.join('; ')}.`, urgency: placed * 2 + late }]
      : []
  })
  if (needs.length === 0) return null
  return (
    <ul className={styles.needs} aria-label="Precisa de atenção">
      {needs
        .toSorted((a, b) => b.urgency - a.urgency)
        .slice(0, mostAttentionLines)
        .map(({ storeId, text }) => (
          <li key={storeId}>
            <Icon name="alert" />
            <span>{text}</span>
            <Link to="/menu/orders" onClick={() => choose({ groupId: allGroups, storeId })}>
              Ver pedidos
            </Link>
          </li>
        ))}
      {needs.length > mostAttentionLines ? (
        <li>
          <Icon name="alert" />
          <span>
            E mais {plural(needs.length - mostAttentionLines, 'loja', 'lojas')} com pedidos esperando.
          </span>
          <Link to="/menu/orders">Ver pedidos</Link>
        </li>
      ) : null}
    </ul>
  )
}

function StoreCards({ stores }: { readonly stores: readonly StoreNow[] }) {
  return (
    <div className={styles.grid}>
      {stores.map((store) => (
        <Card key={store.storeId} className={styles.store ?? ''}>
          <header>
            <h2>{store.name}</h2>
            <Pill tone={store.status.open ? 'ok' : 'plain'}>{store.status.open ? 'Aberta' : 'Fechada'}</Pill>
          </header>
          {store.status.reasons.map((reason) => (
            <p key={reason.code} className={styles.why}>
              {reason.channel === null ? 'Sua loja está fechada porque ' : 'Atenção: '}
              {reason.message} {reason.fix ?? ''}
            </p>
          ))}
          <dl className={styles.counts}>
            <Count words="novos" value={store.waiting.placed} hot={store.waiting.placed > 0} />
            <Count words="preparo" value={store.waiting.preparing} />
            <Count words="prontos" value={store.waiting.ready} />
            <Count words="entrega" value={store.waiting.dispatched} />
          </dl>
          {store.today ? (
            <p className={styles.today}>
              <b>{money(store.today.netCents)}</b>
              <ComparisonDelta today={store.today} />
              <span>
                {plural(store.today.orders, 'pedido', 'pedidos')} hoje;{' '}
                {store.today.usualNetCents > 0
                  ? `na semana passada até esta hora, ${money(store.today.usualNetCents)}`
                  : 'na semana passada até esta hora não houve vendas'}
              </span>
            </p>
          ) : null}
        </Card>
      ))}
    </div>
  )
}

function Count({
  words,
  value,
  hot = false,
}: {
  readonly words: string
  readonly value: number
  readonly hot?: boolean
}) {
  return (
    <div data-hot={hot}>
      <dd>{value}</dd>
      <dt>{words}</dt>
    </div>
  )
}

function ComparisonDelta({ today }: { readonly today: NonNullable<StoreNow['today']> }) {
  if (today.usualNetCents <= 0) return null
  const change = today.netCents / today.usualNetCents - 1
  return (
    <Pill
      tone={Math.abs(change) < smallChange ? 'plain' : change >= 0 ? 'ok' : 'bad'}
      icon={change >= 0 ? 'up' : 'down'}
    >
      {percent(Math.abs(change), 0)}
    </Pill>
  )
}
