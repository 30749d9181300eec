import { memo, type KeyboardEvent } from 'react'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { useIsPhone } from '../../browser/screen.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { OrderCard, type OrderCardProps } from '../card/order-card.tsx'
import { OrderStack } from './order-stack.tsx'
import { UndoLine } from './undo-line.tsx'
import styles from '../orders-page.module.css'
import { columnLabels, type ColumnKey, type Columns } from '../orders.rules.ts'
import type { StoreTerms } from '../timer.rules.ts'

export interface BoardProps {
  readonly now: Date
  readonly nameOf: (order: Order) => string
  readonly termsOf: (order: Order) => StoreTerms
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
  readonly onOpen: (order: Order) => void
  /** Orders with an action that waits for the network. */
  readonly queuedIds: ReadonlySet<string>
  readonly compact: boolean
  /** Null: selection mode is off. */
  readonly chosenIds: ReadonlySet<string> | null
  readonly onChoose: (order: Order) => void
  /** Always rendered, because it has the focus. */
  readonly pinnedId: string | null
}

interface BoardLayoutProps {
  readonly columns: Columns
  /** The same object while nothing in it changed, so that unchanged columns do not render again. */
  readonly board: BoardProps
}

/** One column per stage; on the phone one column at a time. */
export function Board({
  columns,
  board,
  selected,
  onSelect,
}: BoardLayoutProps & { readonly selected: ColumnKey; readonly onSelect: (key: ColumnKey) => void }) {
  const phone = useIsPhone()
  const keys = [...columns.keys()]
  return (
    <>
      {phone ? (
        <Tabs
          keys={keys}
          counts={(key) => columns.get(key)?.length ?? 0}
          selected={selected}
          onSelect={onSelect}
        />
      ) : null}
      <div className={styles.board}>
        {keys.map((key) =>
          phone && key !== selected ? null : (
            <Column key={key} columnKey={key} list={columns.get(key) ?? none} board={board} />
          ),
        )}
      </div>
    </>
  )
}

const none: readonly Order[] = []

const Column = memo(function Column({
  columnKey,
  list,
  board,
}: {
  readonly columnKey: ColumnKey
  readonly list: readonly Order[]
  readonly board: BoardProps
}) {
  const words = columnLabels[columnKey]
  return (
    <section
      id={`coluna-${columnKey}`}
      className={styles.column}
      aria-label={words.title}
      data-column={columnKey}
      tabIndex={-1}
    >
      <header>
        <h2>{words.title}</h2>
        <Pill tone={columnKey === 'new' && list.length > 0 ? 'warn' : 'plain'}>{list.length}</Pill>
      </header>
      {list.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState icon="order" title={words.empty}>
            {words.hint}
          </EmptyState>
        </div>
      ) : (
        <OrderStack
          orders={list}
          height={board.compact ? 196 : 320}
          gap={14}
          pinnedId={board.pinnedId}
          label={words.title}
        >
          {(order) => <Place order={order} board={board} />}
        </OrderStack>
      )}
    </section>
  )
})

function Place({ order, board }: { readonly order: Order; readonly board: BoardProps }) {
  return (
    <div className={styles.ticketShadow}>
      <OrderCard {...cardProps(order, board)} />
    </div>
  )
}

/** Props of a card or row, derived from the board. */
export const cardProps = (order: Order, board: BoardProps): OrderCardProps => ({
  order,
  storeName: board.nameOf(order),
  terms: board.termsOf(order),
  now: board.now,
  onAdvance: board.onAdvance,
  onCancel: board.onCancel,
  onOpen: board.onOpen,
  queued: board.queuedIds.has(order.id),
  compact: board.compact,
  chosen: board.chosenIds ? board.chosenIds.has(order.id) : null,
  onChoose: board.onChoose,
})

interface TabsProps {
  readonly keys: readonly ColumnKey[]
  readonly counts: (key: ColumnKey) => number
  readonly selected: ColumnKey
  readonly onSelect: (key: ColumnKey) => void
}

/** Tabs of the columns on the phone; arrow keys move between them. */
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
    <div className={styles.tabsBar}>
      <div className={styles.tabs} role="tablist" aria-label="Etapas" onKeyDown={move}>
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            aria-selected={key === selected}
            aria-controls={key === selected ? `coluna-${key}` : undefined}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            <b>{counts(key)}</b>
            {columnLabels[key].short}
          </button>
        ))}
      </div>
      <UndoLine place="tabs" />
    </div>
  )
}
