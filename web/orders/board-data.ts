import { replaceEqualDeep, useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { LiveEvent } from '../../contract/live.ts'
import { readBoard, type Order } from '../../contract/orders.ts'
import type { Reply } from '../../contract/route.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { mergeOrders } from './orders.rules.ts'

type Board = Reply<typeof readBoard>

/** Ids of one request; more changed orders than this are one whole read. */
const mostIds = 60

/**
 * The open orders of the selection. Live events name orders; the changed ones are fetched together
 * (one request under way at a time) with the ordinary authorisation, and merged by version.
 */
export function useBoard(selection: string | undefined, ready: boolean) {
  const options = queryFor(readBoard, { query: { selection } })
  const query = useQuery({
    ...options,
    enabled: ready && selection !== undefined,
    refetchInterval: 60_000,
    structuralSharing: keepSame,
  })
  const changed = useRef(new Set<string>())
  const fetching = useRef(false)
  const key = options.queryKey as QueryKey

  const fetchChanged = useCallback(async () => {
    if (fetching.current || changed.current.size === 0) return
    fetching.current = true
    const ids = [...changed.current]
    changed.current.clear()
    try {
      if (ids.length > mostIds) await queryClient.invalidateQueries({ queryKey: key })
      else {
        const fresh = await ask(readBoard, { query: { selection, orderIds: ids.join(',') } })
        queryClient.setQueryData<Board>(key, (known) =>
          known
            ? withOrders(known, fresh.orders, {
                generatedAt: fresh.generatedAt,
                finishedToday: fresh.finishedToday,
              })
            : known,
        )
      }
    } catch {
      // Read everything again once the way is free; the live state says that the screen may be behind.
      void queryClient.invalidateQueries({ queryKey: key })
    } finally {
      fetching.current = false
    }
  }, [key, selection])

  /** One request at a time; what changed meanwhile goes with the next. */
  const follow = useCallback(async () => {
    while (!fetching.current && changed.current.size > 0) await fetchChanged()
  }, [fetchChanged])

  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'order') {
          changed.current.add(event.orderId)
          void follow()
        } else if (event.kind === 'resync') void queryClient.invalidateQueries({ queryKey: key })
      },
      [follow, key],
    ),
  )
  return query
}

/** Boards that were merged: whatever did not change in them is the same object already. */
const merged = new WeakSet<object>()

/** A whole read is compared with what was known, so that only what changed is drawn; a merge need not be. */
function keepSame(known: unknown, fresh: unknown): unknown {
  return typeof fresh === 'object' && fresh !== null && merged.has(fresh)
    ? fresh
    : replaceEqualDeep(known, fresh)
}

function withOrders(known: Board, fresh: readonly Order[], more: Partial<Board> = {}): Board {
  const board = { ...known, ...more, orders: mergeOrders(known.orders, fresh) }
  merged.add(board)
  return board
}

/** Puts one order's new state on every board that is in memory. */
export function putOnBoards(order: Order): void {
  queryClient.setQueriesData<Board>({ queryKey: [readBoard.name] }, (known) =>
    known ? withOrders(known, [order]) : known,
  )
}
