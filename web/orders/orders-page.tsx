import { usePageTitle } from '../browser/page-title.ts'
import { useCallback, useState, type KeyboardEvent } from 'react'
import type { Order } from '../../contract/orders.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useNow } from '../browser/clock.ts'
import { useLiveState } from '../live/live-stream.ts'
import { NoStoreYet } from '../shell/no-store-yet.tsx'
import { PageBar } from '../shell/shell.tsx'
import { SelectionPicker } from '../stores/selection-picker.tsx'
import { useSelection } from '../stores/selection.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ErrorState, Pill, Skeleton } from '../ui/pieces.tsx'
import { ago, plural } from '../words/format.ts'
import { useBoard } from './board-data.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { OrderCard } from './order-card.tsx'
import { useAdvance, type AdvanceAction } from './order-actions.ts'
import styles from './orders-page.module.css'
import { byAge, columnKeys, columnOf, columnWords, type ColumnKey } from './orders.rules.ts'

/** The live orders of the selected stores, one column a stage. */
export function OrdersPage() {
  const selection = useSelection('basic')
  const board = useBoard(selection.query, selection.ready)
  const now = useNow(1_000)
  const [cancelling, setCancelling] = useState<Order | null>(null)
  const { mutate } = useAdvance()
  const advance = useCallback(
    (order: Order, action: AdvanceAction) => mutate({ order, action, key: crypto.randomUUID() }),
    [mutate],
  )
  const orders = board.data?.orders ?? []
  const placed = orders.filter((order) => order.status === 'placed').length
  usePageTitle(placed > 0 ? `(${placed}) Pedidos` : 'Pedidos')
  const nameOf = (order: Order) =>
    selection.stores.find((store) => store.id === order.storeId)?.name ?? 'Loja'

  return (
    <>
      <PageBar title="Pedidos">
        <SelectionPicker minimum="basic" />
      </PageBar>
      <StaleStrip
        readAt={board.data?.generatedAt ?? null}
        now={now}
        failing={board.isError && board.data !== undefined}
      />
      {selection.truncated ? <p className={styles.foot}>Mostrando as primeiras 100 lojas.</p> : null}
      {(board.isError && !board.data) || selection.error ? (
        <ErrorState
          message={errorSentence(board.error ?? selection.error)}
          requestId={requestIdOf(board.error ?? selection.error)}
          onRetry={() => void board.refetch()}
        />
      ) : selection.ready && selection.stores.length === 0 ? (
        <NoStoreYet />
      ) : !selection.ready || board.isPending ? (
        <LoadingBoard />
      ) : (
        <Board orders={orders} now={now} nameOf={nameOf} onAdvance={advance} onCancel={setCancelling} />
      )}
      {board.data ? (
        <p className={styles.foot}>
          Hoje: {plural(board.data.finishedToday.concluded, 'concluído', 'concluídos')} ·{' '}
          {plural(board.data.finishedToday.cancelled, 'cancelado', 'cancelados')}
          {board.data.truncated ? ' · há mais pedidos em aberto do que cabem aqui; filtre por loja' : ''}
        </p>
      ) : null}
      {cancelling ? <CancelDialog order={cancelling} onClose={() => setCancelling(null)} /> : null}
    </>
  )
}

interface BoardProps {
  readonly orders: readonly Order[]
  readonly now: Date
  readonly nameOf: (order: Order) => string
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
}

function Board({ orders, now, nameOf, onAdvance, onCancel }: BoardProps) {
  const [shown, setShown] = useState<ColumnKey>('new')
  const byColumn = new Map<ColumnKey, Order[]>(columnKeys.map((key) => [key, []]))
  for (const order of orders.toSorted(byAge)) {
    const key = columnOf(order, now)
    if (key) byColumn.get(key)?.push(order)
  }
  // The lane of scheduled orders appears with the first one.
  const keys = columnKeys.filter((key) => key !== 'scheduled' || (byColumn.get(key)?.length ?? 0) > 0)
  const selected = keys.includes(shown) ? shown : 'new'
  return (
    <>
      <Tabs
        keys={keys}
        counts={(key) => byColumn.get(key)?.length ?? 0}
        selected={selected}
        onSelect={setShown}
      />
      <div className={styles.board}>
        {keys.map((key) => {
          const list = byColumn.get(key) ?? []
          return (
            <section
              key={key}
              id={`coluna-${key}`}
              className={styles.column}
              aria-label={columnWords[key].title}
              data-shown={key === selected}
              data-column={key}
            >
              <header>
                <h2>{columnWords[key].title}</h2>
                <Pill tone={key === 'new' && list.length > 0 ? 'warn' : 'plain'}>{list.length}</Pill>
              </header>
              <div className={styles.stack}>
                {list.map((order) => (
                  <div key={order.id} className={styles.ticketShadow}>
                    <OrderCard
                      order={order}
                      storeName={nameOf(order)}
                      now={now}
                      onAdvance={onAdvance}
                      onCancel={onCancel}
                    />
                  </div>
                ))}
                {list.length === 0 ? (
                  <div className={styles.empty}>
                    <EmptyState icon="order" title={columnWords[key].empty}>
                      {columnWords[key].hint}
                    </EmptyState>
                  </div>
                ) : null}
              </div>
            </section>
          )
        })}
      </div>
    </>
  )
}

interface TabsProps {
  readonly keys: readonly ColumnKey[]
  readonly counts: (key: ColumnKey) => number
  readonly selected: ColumnKey
  readonly onSelect: (key: ColumnKey) => void
}

/** On the phone one column at a time; arrow keys move between them. */
function Tabs({ keys, counts, selected, onSelect }: TabsProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = keys[(keys.indexOf(selected) + step + keys.length) % keys.length]
    if (!next) return
    onSelect(next)
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="Etapas" onKeyDown={move}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-tab={key}
          aria-selected={key === selected}
          aria-controls={`coluna-${key}`}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
        >
          <b>{counts(key)}</b>
          {columnWords[key].short}
        </button>
      ))}
    </div>
  )
}

/** A screen that may be behind says so and since when; it never pretends. */
function StaleStrip({
  readAt,
  now,
  failing,
}: {
  readonly readAt: string | null
  readonly now: Date
  readonly failing: boolean
}) {
  const live = useLiveState()
  if (live !== 'stale' && !failing) return null
  return (
    <p className={styles.stale} role="alert">
      <Icon name="offline" />
      Sem conexão ao vivo. {readAt ? `Os pedidos abaixo são de ${ago(readAt, now)}. ` : ''}Tentando
      reconectar…
    </p>
  )
}

function LoadingBoard() {
  return (
    <div className={styles.board} aria-busy="true">
      {[0, 1, 2, 3].map((column) => (
        <div key={column} className={styles.stack}>
          <Skeleton height={28} />
          <Skeleton height={280} />
          <Skeleton height={280} />
        </div>
      ))}
    </div>
  )
}
