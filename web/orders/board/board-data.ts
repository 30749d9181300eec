import { replaceEqualDeep, useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { readBoard, type Order } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'
import { mergeOrders } from '../orders.rules.ts'

type Board = Reply<typeof readBoard>

/** Ids per request; above that the whole board is reloaded. */
const maxIds = 60
/**
 * Delay between two requests, so that a burst of events renders a few times a second instead of once each.
 */
const restMs = 30

/**
 * The open orders of the selection. Live events name orders; changed ones are fetched in batches with the
 * usual authorisation, and merged by version.
 */
export function useBoard(selection: string | undefined, ready: boolean) {
  const query = useQuery({
    ...boardOf(selection),
    queryFn: ({ signal }) => readWhole(selection, signal),
    enabled: ready && selection !== undefined,
    refetchInterval: 60_000,
    structuralSharing: reuseUnchanged,
  })
  const follow = useMemo(() => followerOf(selection), [selection])
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'order') follow(event.orderId)
        else if (event.kind === 'resync')
          void queryClient.invalidateQueries({ queryKey: boardOf(selection).queryKey })
      },
      [follow, selection],
    ),
  )
  return query
}

const boardOf = (selection: string | undefined) => queryFor(readBoard, { query: { selection } })

interface Reading {
  readonly selection: string | undefined
  /** Orders that reached the board since the read began: its answer may be older, or not know them yet. */
  readonly since: Order[]
}
const readings = new Set<Reading>()

async function readWhole(selection: string | undefined, signal: AbortSignal): Promise<Board> {
  const reading: Reading = { selection, since: [] }
  readings.add(reading)
  try {
    const board = await ask(readBoard, { query: { selection } }, { signal })
    return reading.since.length === 0 ? board : { ...board, orders: mergeOrders(board.orders, reading.since) }
  } finally {
    readings.delete(reading)
  }
}

/**
 * Brings changed orders onto one board: the first at once, then one request at a time for all changes since.
 */
function followerOf(selection: string | undefined): (orderId: string) => void {
  const changed = new Set<string>()
  let following = false
  return (orderId) => {
    changed.add(orderId)
    if (!following) void follow()
  }

  async function follow(): Promise<void> {
    following = true
    while (changed.size > 0) {
      const ids = [...changed]
      changed.clear()
      await bring(selection, ids)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    following = false
  }
}

async function bring(selection: string | undefined, ids: readonly string[]): Promise<void> {
  const key: QueryKey = boardOf(selection).queryKey
  try {
    if (ids.length > maxIds) {
      await queryClient.invalidateQueries({ queryKey: key })
      return
    }
    const { orders, generatedAt, finishedToday } = await ask(readBoard, {
      query: { selection, orderIds: ids.join(',') },
    })
    for (const reading of readings) if (reading.selection === selection) reading.since.push(...orders)
    queryClient.setQueryData<Board>(key, (cached) =>
      cached ? withOrders(cached, orders, { generatedAt, finishedToday }) : cached,
    )
  } catch {
    // Reload everything once a connection is back; the live state shows that the screen may be outdated.
    void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** Boards that were merged: their unchanged orders already keep identity. */
const merged = new WeakSet<object>()

/** Compares a full reload with the cached board so that only changes render; a merge needs no comparison. */
function reuseUnchanged(cached: unknown, fresh: unknown): unknown {
  return typeof fresh === 'object' && fresh !== null && merged.has(fresh)
    ? fresh
    : replaceEqualDeep(cached, fresh)
}

function withOrders(cached: Board, fresh: readonly Order[], more: Partial<Board> = {}): Board {
  const board = { ...cached, ...more, orders: mergeOrders(cached.orders, fresh) }
  merged.add(board)
  return board
}

/** Puts one order's new state on every cached board. */
export function updateBoardCaches(order: Order): void {
  for (const reading of readings) reading.since.push(order)
  queryClient.setQueriesData<Board>({ queryKey: [readBoard.name] }, (cached) =>
    cached ? withOrders(cached, [order]) : cached,
  )
}

/** The order as any board of this page last showed it. */
export function cachedOrder(orderId: string): Order | undefined {
  for (const [, board] of queryClient.getQueriesData<Board>({ queryKey: [readBoard.name] })) {
    const found = board?.orders.find((order) => order.id === orderId)
    if (found) return found
  }
  return undefined
}
