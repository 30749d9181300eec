import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { queryClient } from '../../api/query.ts'
import { readSession, resume } from '../../identity/session.ts'
import { refuse, startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleBoard, sampleOrder } from '../../testing/sample-order.ts'
import { serveSession } from '../../testing/sample-session.ts'
import { NoticeRegion } from '../../ui/notices.tsx'
import { useBoard } from '../board/board-data.ts'
import { advance, pendingActions, undoStepOf } from './order-actions.ts'
import { useStuckActions } from './action-queue.ts'
import { useLastStep } from './last-step.ts'
import { useTappedOrders } from '../board/tapped-orders.ts'

const order = sampleOrder()
const confirmPath = `/api/orders/${order.id}/confirm`

let server: Awaited<ReturnType<typeof startLocalServer>>
let onServer: Order

beforeEach(async () => {
  server = await startLocalServer()
  onServer = order
  serveSession(server)
  server.on('GET', '/api/orders/board', () => sampleBoard([onServer]))
  await act(resume)
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

const none: readonly Order[] = []

async function renderBoard(shown = order) {
  onServer = shown
  render(<NoticeRegion />)
  const { result } = renderHook(
    () => {
      const board = useBoard('store', true)
      return {
        board,
        orders: useTappedOrders(board.data?.orders ?? none),
        stuck: useStuckActions(pendingActions),
        undo: useLastStep(),
      }
    },
    {
      wrapper: QueryWrapper,
    },
  )
  await waitFor(() => expect(result.current.orders).toHaveLength(1))
  return {
    first: () => result.current.orders[0],
    reload: () => result.current.board.refetch(),
    stuck: () => result.current.stuck,
    undo: () => result.current.undo,
  }
}

test('an own order moves at once, before the server has answered', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.on('POST', confirmPath, async () => {
    await held
    onServer = { ...order, status: 'confirmed', version: 2 }
    return onServer
  })
  const { first, undo } = await renderBoard()
  act(() => advance(order, 'confirm'))
  await waitFor(() => expect(first()).toMatchObject({ status: 'confirmed', version: 1 }))
  answer()
  await waitFor(() => expect(first()?.version).toBe(2))
  await waitFor(() => expect(undo()).toMatchObject({ action: 'confirm', order: { version: 2 } }))
  // Only the line with the undo speaks: a notice would cover the next button.
  expect(screen.queryByText(/#12/)).toBeNull()
  expect(server.callsOf(confirmPath)[0]?.body).toEqual({ version: 1 })
})

// On a slow line the two calls would otherwise change places: the step before it would be taken back.
test('an undo is sent after its step was answered, and names the step', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const sent: string[] = []
  server.on('POST', confirmPath, async () => {
    await held
    sent.push('confirm')
    onServer = { ...order, status: 'confirmed', version: 2 }
    return onServer
  })
  server.on('POST', `/api/orders/${order.id}/return`, ({ body }) => {
    sent.push(`undo ${JSON.stringify(body)}`)
    onServer = { ...order, version: 3 }
    return onServer
  })
  const { first } = await renderBoard()
  act(() => advance(order, 'confirm'))
  const undone = undoStepOf(order, 'confirmed')
  await waitFor(() => expect(server.callsOf(confirmPath)).toHaveLength(1))
  answer()
  await act(() => undone)
  expect(sent).toEqual(['confirm', 'undo {"from":"confirmed"}'])
  await waitFor(() => expect(first()).toMatchObject({ status: 'placed', version: 3 }))
})

test('what is read before the answer does not take a tapped order back', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.on('POST', confirmPath, async () => {
    await held
    return { ...order, status: 'confirmed', version: 2 }
  })
  const { first, reload } = await renderBoard()
  act(() => advance(order, 'confirm'))
  await waitFor(() => expect(first()?.status).toBe('confirmed'))
  await act(reload)
  expect(first()).toMatchObject({ status: 'confirmed', version: 1 })
  answer()
  await waitFor(() => expect(first()?.version).toBe(2))
})

test('a rejection is shown, and the order returns to its state on the server', async () => {
  server.on('POST', confirmPath, (_call, response) =>
    refuse(response, 409, 'order/invalid-transition', 'O pedido já mudou de etapa.'),
  )
  const { first } = await renderBoard()
  act(() => advance(order, 'confirm'))
  await screen.findByText(/^Pedido #12 · Ana · R\$\s0,00: O pedido já mudou de etapa\.$/)
  await waitFor(() => expect(first()?.status).toBe('placed'))
})

test('a marketplace order stays and shows that it waits', async () => {
  const theirs = sampleOrder({ platform: 'ifood' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.on('POST', confirmPath, async () => {
    await held
    return { ...theirs, version: 2 }
  })
  const { first } = await renderBoard(theirs)
  act(() => advance(theirs, 'confirm'))
  await waitFor(() => expect(first()).toMatchObject({ status: 'placed', pending: { action: 'confirm' } }))
  answer()
  await waitFor(() => expect(first()?.version).toBe(2))
})

test('an action without an answer is shown as stuck and sent again with the same key', async () => {
  server.on('POST', confirmPath, (_call, response) => refuse(response, 503, 'server/failed'))
  const { first, stuck } = await renderBoard()
  act(() => advance(order, 'confirm'))
  await waitFor(() => expect(stuck().map(({ displayId }) => displayId)).toEqual(['12']))
  expect(first()?.status).toBe('confirmed')
  server.on('POST', confirmPath, () => ({ ...order, status: 'confirmed', version: 2 }))
  // The browser reports the network is back, so there is no wait for the next retry.
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(stuck()).toEqual([]), { timeout: 3_000 })
  const keys = server.callsOf(confirmPath).map(({ headers }) => headers['idempotency-key'])
  expect(keys.length).toBeGreaterThanOrEqual(2)
  expect(new Set(keys).size).toBe(1)
})

// docs/product/api.md:15 “The app pair”
test('a page of an earlier release keeps its taps and its session, and offers one reload', async () => {
  server.on('POST', confirmPath, (_call, response) => refuse(response, 403, 'app/wrong-pair'))
  const { first, stuck } = await renderBoard()
  act(() => advance(order, 'confirm'))
  await waitFor(() => expect(stuck().map(({ displayId }) => displayId)).toEqual(['12']))
  expect(first()?.status).toBe('confirmed')
  expect(readSession().status).toBe('signed-in')
  await screen.findByText('Esta página é de uma versão antiga do Balcão.')
  expect(screen.getAllByText('Recarregar')).toHaveLength(1)
  // The page of the new release sends what was kept.
  server.on('POST', confirmPath, () => ({ ...order, status: 'confirmed', version: 2 }))
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(stuck()).toEqual([]), { timeout: 3_000 })
})

test('a tap that another person left in this browser is not sent', async () => {
  server.on('POST', confirmPath, () => ({ ...order, status: 'confirmed', version: 2 }))
  await renderBoard()
  const { id: orderId, storeId, displayId, version } = order
  const at = new Date().toISOString()
  act(() =>
    pendingActions.add({
      key: 'left',
      orderId,
      storeId,
      displayId,
      version,
      action: 'confirm',
      uid: 'another',
      at,
    }),
  )
  await screen.findByText(/este toque era de outra pessoa e não foi enviado/)
  expect(server.callsOf(confirmPath)).toEqual([])
})
