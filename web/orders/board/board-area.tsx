import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { defaultTargets } from '../../../contract/reports/quality.ts'
import { mayDo } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { onTick, tickNow, useTick } from '../../browser/ticks.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { printNow } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { AgendaLine } from './agenda/agenda-line.tsx'
import { Board, shownKeys, type BoardProps } from './board.tsx'
import type { LayoutChoice } from './head/board-menu.tsx'
import { shownOf, unfiltered, type BoardView } from './board-view.ts'
import { useBoardFocus } from './board-focus.ts'
import { useBoardKeys } from './board-keys.ts'
import { BulkBar, CancelDialog, Wall } from './later.ts'
import { askForCourier } from '../couriers/motoboy-field.tsx'
import { pendingActions, undoLastStep } from '../actions/order-actions.ts'
import { OrderList } from './list/order-list.tsx'
import { useOrderSounds } from './order-sounds.ts'
import { createSameLists } from './same-list.ts'
import {
  columnsOf,
  mainStep,
  positionOf,
  takesCourier,
  type ColumnKey,
  type Columns,
} from '../orders.rules.ts'
import { useBoardSteps } from './use-board-steps.tsx'
import { isLate, type StoreTerms } from '../timer.rules.ts'
import { useStuckActions } from '../actions/action-queue.ts'

interface AreaProps {
  readonly orders: readonly Order[]
  readonly readAt: string
  readonly stores: readonly Store[]
  readonly view: BoardView
  readonly layout: LayoutChoice & { readonly tv: boolean; readonly leaveTv: () => void }
  readonly onView: (view: BoardView) => void
  readonly onOpen: (order: Order) => void
  readonly onSearch: () => void
  readonly onHelp: () => void
}

/** The orders as board, list or kitchen wall, with their actions. */
export function BoardArea({
  orders,
  readAt,
  stores,
  view,
  layout,
  onView,
  onOpen,
  onSearch,
  onHelp,
}: AreaProps) {
  const [cancelling, setCancelling] = useState<Order | null>(null)
  const [tab, setTab] = useState<ColumnKey>('new')
  const choice = useChoice()
  const queued = useStuckActions(pendingActions)
  const queuedIds = useMemo(() => new Set(queued.map((tap) => tap.orderId)), [queued])
  useLateSounds(orders)
  const facts = useMemo(() => factsOf(stores), [stores])
  const { nameOf, termsOf } = facts
  const shown = useMemo(() => shownOf(orders, view), [orders, view])
  const filtered = shown !== orders
  // The wall shows every order, whatever the board is filtered to.
  const columns = useColumns(layout.tv ? orders : shown, termsOf)
  const selected = columns.has(tab) ? tab : 'new'
  const listed = layout.layout === 'list'
  const phone = useIsPhone()
  const keys = listed ? [...columns.keys()] : phone ? [selected] : shownKeys(columns, phone)
  const { pinnedId, toNext, ...focus } = useBoardFocus(
    useIdLists(keys.map((key) => columns.get(key) ?? none)),
  )
  const { onAdvance, questions } = useBoardSteps(orders, nameOf, toNext)
  useBoardKeys(shown, {
    move: focus.move,
    step: (order, requested) => stepByKey(order, requested, onAdvance),
    print: printNow,
    open: onOpen,
    courier: (order) => chooseCourier(order, onOpen),
    search: onSearch,
    undo: undoLastStep,
    help: onHelp,
  })
  const chosenIds = view.choosing ? choice.ids : null
  const board: BoardProps = useMemo(
    () => ({
      ...facts,
      queuedIds,
      compact: view.compact,
      filtered,
      chosenIds,
      onChoose: choice.toggle,
      onAdvance,
      onCancel: setCancelling,
      onOpen,
      pinnedId,
    }),
    [facts, queuedIds, view.compact, filtered, chosenIds, choice.toggle, onAdvance, onOpen, pinnedId],
  )
  const chosen = view.choosing ? orders.filter((order) => choice.ids.has(order.id)) : []
  if (layout.tv)
    return (
      <Wall
        columns={columns}
        nameOf={nameOf}
        termsOf={termsOf}
        severalStores={stores.length > 1}
        readAt={readAt}
        onLeave={layout.leaveTv}
      />
    )
  return (
    <>
      {phone ? null : <AgendaLine {...board} orders={columns.get('scheduled') ?? none} />}
      <div onFocus={focus.onFocus} onBlur={focus.onBlur}>
        {shown.length === 0 && orders.length > 0 ? (
          <NothingFound onShowAll={() => onView({ ...view, ...unfiltered })} />
        ) : listed ? (
          <OrderList columns={columns} board={board} />
        ) : (
          <Board columns={columns} board={board} selected={selected} onSelect={setTab} />
        )}
      </div>
      {questions}
      {view.choosing ? (
        <BulkBar
          orders={chosen}
          onDone={() => {
            choice.clear()
            onView({ ...view, choosing: false })
          }}
        />
      ) : null}
      {cancelling ? <CancelDialog order={cancelling} onClose={() => setCancelling(null)} /> : null}
    </>
  )
}

