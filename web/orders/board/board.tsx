import { memo, useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { bump } from '../../browser/motion.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { useTick } from '../../browser/ticks.ts'
import { CouriersDoor } from '../couriers/couriers-door.tsx'
import { OrderCard, type OrderCardProps } from '../card/order-card.tsx'
import { columnFact } from './column-facts.rules.ts'
import { DeliveredOrders } from './delivered-orders.tsx'
import { EmptyColumn, NoNewOrders } from './empty-column.tsx'
import { nothingOfThat } from './empty-column.rules.ts'
import { OrderStack } from './order-stack.tsx'
import { UndoLine } from './agenda/undo-line.tsx'
import styles from './board.module.css'
import { columnLabels, type ColumnKey, type Columns } from '../orders.rules.ts'
import type { StoreTerms } from '../timer.rules.ts'

/** The same object while nothing in it changed, so that unchanged columns do not render again. */
export interface BoardProps {
  readonly stores: readonly Store[]
  readonly nameOf: (order: Order) => string
  readonly termsOf: (order: Order) => StoreTerms
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
  readonly onOpen: (order: Order) => void
  /** Orders with an action that waits for the network. */
  readonly queuedIds: ReadonlySet<string>
  readonly compact: boolean
  /** Whether a search or a choice leaves some out. */
  readonly filtered: boolean
  /** Null: selection mode is off. */
  readonly chosenIds: ReadonlySet<string> | null
  readonly onChoose: (order: Order) => void
  /** IANA zones of the stores on the board, by their ids. */
  readonly zones: ReadonlyMap<string, string>
  /** Always rendered, because it has the focus. */
  readonly pinnedId: string | null
}

interface BoardLayoutProps {
  readonly columns: Columns
  readonly board: BoardProps
}

/** Four columns; scheduled orders are on the agenda line above them. On the phone one column at a time, the agenda too. */
export function Board({
  columns,
  board,
  selected,
  onSelect,
}: BoardLayoutProps & { readonly selected: ColumnKey; readonly onSelect: (key: ColumnKey) => void }) {
  const phone = useIsPhone()
  const keys = shownKeys(columns, phone)
  const delivered = columns.get('delivered') ?? none
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
            <Column
              key={key}
              columnKey={key}
              list={columns.get(key) ?? none}
              delivered={key === 'out' ? delivered : none}
              board={board}
            />
          ),
        )}
      </div>
    </>
  )
}

/** The stages that have a column or, on the phone, a tab. */
export const shownKeys = (columns: Columns, phone: boolean): readonly ColumnKey[] =>
  [...columns.keys()].filter((key) => key !== 'delivered' && (phone || key !== 'scheduled'))

const none: readonly Order[] = []

const Column = memo(function Column({
  columnKey,
  list,
  delivered,
  board,
}: {
  readonly columnKey: ColumnKey
  readonly list: readonly Order[]
  /** At its foot. */
  readonly delivered: readonly Order[]
  readonly board: BoardProps
}) {
  const words = columnLabels[columnKey]
  const phone = useIsPhone()
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
        <Count value={list.length} />
        {phone ? null : <Fact columnKey={columnKey} list={list} board={board} />}
      </header>
      {phone && columnKey === 'out' ? <CouriersDoor stores={board.stores} /> : null}
      {list.length === 0 ? (
        board.filtered ? (
          <EmptyColumn text={nothingOfThat} />
        ) : columnKey === 'new' ? (
          <NoNewOrders zones={board.zones} />
        ) : (
          <EmptyColumn text={words.empty} />
        )
      ) : (
        <OrderStack
          orders={list}
          height={(index) => heightAt(index, board.compact, phone && columnKey === 'new')}
          gap={phone ? 12 : 14}
          pinnedId={board.pinnedId}
          label={words.title}
        >
          {(order, index) => (
            <div className={styles.lift} data-ticket="">
              <OrderCard {...cardProps(order, board, index)} />
            </div>
          )}
        </OrderStack>
      )}
      <DeliveredOrders orders={delivered} onOpen={board.onOpen} />
    </section>
  )
})

/** Before it is measured. */
function heightAt(index: number, compact: boolean, oneThumb: boolean): number {
  if (compact || index >= 2) return 150
  return oneThumb ? Math.max(340, window.innerHeight - 284) : 320
}

/** The one thing that matters of the column now; on the road it opens the couriers. */
function Fact({
  columnKey,
  list,
  board: { stores, termsOf },
}: {
  readonly columnKey: ColumnKey
  readonly list: readonly Order[]
  readonly board: BoardProps
}) {
  const text = useTick((now) => columnFact(columnKey, list, now, termsOf).text)
  const emphasis = useTick((now) => columnFact(columnKey, list, now, termsOf).emphasis)
  const tone = useTick((now) => columnFact(columnKey, list, now, termsOf).tone)
  if (columnKey === 'out') return <CouriersDoor stores={stores} fact={text} />
  return (
    <p>
      {text}
      {emphasis ? <b data-tone={tone}>{emphasis}</b> : null}
    </p>
  )
}

/** Grown, it bumps once. */
function Count({ value, waits = false }: { readonly value: number; readonly waits?: boolean }) {
  const shown = useRef<HTMLElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (value > before.current) bump(shown.current)
    before.current = value
  }, [value])
  return (
    <b ref={shown} className={`${styles.count} ${waits ? styles.waits : ''}`}>
      {value}
    </b>
  )
}

/** Props of a card or row, derived from the board. */
export const cardProps = (order: Order, board: BoardProps, index: number): OrderCardProps => ({
  order,
  storeName: board.nameOf(order),
  terms: board.termsOf(order),
  onAdvance: board.onAdvance,
  onCancel: board.onCancel,
  onOpen: board.onOpen,
  queued: board.queuedIds.has(order.id),
  // Beyond the third it makes no difference, and a ticket that moves up need not render again.
  index: Math.min(index, 2),
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
            <Count value={counts(key)} waits={key === 'new' && counts(key) > 0} />
            {columnLabels[key].short}
          </button>
        ))}
      </div>
      <div className={styles.undo} style={besideSelected(keys.indexOf(selected), keys.length)}>
        <UndoLine />
      </div>
    </div>
  )
}

/** The longer run of tabs beside the selected one; all of them where two of five would be too narrow for the words. */
function besideSelected(at: number, size: number): CSSProperties {
  const percent = (tabs: number) => `${(tabs / size) * 100}%`
  if (Math.max(at, size - 1 - at) * 2 < size)
    return { '--undo-left': '0', '--undo-right': '0' } as CSSProperties
  return (
    at <= size - 1 - at
      ? { '--undo-left': percent(at + 1), '--undo-right': '0' }
      : { '--undo-left': '0', '--undo-right': percent(size - at) }
  ) as CSSProperties
}
