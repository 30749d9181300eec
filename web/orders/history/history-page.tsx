import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { exportOrders, searchOrders } from '../../../contract/orders/history.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { usePageTitle } from '../../browser/page-title.ts'
import { pageAddress } from '../../browser/screen.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { isManagerSomewhere, useSignedIn } from '../../identity/session.ts'
import { ExportMenu, Steps, useSelectionInAddress, useToday } from '../../reports/reports.ts'
import { ForbiddenPage } from '../../identity/no-access/forbidden-page.tsx'
import { useSelection } from '../../stores/selection.ts'
import { ChannelWords, StoreWords } from '../../stores/store-words.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sentence } from '../../ui/sentence/sentence.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayShort, plural } from '../../words/format.ts'
import { HistoryList } from './history-list.tsx'
import { HistorySearchRow } from './history-search.tsx'
import { HistoryDaysWord, HistoryFilterWord, historySteps } from './history-words.tsx'
import { Muted } from '../../kit/text.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './history-page.module.css'
import { historySearch, isNarrowed, nothing, type HistorySearch } from './history.rules.ts'
import { OrderDrawer } from '../drawer/order-drawer.tsx'

const route = getRouteApi('/signed-in/reports/history')
const title = 'Histórico de pedidos'

/** All orders of the selected stores, open and old, searchable by what users remember of them. */
export function HistoryPage() {
  const session = useSignedIn()
  return isManagerSomewhere(session) ? <History /> : <ForbiddenPage title={title} />
}

function History() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const phone = useIsPhone()
  const selection = useSelection('manager')
  const today = useToday(selection.stores)
  const change = (next: Readonly<Record<string, unknown>>) =>
    void navigate({ search: (before) => historySearch({ ...before, ...next }), replace: true })
  useSelectionInAddress(search, change)
  usePageTitle(title)
  const parts = { search, today, onChange: change }
  const wanted = { selection: selection.query, ...questionOf(search) }
  const found = useFoundOrders(wanted, selection.ready && selection.query !== undefined)
  const pages = found.data?.pages ?? []
  const orders = pages.flatMap((page) => page.orders)
  const range = pages[0]
  const failure = found.error ?? selection.error
  return (
    <>
      <Sentence
        heading
        title={title}
        see="Ver os pedidos"
        end={
          <>
            {phone ? null : <Steps {...historySteps(parts)} />}
            <ExportMenu
              route={exportOrders}
              input={orders.length === 0 ? null : { query: wanted }}
              link={pageAddress}
            />
          </>
        }
      >
        <HistoryDaysWord {...parts} />
        <StoreWords minimum="manager" />
        <ChannelWords minimum="manager" />
        <HistoryFilterWord search={search} stores={selection.stores} onChange={change} />
      </Sentence>
      <HistorySearchRow
        text={search.q ?? ''}
        narrowed={isNarrowed(search)}
        onSearch={(q) => change({ q })}
        onClear={() => change(nothing)}
      />
      {selection.ready && selection.query === undefined ? (
        <EmptyState icon="shop" title="Nenhuma loja para mostrar">
          Você não é gerente de nenhuma loja desta seleção.
        </EmptyState>
      ) : failure && (orders.length === 0 || !found.isFetchNextPageError) ? (
        <ErrorState
          message={errorSentence(failure)}
          requestId={requestIdOf(failure)}
          onRetry={() => void found.refetch()}
        />
      ) : !range ? (
        <Loading />
      ) : orders.length === 0 ? (
        <NothingFound search={search} range={range} />
      ) : (
        <div aria-busy={found.isPlaceholderData} className={found.isPlaceholderData ? styles.old : ''}>
          <HistoryList orders={orders} stores={selection.stores} />
          <Muted size={2} className={styles.foot} role="status">
            {found.isPlaceholderData
              ? 'Procurando…'
              : foundText(orders.length, found.hasNextPage, {
                  ...range,
                  searchedFrom: pages.at(-1)?.searchedFrom ?? range.from,
                })}
          </Muted>
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
      {search.pedido && search.loja ? (
        <OrderDrawer
          key={search.pedido}
          orderId={search.pedido}
          storeId={search.loja}
          onClose={() => {
            void navigate({ search: ({ pedido: _pedido, loja: _loja, ...rest }) => rest })
            void refresh(searchOrders)
          }}
        />
      ) : null}
    </>
  )
}

const foundText = (
  shown: number,
  more: boolean,
  range: { readonly from: string; readonly to: string; readonly searchedFrom: string },
): string =>
  more
    ? `${plural(shown, 'pedido', 'pedidos')} na tela, de ${dayShort(range.searchedFrom)} a ${dayShort(range.to)}; há mais dias para procurar`
    : `${plural(shown, 'pedido encontrado', 'pedidos encontrados')} · ${dayShort(range.from)} a ${dayShort(range.to)}`

type Question = NonNullable<Parameters<typeof ask<typeof exportOrders>>[1]['query']>

function useFoundOrders(query: Question, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [searchOrders.name, query],
    queryFn: async ({ pageParam, signal }) => {
      const read = (after: string) =>
        ask(searchOrders, { query: { ...query, ...(after ? { after } : {}) } }, { signal })
      let page = await read(pageParam)
      // The server hit its time limit without a match yet: continue until there is one.
      while (page.orders.length === 0 && page.next !== null) page = await read(page.next)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    enabled,
    placeholderData: keepPreviousData,
  })
}

const questionOf = ({ q, from, to, status, platform, type, ...rest }: HistorySearch): Question => ({
  ...(q ? { search: q.trim() } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(status ? { status } : {}),
  ...(platform ? { platform } : {}),
  ...(type ? { type } : {}),
  ...(rest.payment ? { paymentMethod: rest.payment } : {}),
  ...(rest.courier ? { motoboyId: rest.courier } : {}),
  ...(rest.timing ? { timing: rest.timing } : {}),
  ...(rest.discount ? { discount: rest.discount } : {}),
})

function NothingFound({
  search,
  range,
}: {
  readonly search: HistorySearch
  readonly range: { readonly from: string; readonly to: string }
}) {
  const days = `de ${dayShort(range.from)} a ${dayShort(range.to)}`
  return search.q ? (
    <EmptyState title={`Nada encontrado para “${search.q}”`}>
      Procuramos o número, o começo do nome ou do sobrenome, o telefone e os itens, {days}. Aumente o período
      ou tire um filtro.
    </EmptyState>
  ) : (
    <EmptyState title="Nenhum pedido neste período">
      Não há pedidos {days} com estes filtros. Escolha outros dias ou tire um filtro.
    </EmptyState>
  )
}

function Loading() {
  return (
    <Stack aria-busy="true" gap={8}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={58} />
      ))}
    </Stack>
  )
}
