import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { readStored, writeStored } from '../../browser/storage.ts'
import type { BoardLayout } from '../board/board-search.ts'

const from = '/signed-in/menu/orders'
const layoutKey = 'ordersLayout'

/** The opened order is part of the address: a link opens it, Back closes it. */
export function useOpenedOrder() {
  const { pedido, loja } = useSearch({ from })
  const navigate = useNavigate({ from: '/menu/orders' })
  const open = useCallback(
    (order: Order) =>
      void navigate({ search: (before) => ({ ...before, pedido: order.id, loja: order.storeId }) }),
    [navigate],
  )
  const close = useCallback(
    () => void navigate({ search: ({ pedido: _order, loja: _store, ...rest }) => rest }),
    [navigate],
  )
  return { order: pedido && loja ? { orderId: pedido, storeId: loja } : null, open, close }
}

/** Board or list, TV mode or not. The address wins; this browser remembers the layout. */
export function useBoardLayout() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/menu/orders' })
  const layout: BoardLayout = search.layout ?? (readStored(layoutKey) === 'list' ? 'list' : 'board')
  return {
    layout,
    tv: search.tv === 1,
    setLayout: (next: BoardLayout) => {
      writeStored(layoutKey, next === 'list' ? 'list' : null)
      void navigate({ search: (before) => ({ ...before, layout: next }), replace: true })
    },
    enterTv: () => void navigate({ search: (before) => ({ ...before, tv: 1 }) }),
    leaveTv: () => void navigate({ search: ({ tv: _tv, ...rest }) => rest }),
  }
}