function chooseCourier(order: Order, onOpen: (order: Order) => void): void {
  if (!takesCourier(order)) {
    notify('Não é uma entrega com entregador da loja.', 'bad')
    return
  }
  askForCourier(order.id)
  onOpen(order)
}

const none: readonly Order[] = []

/** The columns of this second: the same object until an order moves to another place. */
function useColumns(orders: readonly Order[], termsOf: (order: Order) => StoreTerms): Columns {
  const [sameLists] = useState(createSameLists)
  const read = useMemo(() => columnsReader(orders, termsOf, sameLists), [orders, termsOf, sameLists])
  return useSyncExternalStore(onTick, read)
}

/** Sorts once a second, however often it is asked. */
function columnsReader(
  orders: readonly Order[],
  termsOf: (order: Order) => StoreTerms,
  sameLists: (columns: Columns) => Columns,
): () => Columns {
  let at: Date | null = null
  let columns: Columns = new Map()
  return () => {
    const now = tickNow()
    if (now !== at) columns = sameLists(columnsOf(orders, now, termsOf))
    at = now
    return columns
  }
}

/** The stores, the name and terms of an order's own, and the zones of all. */
function factsOf(stores: readonly Store[]) {
  const byId = new Map(
    stores.map(({ id, name, address, acceptWithinMinutes }) => [
      id,
      { name, terms: { timezone: address.timezone, acceptWithinMs: acceptWithinMinutes * 60_000 } },
    ]),
  )
  const unknown = { timezone: deviceZone(), acceptWithinMs: defaultTargets.accept * 60_000 }
  return {
    stores,
    nameOf: (order: Order) => byId.get(order.storeId)?.name ?? 'Loja',
    termsOf: (order: Order) => byId.get(order.storeId)?.terms ?? unknown,
    zones: new Map(stores.map(({ id, address }) => [id, address.timezone])),
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

/** Order ids of each column in keyboard order; the same array while they are unchanged. */
function useIdLists(lists: readonly (readonly Order[])[]): readonly (readonly string[])[] {
  const ids = lists.map((orders) => orders.map(({ id }) => id).join()).join(';')
  return useMemo(() => ids.split(';').map((list) => (list === '' ? [] : list.split(','))), [ids])
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

function useLateSounds(orders: readonly Order[]): void {
  const late = useTick((now) =>
    orders
      .filter((order) => isLate(order, now))
      .map((order) => order.id)
      .join(),
  )
  useOrderSounds(
    orders,
    useMemo(() => new Set(late === '' ? [] : late.split(',')), [late]),
  )
}

/**
 * A key requests one kind of step; if the order is in another state, a notice explains why nothing happens.
 */
function stepByKey(order: Order, requested: 'accept' | 'advance', onAdvance: BoardProps['onAdvance']): void {
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
  if (step.verdict.allowed) onAdvance(order, step.action)
  else notify(step.verdict.reason, 'bad')
}
