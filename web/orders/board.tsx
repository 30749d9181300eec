import { useState, type KeyboardEvent } from 'react'
import type { Order } from '../../contract/orders.ts'
import { EmptyState, Pill } from '../ui/pieces.tsx'
import { OrderCard } from './order-card.tsx'
import type { AdvanceAction } from '../../contract/order-states.ts'
import styles from './orders-page.module.css'
import { byAge, columnKeys, columnOf, columnWords, type ColumnKey } from './orders.rules.ts'

interface BoardProps {
  readonly orders: readonly Order[]
  readonly now: Date
  readonly nameOf: (order: Order) => string
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
  readonly onOpen: (order: Order) => void
  /** Orders with a tap that waits for the network. */
  readonly queuedIds: ReadonlySet<string>
  readonly compact: boolean
  /** Null: cards are not being chosen. */
  readonly chosenIds: ReadonlySet<string> | null
  readonly onChoose: (order: Order) => void
}

/** One column a stage; on the phone one column at a time. */
export function Board({
  orders,
  now,
  nameOf,
  queuedIds,
  compact,
  chosenIds,
  onAdvance,
  onCancel,
  onOpen,
  onChoose,
}: BoardProps) {
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
                      onOpen={onOpen}
                      queued={queuedIds.has(order.id)}
                      compact={compact}
                      chosen={chosenIds ? chosenIds.has(order.id) : null}
                      onChoose={onChoose}
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
