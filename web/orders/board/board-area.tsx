import { useCallback, useMemo, useRef, useState } from 'react'
import { defaultTargets } from '../../../contract/reports/quality.ts'
import { mayDo } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { useNow } from '../../browser/clock.ts'
import { useIsPhone } from '../../browser/screen.ts'
import { printNow } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { plural } from '../../words/format.ts'
import { Board, type BoardProps } from './board.tsx'
import { BoardFilters, firstView, type BoardView } from './board-filters.tsx'
import { useBoardFocus } from './board-focus.ts'
import { KeysHelp, useBoardKeys } from './board-keys.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CancelDialog } from '../card/cancel-dialog.tsx'
import { GuardianStrip } from './guardian-strip.tsx'
import { useBoardLayout } from '../drawer/opened-order.ts'
import { askForCourier } from '../couriers/motoboy-field.tsx'
import { advance, pendingActions } from '../actions/order-actions.ts'
import { OrderList } from './order-list.tsx'
import { useOrderSounds } from './order-sounds.ts'
import styles from '../orders-page.module.css'
import { createSameLists } from './same-list.ts'
import { columnsOf, mainStep, matches, positionOf, takesCourier, type ColumnKey } from '../orders.rules.ts'
import { isLate } from '../timer.rules.ts'
import { useStuckActions, type PendingAction } from '../actions/action-queue.ts'
import { UndoLine } from './undo-line.tsx'
import { TvMode } from '../tv/tv-mode.tsx'

interface AreaProps {
  readonly orders: readonly Order[]
  readonly readAt: string
  readonly stores: readonly Store[]
  /** Label of the chosen stores. */
  readonly label: string
  readonly onOpen: (order: Order) => void
}

