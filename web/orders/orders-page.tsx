import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { mayDo } from '../../contract/order-states.ts'
import type { LiveEvent } from '../../contract/live.ts'
import type { Order } from '../../contract/orders.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useNow } from '../browser/clock.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useAppBadge } from '../browser/wake-lock.ts'
import { useLive, useLiveState } from '../live/live-stream.ts'
import { NoStoreYet } from '../shell/no-store-yet.tsx'
import { PageBar } from '../shell/shell.tsx'
import { SelectionPicker } from '../stores/selection-picker.tsx'
import { useSelection } from '../stores/selection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { ErrorState, Skeleton } from '../ui/pieces.tsx'
import { ago, clockTime, plural } from '../words/format.ts'
import { Board } from './board.tsx'
import { useBoard } from './board-data.ts'
import { BoardFilters, firstView } from './board-filters.tsx'
import { KeysHelp, useBoardKeys } from './board-keys.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CouriersDialog } from './couriers-dialog.tsx'
import { GuardianStrip } from './guardian-strip.tsx'
import { NewOrderDialog } from './new-order-dialog.tsx'
import { PaceDialog } from './pace-dialog.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { advance, tapQueue } from './order-actions.ts'
import { play, useOrderSounds, useSoundGate } from './order-sounds.ts'
import styles from './orders-page.module.css'
import { mainStep, matches, positionOf, timerOf } from './orders.rules.ts'
import { useStuckTaps } from './tap-queue.ts'

/** The live orders of the selected stores. */
export function OrdersPage() {
  const selection = useSelection('basic')
  const board = useBoard(selection.query, selection.ready)
  const now = useNow(1_000)
  const [view, setView] = useState(firstView)
  const [cancelling, setCancelling] = useState<Order | null>(null)
  const [help, setHelp] = useState(false)
  const [typing, setTyping] = useState(false)
  const [pacing, setPacing] = useState(false)
  const [delivering, setDelivering] = useState(false)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const search = useRef<HTMLInputElement>(null)
  const opened = useOpenedOrder()
  const orders = useMemo(() => board.data?.orders ?? [], [board.data])
  const placed = orders.filter((order) => order.status === 'placed').length
  usePageTitle(placed > 0 ? `(${placed}) Pedidos` : 'Pedidos')
  useAppBadge(placed)
  useSoundGate()
  const late = orders
    .filter((order) => timerOf(order, now, clockTime).tone === 'late')
    .map((order) => order.id)
  const lateKey = late.join()
  useOrderSounds(
    orders,
    useMemo(() => new Set(lateKey === '' ? [] : lateKey.split(',')), [lateKey]),
  )
  useCancelledSound()
  const queued = useStuckTaps(tapQueue)
  const queuedIds = useMemo(() => new Set(queued.map((tap) => tap.orderId)), [queued])
  const shown = orders.filter(
    (order) =>
      matches(order, view.search) &&
      (view.type === null || order.type === view.type) &&
      (view.motoboyId === null || order.motoboy?.id === view.motoboyId),
  )
  const motoboys = useMemo(
    () => [
      ...new Map(orders.flatMap(({ motoboy }) => (motoboy ? [[motoboy.id, motoboy.name] as const] : []))),
    ],
    [orders],
  )
  useBoardKeys(shown, {
    step: stepByKey,
    open: opened.open,
    search: () => search.current?.focus(),
    help: () => setHelp(true),
  })
  const choose = useCallback((order: Order) => {
    setChosenIds((before) => {
      const next = new Set(before)
      if (!next.delete(order.id)) next.add(order.id)
      return next
    })
  }, [])
  const endChoice = () => {
    setChosenIds(new Set())
    setView((before) => ({ ...before, choosing: false }))
  }
  const chosen = view.choosing ? orders.filter((order) => chosenIds.has(order.id)) : []
  const nameOf = (storeId: string) => selection.stores.find((store) => store.id === storeId)?.name ?? 'Loja'

  return (
    <>
      <PageBar title="Pedidos">
        <SelectionPicker minimum="basic" />
        {selection.stores.length > 0 ? (
          <>
            <Button variant="plain" icon="bike" onClick={() => setDelivering(true)}>
              Entregadores
            </Button>
            <Button variant="plain" icon="clock" onClick={() => setPacing(true)}>
              Ritmo
            </Button>
            <Button variant="primary" icon="plus" onClick={() => setTyping(true)}>
              Novo pedido
            </Button>
          </>
        ) : null}
      </PageBar>
      <StaleStrip
        readAt={board.data?.generatedAt ?? null}
        now={now}
        failing={board.isError && board.data !== undefined}
        waitingTaps={queued.length}
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
        <>
          <GuardianStrip storeIds={selection.stores.map((store) => store.id)} />
          <BoardFilters
            view={view}
            motoboys={motoboys}
            onChange={setView}
            onHelp={() => setHelp(true)}
            searchRef={search}
          />
          {shown.length < orders.length ? (
            <p className={styles.foot} role="status">
              Mostrando {shown.length} de {plural(orders.length, 'pedido', 'pedidos')}.
            </p>
          ) : null}
          <Board
            orders={shown}
            now={now}
            nameOf={(order) => nameOf(order.storeId)}
            queuedIds={queuedIds}
            compact={view.compact}
            chosenIds={view.choosing ? chosenIds : null}
            onChoose={choose}
            onAdvance={advance}
            onCancel={setCancelling}
            onOpen={opened.open}
          />
          {chosen.length > 0 ? <BulkBar orders={chosen} onDone={endChoice} /> : null}
        </>
      )}
      {board.data ? (
        <p className={styles.foot}>
          Hoje: {plural(board.data.finishedToday.concluded, 'concluído', 'concluídos')} ·{' '}
          {plural(board.data.finishedToday.cancelled, 'cancelado', 'cancelados')}
          {board.data.truncated ? ' · há mais pedidos em aberto do que cabem aqui; filtre por loja' : ''}
        </p>
      ) : null}
      {cancelling ? <CancelDialog order={cancelling} onClose={() => setCancelling(null)} /> : null}
      {opened.order ? (
        <OrderDrawer
          key={opened.order.orderId}
          {...opened.order}
          storeName={nameOf(opened.order.storeId)}
          onClose={opened.close}
        />
      ) : null}
      {typing ? <NewOrderDialog stores={selection.stores} onClose={() => setTyping(false)} /> : null}
      {delivering ? <CouriersDialog stores={selection.stores} onClose={() => setDelivering(false)} /> : null}
      {pacing ? <PaceDialog stores={selection.stores} onClose={() => setPacing(false)} /> : null}
      {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </>
  )
}

