import type { ServerResponse } from 'node:http'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveEventsPath } from '../../../contract/live/live.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { queryClient } from '../../api/query.ts'
import { refuse, startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleBoard, sampleOrder } from '../../testing/sample-order.ts'
import { updateBoardCaches, useBoard } from './board-data.ts'

const boardPath = '/api/orders/board'
const first = sampleOrder()
const second = sampleOrder({ id: '33333333-3333-4333-8333-333333333333', displayId: '13' })
const later = '44444444-4444-4444-8444-444444444444'

let server: Awaited<ReturnType<typeof startLocalServer>>
let stream: ServerResponse | null
let orders: readonly Order[]

beforeEach(async () => {
  server = await startLocalServer()
  stream = null
  orders = [first, second]
  server.on('GET', liveEventsPath, (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 20\n\n')
    stream = response
  })
  server.on('GET', boardPath, ({ query }) => {
    const ids = query.get('orderIds')?.split(',')
    return sampleBoard(ids ? orders.filter((order) => ids.includes(order.id)) : orders)
  })
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

async function renderBoard() {
  const { result, unmount } = renderHook(() => useBoard('store', true), { wrapper: QueryWrapper })
  await waitFor(() => expect(result.current.data?.orders).toHaveLength(2))
  await waitFor(() => expect(stream).not.toBeNull())
  return { result, unmount }
}

const announce = (orderId: string) =>
  stream?.write(
    `id: 1\ndata: ${JSON.stringify({ kind: 'order', storeId: first.storeId, orderId, at: '2026-11-20T20:31:00Z' })}\n\n`,
  )

const statuses = (board: { current: { data?: { orders: readonly Order[] } | undefined } }) =>
  board.current.data?.orders.map(({ status }) => status)

test('a live event fetches only the order it names', async () => {
  const { result, unmount } = await renderBoard()
  orders = [{ ...first, status: 'preparing', version: 2 }, second]
  announce(first.id)
  await waitFor(() => expect(statuses(result)).toEqual(['preparing', 'placed']))
  expect(server.callsOf(boardPath).map(({ query }) => query.get('orderIds'))).toEqual([null, first.id])
  unmount()
})

test('an unchanged order keeps its object identity, so that its card does not render again', async () => {
  const { result, unmount } = await renderBoard()
  const before = result.current.data?.orders[1]
  orders = [{ ...first, status: 'preparing', version: 2 }, second]
  announce(first.id)
  await waitFor(() => expect(statuses(result)?.[0]).toBe('preparing'))
  expect(result.current.data?.orders[1]).toBe(before)
  unmount()
})

test('events that arrive during a fetch are fetched together', async () => {
  const { unmount } = await renderBoard()
  announce(first.id)
  announce(second.id)
  announce(first.id)
  announce(second.id)
  const fetched = () =>
    server.callsOf(boardPath).flatMap(({ query }) => query.get('orderIds')?.split(',') ?? [])
  await waitFor(() => expect(fetched()).toContain(second.id))
  // A later event is fetched after everything that the four could cause: one fetch more.
  announce(later)
  await waitFor(() => expect(fetched()).toContain(later))
  expect(server.callsOf(boardPath).length).toBeLessThanOrEqual(5)
  unmount()
})

test('an older version that arrives late changes nothing', async () => {
  const { result, unmount } = await renderBoard()
  act(() => updateBoardCaches({ ...first, status: 'ready', version: 5 }))
  await waitFor(() => expect(statuses(result)?.[0]).toBe('ready'))
  act(() => updateBoardCaches({ ...first, status: 'preparing', version: 4 }))
  act(() => updateBoardCaches({ ...second, status: 'preparing', version: 2 }))
  await waitFor(() => expect(statuses(result)?.[1]).toBe('preparing'))
  expect(statuses(result)?.[0]).toBe('ready')
  unmount()
})

test('a failed fetch of one order reloads the whole board', async () => {
  const { result, unmount } = await renderBoard()
  orders = [{ ...first, status: 'preparing', version: 2 }, second]
  server.on('GET', boardPath, ({ query }, response) =>
    query.get('orderIds') ? refuse(response, 400, 'request/invalid') : sampleBoard(orders),
  )
  announce(first.id)
  await waitFor(() => expect(statuses(result)?.[0]).toBe('preparing'))
  expect(server.callsOf(boardPath).map(({ query }) => query.get('orderIds'))).toEqual([null, first.id, null])
  unmount()
})

test('what came while the whole board was read stays, however old the answer is', async () => {
  const { result, unmount } = await renderBoard()
  const third = sampleOrder({ id: later, displayId: '14' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.on('GET', boardPath, async ({ query }) => {
    const ids = query.get('orderIds')?.split(',')
    if (ids) return sampleBoard(orders.filter((order) => ids.includes(order.id)))
    await held
    return sampleBoard([first, second])
  })
  const reload = result.current.refetch()
  await waitFor(() => expect(server.callsOf(boardPath)).toHaveLength(2))
  orders = [{ ...first, status: 'concluded', version: 2 }, second, third]
  announce(first.id)
  await waitFor(() => expect(statuses(result)).toHaveLength(1))
  announce(later)
  await waitFor(() => expect(statuses(result)).toHaveLength(2))
  answer()
  expect((await reload).data?.orders.map(({ id }) => id)).toEqual([second.id, later])
  unmount()
})
