import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { auditYears, readAudit, type AuditEntry, type RefusedAttempts } from '../../contract/audit/audit.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayShort, plural } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import { AuditFilters, useAuditFilter } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './audit.module.css'

/** Who changed what in the person's stores, newest first, by day. */
export function AuditTab() {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  if (mine.isPending) return <Skeleton height={320} />
  if (mine.error)
    return (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    )
  return <Audit stores={mine.data.stores.filter((store) => roleMeets(store.role, 'manager'))} />
}

function Audit({ stores }: { readonly stores: readonly Store[] }) {
  const filter = useAuditFilter(stores)
  const found = useEntries(filter.query)
  const pages = found.data?.pages ?? []
  const entries = pages.flatMap((page) => page.entries)
  const oneStore = stores.length === 1 || filter.store !== undefined
  return (
    <Stack gap={20}>
      <AuditFilters
        {...filter}
        stores={stores}
        people={pages[0]?.people ?? []}
        empty={entries.length === 0}
      />
      {found.error && entries.length === 0 ? (
        <ErrorState
          message={errorSentence(found.error)}
          requestId={requestIdOf(found.error)}
          onRetry={() => void found.refetch()}
        />
      ) : found.isPending ? (
        <Skeleton height={320} />
      ) : entries.length === 0 ? (
        <EmptyState icon="clock" title="Nenhuma alteração encontrada">
          Mude o período ou os filtros.
        </EmptyState>
      ) : (
        <div aria-busy={found.isPlaceholderData}>
          <Days entries={entries} withStore={!oneStore} />
          {found.isFetchNextPageError ? <p role="alert">{errorSentence(found.error)}</p> : null}
          {found.hasNextPage ? (
            <div className={styles.more}>
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                Carregar mais
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {filter.isNarrow ? null : <Refused attempts={pages[0]?.refused ?? []} withStore={!oneStore} />}
      <p className={styles.foot}>Guardado por {auditYears} anos. Ninguém pode mudar nem apagar.</p>
    </Stack>
  )
}

function Days({
  entries,
  withStore,
}: {
  readonly entries: readonly AuditEntry[]
  readonly withStore: boolean
}) {
  return [...Map.groupBy(entries, ({ at, timezone }) => dayIn(at, timezone))].map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-label={dayShort(day)}>
      <h2>{dayShort(day)}</h2>
      <ul>
        {ofDay.map((entry) => (
          <AuditRow key={entry.id} entry={entry} withStore={withStore} />
        ))}
      </ul>
    </section>
  ))
}

function Refused({
  attempts,
  withStore,
}: {
  readonly attempts: readonly RefusedAttempts[]
  readonly withStore: boolean
}) {
  if (attempts.length === 0) return null
  return (
    <section className={styles.refused}>
      <h2>Tentativas recusadas em 30 dias</h2>
      <ul>
        {attempts.map(({ storeId, storeName, day, name, words, count }) => (
          <li key={`${storeId}/${day}/${name}/${words}`}>
            <b>{name === '' ? 'Alguém sem conta' : name}</b> {words}
            {withStore ? `, em ${storeName}` : ''}: {plural(count, 'vez', 'vezes')} em {dayShort(day)}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Query = NonNullable<Parameters<typeof ask<typeof readAudit>>[1]['query']>

function useEntries(query: Query) {
  return useInfiniteQuery({
    queryKey: [readAudit.name, query],
    queryFn: ({ pageParam, signal }) =>
      ask(readAudit, { query: { ...query, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
}
