import { Suspense, useCallback, useRef, useState } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { timezoneOfSelection } from '../../contract/shared/day.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { useChosenSounds } from '../notifications/notifications.ts'
import { useLive } from '../live/live-stream.ts'
import { NoStoreYet } from '../identity/no-access/no-store-yet.tsx'
import { BoardBeat } from '../presence/presence.ts'
import { useSelection } from '../stores/selection.ts'
import { FirstOrder } from '../onboarding/onboarding.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { BoardArea } from './board/board-area.tsx'
import { useBoard } from './board/board-data.ts'
import { BoardHead, type HeadHandle } from './board/head/board-head.tsx'
import { KeysHelp, OrderDrawer, useLaterParts } from './board/later.ts'
import { firstView } from './board/board-view.ts'
import { useBoardLayout, useOpenedOrder } from './drawer/opened-order.ts'
import { play, useSoundGate } from '../browser/sounds.ts'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import boardStyles from './board/board.module.css'
import styles from './orders-page.module.css'
import { usePlacedCount } from './board/head/placed-count.ts'
import { useTappedOrders } from './board/tapped-orders.ts'

/** The live orders of the selected stores. */
export function OrdersPage() {
  const selection = useSelection('basic')
  const board = useBoard(selection.query, selection.ready)
  const opened = useOpenedOrder()
  const layout = useBoardLayout()
  const [view, setView] = useState(firstView)
  const [help, setHelp] = useState(false)
  const head = useRef<HeadHandle>(null)
  const orders = useTappedOrders(board.data?.orders ?? noOrders)
  usePlacedCount(orders.filter((order) => order.status === 'placed').length)
  useSoundGate()
  useEventSounds()
  useChosenSounds(timezoneOfSelection(selection.stores.map(({ address }) => address.timezone)))
  useLaterParts(board.data !== undefined)
  const failed = board.error ?? selection.error
  return (
    <div className={styles.page}>
      <BoardHead
        handle={head}
        stores={selection.stores}
        orders={orders}
        view={view}
        layout={layout}
        readAt={board.data?.generatedAt ?? null}
        failing={board.isError && board.data !== undefined}
        onView={setView}
        onHelp={() => setHelp(true)}
      />
      {selection.stores
        .filter(({ starting, role }) => starting && roleMeets(role, 'manager'))
        .map((store) => (
          <Suspense key={store.id} fallback={null}>
            <FirstOrder store={{ ...store, timezone: store.address.timezone }} />
          </Suspense>
        ))}
      <BoardBeat selection={board.data ? selection.query : undefined} />
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
          orders={orders}
          readAt={board.data.generatedAt}
          stores={selection.stores}
          view={view}
          layout={layout}
          onView={setView}
          onOpen={opened.open}
          onSearch={() => head.current?.search()}
          onHelp={() => setHelp(true)}
        />
      )}
      {board.data ? (
        <Muted size={2} className={styles.foot}>
          Hoje: {plural(board.data.finishedToday.concluded, 'concluído', 'concluídos')} ·{' '}
          {plural(board.data.finishedToday.cancelled, 'cancelado', 'cancelados')}
          {board.data.truncated ? ' · há mais pedidos em aberto do que cabem aqui; filtre por loja' : ''}
        </Muted>
      ) : null}
      {opened.order ? (
        <OrderDrawer key={opened.order.orderId} {...opened.order} onClose={opened.close} />
      ) : null}
      {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </div>
  )
}

const noOrders: readonly Order[] = []

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

/** As high as what replaces it. */
function LoadingBoard() {
  const phone = useIsPhone()
  return (
    <div aria-busy="true">
      {phone ? (
        <div className={boardStyles.tabsBar}>
          <Skeleton height={48} />
        </div>
      ) : null}
      <div className={boardStyles.board}>
        {(phone ? [0] : [0, 1, 2, 3]).map((column) => (
          <Stack key={column} gap={14} className={boardStyles.loading}>
            <Skeleton height={28} />
            <Skeleton height={280} />
            <Skeleton height={280} />
          </Stack>
        ))}
      </div>
    </div>
  )
}
