import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { queryClient } from '../../api/query.ts'
import { resume } from '../../identity/session.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleOrder } from '../../testing/sample-order.ts'
import { serveSession } from '../../testing/sample-session.ts'
import { DeliveryCode } from './delivery-code.tsx'

const order = sampleOrder({ platform: 'open-delivery', status: 'dispatched', takesCode: true })
const path = `/api/orders/${order.id}/check-delivery-code`
const codeCheck = { at: '2026-11-20T21:00:00.000Z', checkedBy: 'Ana' }

// The browser's dialog is not part of jsdom.
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}
let server: Awaited<ReturnType<typeof startLocalServer>>

beforeEach(async () => {
  server = await startLocalServer()
  serveSession(server)
  await act(resume)
})
afterEach(async () => {
  queryClient.clear()
  await server.stop()
})

const show = (shown: Order) => render(<DeliveryCode order={shown} />, { wrapper: QueryWrapper })
const opener = { name: /Conferir código de entrega/ }

test('the code is asked for on the way, and only where the marketplace checks one', () => {
  const { rerender } = show(order)
  expect(screen.getByRole('button', opener)).toBeDefined()
  rerender(<DeliveryCode order={{ ...order, status: 'ready' }} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<DeliveryCode order={sampleOrder({ status: 'dispatched' })} />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<DeliveryCode order={{ ...order, codeCheck }} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Código de entrega conferido por Ana/)).toBeDefined()
})

test('a wrong code stays in its field beside the marketplace’s words, and the right one closes the question', async () => {
  server.on('POST', path, ({ body }, response) => {
    if ((body as { code: string }).code === '4821') return { ...order, codeCheck }
    const details = [{ path: 'code', message: 'O Open Delivery não reconheceu este código.' }]
    response.writeHead(422, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'validation/refused', message: 'Confira.', details }))
    return undefined
  })
  show(order)
  fireEvent.click(screen.getByRole('button', opener))
  const field = await screen.findByLabelText('Código do cliente')
  const send = (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    fireEvent.submit(screen.getByRole('form', { name: 'Código de entrega' }))
  }
  send('0000')
  await screen.findByText('O Open Delivery não reconheceu este código.')
  expect((field as HTMLInputElement).value).toBe('0000')
  send(' 4821 ')
  await expect.poll(() => screen.queryByLabelText('Código do cliente')).toBeNull()
  expect(server.callsOf(path).map(({ body }) => body)).toEqual([{ code: '0000' }, { code: '4821' }])
})