/** The opened order stands in the address: a link leads to it, Back closes it. */
function useOpenedOrder() {
  const { pedido, loja } = useSearch({ from: '/signed-in/menu/orders' })
  const navigate = useNavigate()
  const open = useCallback(
    (order: Order) =>
      void navigate({ to: '/menu/orders', search: { pedido: order.id, loja: order.storeId } }),
    [navigate],
  )
  const close = useCallback(() => void navigate({ to: '/menu/orders', search: {} }), [navigate])
  return { order: pedido && loja ? { orderId: pedido, storeId: loja } : null, open, close }
}

/** A key asks for one kind of step: it does nothing to a card that is elsewhere, and says so. */
function stepByKey(order: Order, wanted: 'accept' | 'ready' | 'deliver'): void {
  const step = mainStep(order, new Date())
  const meant = {
    accept: ['confirm', 'startPreparation'],
    ready: ['ready'],
    deliver: ['dispatch', 'deliver', 'conclude'],
  }[wanted]
  if (!step || step.action === 'cancel' || !meant.includes(step.action)) {
    const asked = { accept: 'confirm', ready: 'ready', deliver: 'deliver' } as const
    const verdict = mayDo(asked[wanted], positionOf(order), new Date())
    notify(verdict.allowed ? 'Esta etapa não se aplica agora.' : verdict.reason, 'bad')
    return
  }
  if (step.verdict.allowed) advance(order, step.action)
  else notify(step.verdict.reason, 'bad')
}

function useCancelledSound(): void {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'order' && event.type === 'CANCELLED') play('cancelled')
    }, []),
  )
}

/** A screen that may be behind says so and since when; it never pretends. */
function StaleStrip({
  readAt,
  now,
  failing,
  waitingTaps,
}: {
  readonly readAt: string | null
  readonly now: Date
  readonly failing: boolean
  readonly waitingTaps: number
}) {
  const live = useLiveState()
  if (live !== 'stale' && !failing && waitingTaps === 0) return null
  return (
    <p className={styles.stale} role="alert">
      <Icon name="offline" />
      Sem conexão ao vivo. {readAt ? `Os pedidos abaixo são de ${ago(readAt, now)}. ` : ''}Tentando
      reconectar…
      {waitingTaps > 0
        ? ` ${plural(waitingTaps, 'toque guardado segue', 'toques guardados seguem')} quando voltar.`
        : ''}
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
