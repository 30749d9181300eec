import { useCallback, useState } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useNow } from '../browser/clock.ts'
import { useLive, useLiveState } from '../live/live-stream.ts'
import { NoStoreYet } from '../shell/no-store-yet.tsx'
import { PageBar } from '../shell/shell.tsx'
import { SelectionPicker } from '../stores/selection-picker.tsx'
import { useSelection } from '../stores/selection.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { deviceZone } from '../browser/device-zone.ts'
import { ago, clockTime, plural } from '../words/format.ts'
import { BoardArea } from './board/board-area.tsx'
import { useBoard } from './board/board-data.ts'
import { CouriersDialog } from './couriers/couriers-dialog.tsx'
import { NewOrderDialog } from './new-order/new-order-dialog.tsx'
import { useOpenedOrder } from './drawer/opened-order.ts'
import { pendingActions } from './actions/order-actions.ts'
import { OrderDrawer } from './drawer/order-drawer.tsx'
import { play, useSoundGate } from './board/order-sounds.ts'
import styles from './orders-page.module.css'
import { usePlacedCount } from './board/placed-count.ts'
import { PaceDialog } from './board/pace-dialog.tsx'
import { useStuckActions } from './actions/action-queue.ts'

/** The live orders of the selected stores. */
export function OrdersPage() {
  const selection = useSelection('basic')
  const board = useBoard(selection.query, selection.ready)
  const opened = useOpenedOrder()
  const placed = (board.data?.orders ?? []).filter((order) => order.status === 'placed').length
  usePlacedCount(placed)
  useSoundGate()
  useEventSounds()
  const failed = board.error ?? selection.error
  return (
    <>
      <PageBar
        title="Pedidos"
        actions={selection.stores.length > 0 ? <Tools stores={selection.stores} /> : null}
      >
        <SelectionPicker minimum="basic" />
      </PageBar>
      <StaleStrip
        readAt={board.data?.generatedAt ?? null}
        failing={board.isError && board.data !== undefined}
      />
      {failed && (!board.data || selection.error) ? (
        <ErrorState
          message={errorSentence(failed)}
          requestId={requestIdOf(failed)}
          onRetry={() => void board.refetch()}
        />
      ) : selection.ready && selection.stores.length === 0 ? (
        <NoStoreYet />
      ) : !selection.ready || !board.data ? (
        <LoadingBoard />
      ) : (
        <BoardArea
          orders={board.data.orders}
          readAt={board.data.generatedAt}
          stores={selection.stores}
          label={selection.label}
          onOpen={opened.open}
        />
      )}
      {board.data ? (
        <p className={styles.foot}>
          Hoje: {plural(board.data.finishedToday.concluded, 'concluído', 'concluídos')} ·{' '}
          {plural(board.data.finishedToday.cancelled, 'cancelado', 'cancelados')}
          {board.data.truncated ? ' · há mais pedidos em aberto do que cabem aqui; filtre por loja' : ''}
        </p>
      ) : null}
      {opened.order ? (
        <OrderDrawer
          key={opened.order.orderId}
          {...opened.order}
          storeName={selection.choosable.find((store) => store.id === opened.order?.storeId)?.name ?? 'Loja'}
          onClose={opened.close}
        />
      ) : null}
    </>
  )
}

type Tool = 'couriers' | 'pace' | 'new'

function Tools({ stores }: { readonly stores: readonly Store[] }) {
  const [open, setOpen] = useState<Tool | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button variant="plain" icon="bike" onClick={() => setOpen('couriers')}>
        <span className={styles.wide}>Entregadores</span>
      </Button>
      <Button variant="plain" icon="clock" onClick={() => setOpen('pace')}>
        <span className={styles.wide}>Movimento</span>
      </Button>
      <Button variant="primary" icon="plus" onClick={() => setOpen('new')}>
        <span>
          Novo<span className={styles.wide}> pedido</span>
        </span>
      </Button>
      {open === 'new' ? <NewOrderDialog stores={stores} onClose={close} /> : null}
      {open === 'couriers' ? <CouriersDialog stores={stores} onClose={close} /> : null}
      {open === 'pace' ? <PaceDialog stores={stores} onClose={close} /> : null}
    </>
  )
}

/** A cancellation, and a scheduled order whose preparation starts: each has its own sound, played once. */
function useEventSounds(): void {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind !== 'order') return
      if (event.type === 'CANCELLED') play('cancelled')
      if (event.type === 'PREPARATION_DUE') play('due')
    }, []),
  )
}

/** Shown when the screen may be outdated, with the time since when. */
function StaleStrip({ readAt, failing }: { readonly readAt: string | null; readonly failing: boolean }) {
  const live = useLiveState()
  const now = useNow(1_000)
  const waitingActions = useStuckActions(pendingActions).length
  if (live !== 'stale' && !failing && waitingActions === 0) return null
  return (
    <p className={styles.stale} role="alert">
      <Icon name="offline" />
      <span>
        <b>Sem conexão.</b>{' '}
        {readAt ? `Pedidos de ${clockTime(readAt, deviceZone())}, ${ago(readAt, now)}. ` : ''}
        {waitingActions > 0
          ? `${plural(waitingActions, 'toque guardado segue', 'toques guardados seguem')} quando voltar.`
          : 'Tentando reconectar…'}
      </span>
    </p>
  )
}

/** As high as what replaces it: guardian, filters and, on the phone, tabs. */
function LoadingBoard() {
  return (
    <div aria-busy="true">
      <div className={styles.loadingBars}>
        <Skeleton height={44} />
        <Skeleton height={46} />
      </div>
      <div className={styles.loadingTabs}>
        <Skeleton height={56} />
      </div>
      <div className={styles.board}>
        {[0, 1, 2, 3].map((column) => (
          <div key={column} className={styles.stack}>
            <Skeleton height={28} />
            <Skeleton height={280} />
            <Skeleton height={280} />
          </div>
        ))}
      </div>
    </div>
  )
}