/** The orders as board, list or TV mode, with filters and actions. */
export function BoardArea({ orders: given, readAt, stores, label, onOpen }: AreaProps) {
  const now = useNow(1_000)
  const [view, setView] = useState(firstView)
  const layout = useBoardLayout()
  const [cancelling, setCancelling] = useState<Order | null>(null)
  const [help, setHelp] = useState(false)
  const [tab, setTab] = useState<ColumnKey>('new')
  const search = useRef<HTMLInputElement>(null)
  const choice = useChoice()
  const queued = useStuckActions(pendingActions)
  const queuedIds = useMemo(() => new Set(queued.map((tap) => tap.orderId)), [queued])
  const orders = useMemo(() => whereTapped(given, queued), [given, queued])
  useLateSounds(orders, now)
  const motoboys = useMemo(() => motoboysOf(orders), [orders])
  const { nameOf, termsOf } = useMemo(() => factsOf(stores), [stores])
  const shown = shownOf(orders, view)
  const [sameLists] = useState(createSameLists)
  const columns = sameLists(columnsOf(shown, now, termsOf))
  const selected = columns.has(tab) ? tab : 'new'
  const listed = layout.layout === 'list'
  const oneColumn = useIsPhone() && !listed
  const focus = useBoardFocus(
    useSequence(oneColumn ? (columns.get(selected) ?? []) : [...columns.values()].flat()),
  )
  useBoardKeys(shown, {
    move: focus.move,
    step: stepByKey,
    print: printNow,
    open: onOpen,
    courier: (order) => {
      if (!takesCourier(order)) {
        notify('Não é uma entrega com entregador da loja.', 'bad')
        return
      }
      askForCourier(order.id)
      onOpen(order)
    },
    search: () => search.current?.focus(),
    help: () => setHelp(true),
  })
  const board: BoardProps = {
    now,
    nameOf,
    termsOf,
    queuedIds,
    compact: view.compact,
    chosenIds: view.choosing ? choice.ids : null,
    onChoose: choice.toggle,
    onAdvance: advance,
    onCancel: setCancelling,
    onOpen,
    pinnedId: focus.pinnedId,
  }
  const chosen = view.choosing ? orders.filter((order) => choice.ids.has(order.id)) : []
  if (layout.tv)
    return (
      <TvMode
        columns={columns}
        nameOf={nameOf}
        termsOf={termsOf}
        label={label}
        severalStores={stores.length > 1}
        readAt={readAt}
        onLeave={layout.leaveTv}
      />
    )
  return (
    <>
      <GuardianStrip stores={stores} />
      <BoardFilters
        view={view}
        layout={layout}
        motoboys={motoboys}
        onChange={setView}
        onHelp={() => setHelp(true)}
        searchRef={search}
      />
      {shown.length < orders.length ? (
        <p className={styles.found} role="status">
          Mostrando {shown.length} de {plural(orders.length, 'pedido', 'pedidos')}.
        </p>
      ) : null}
      <div onFocus={focus.onFocus} onBlur={focus.onBlur}>
        {shown.length === 0 && orders.length > 0 ? (
          <NothingFound onShowAll={() => setView({ ...view, search: '', type: null, motoboyId: null })} />
        ) : listed ? (
          <OrderList columns={columns} board={board} />
        ) : (
          <Board columns={columns} board={board} selected={selected} onSelect={setTab} />
        )}
      </div>
      {chosen.length > 0 ? (
        <BulkBar
          orders={chosen}
          onDone={() => {
            choice.clear()
            setView((before) => ({ ...before, choosing: false }))
          }}
        />
      ) : null}
      {cancelling ? <CancelDialog order={cancelling} onClose={() => setCancelling(null)} /> : null}
      <UndoLine place="side" />
      {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </>
  )
}

/** An order with a kept tap stays in the column of the tap until the server has it. */
function whereTapped(orders: readonly Order[], kept: readonly PendingAction[]): readonly Order[] {
  if (kept.length === 0) return orders
  const first = new Map(kept.toReversed().map((tap) => [tap.orderId, tap.from]))
  return orders.map((order) => {
    const from = first.get(order.id)
    return from && from !== order.status ? { ...order, status: from } : order
  })
}

/** Name and terms of an order's store. */
function factsOf(stores: readonly Store[]) {
  const byId = new Map(
    stores.map(({ id, name, address, acceptWithinMinutes }) => [
      id,
      { name, terms: { timezone: address.timezone, acceptWithinMs: acceptWithinMinutes * 60_000 } },
    ]),
  )
  const unknown = { timezone: deviceZone(), acceptWithinMs: defaultTargets.accept * 60_000 }
  return {
    nameOf: (order: Order) => byId.get(order.storeId)?.name ?? 'Loja',
    termsOf: (order: Order) => byId.get(order.storeId)?.terms ?? unknown,
  }
}

/** The filters match nothing, although orders are open. */
function NothingFound({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon="info"
      title="Nenhum pedido com este filtro"
      action={
        <Button variant="primary" onClick={onShowAll}>
          Mostrar todos
        </Button>
      }
    >
      Os pedidos em aberto continuam na tela quando o filtro sai.
    </EmptyState>
  )
}

/** Order ids in keyboard order; the same array while the sequence is unchanged. */
function useSequence(orders: readonly Order[]): readonly string[] {
  const ids = orders.map((order) => order.id).join()
  return useMemo(() => (ids === '' ? [] : ids.split(',')), [ids])
}

function useChoice() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((order: Order) => {
    setIds((before) => {
      const next = new Set(before)
      if (!next.delete(order.id)) next.add(order.id)
      return next
    })
  }, [])
  return { ids, toggle, clear: () => setIds(new Set()) }
}

function useLateSounds(orders: readonly Order[], now: Date): void {
  const late = orders
    .filter((order) => isLate(order, now))
    .map((order) => order.id)
    .join()
  useOrderSounds(
    orders,
    useMemo(() => new Set(late === '' ? [] : late.split(',')), [late]),
  )
}

function shownOf(orders: readonly Order[], { search, type, motoboyId }: BoardView): readonly Order[] {
  if (search === '' && type === null && motoboyId === null) return orders
  return orders.filter(
    (order) =>
      matches(order, search) &&
      (type === null || order.type === type) &&
      (motoboyId === null || order.motoboy?.id === motoboyId),
  )
}

const motoboysOf = (orders: readonly Order[]) => [
  ...new Map(orders.flatMap(({ motoboy }) => (motoboy ? [[motoboy.id, motoboy.name] as const] : []))),
]

/**
 * A key requests one kind of step; if the order is in another state, a notice explains why nothing happens.
 */
function stepByKey(order: Order, requested: 'accept' | 'advance'): void {
  const step = mainStep(order, new Date())
  const meant = {
    accept: ['confirm', 'startPreparation'],
    advance: ['ready', 'dispatch', 'deliver', 'conclude'],
  }[requested]
  if (!step || step.action === 'cancel' || !meant.includes(step.action)) {
    const firstAction = { accept: 'confirm', advance: 'ready' } as const
    const verdict = mayDo(firstAction[requested], positionOf(order), new Date())
    notify(verdict.allowed ? 'Esta etapa não se aplica agora.' : verdict.reason, 'bad')
    return
  }
  if (step.verdict.allowed) advance(order, step.action)
  else notify(step.verdict.reason, 'bad')
}
