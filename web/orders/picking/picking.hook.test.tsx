import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { queryClient } from '../../api/query.ts'
import { resume } from '../../identity/session.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleOrder } from '../../testing/sample-order.ts'
import { serveSession } from '../../testing/sample-session.ts'
import { PickingDialog } from './picking-dialog.tsx'
import { Picking } from './picking.tsx'

const item = (name: string, pickId: string): Order['items'][number] => ({
  ...{
    externalCode: null,
    name,
    quantity: 1,
    unitPriceCents: 800,
    totalCents: 800,
    notes: null,
    options: [],
  },
  pickId,
})
const order = sampleOrder({
  ...{ platform: 'ifood', status: 'confirmed', picksItems: true },
  items: [item('Banana', 'a'), item('Arroz', 'b')],
})
const at = '2026-11-20T21:00:00.000Z'
const started: Order = { ...order, picking: { state: 'started', at, by: 'Ana', changes: [] } }
const base = `/api/orders/${order.id}`

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

test('the picking begins on the card, names the person who does it, and ends', async () => {
  server.on('POST', `${base}/start-picking`, () => started)
  const { rerender } = render(<Picking order={order} />, { wrapper: QueryWrapper })
  fireEvent.click(screen.getByRole('button', { name: /Começar a separação/ }))
  await expect.poll(() => server.callsOf(`${base}/start-picking`)).toHaveLength(1)
  rerender(<Picking order={started} />)
  expect(screen.getByRole('status').textContent).toBe('Em separação por Ana')
  expect(screen.getByRole('button', { name: /Separar os itens/ })).toBeDefined()
  rerender(<Picking order={{ ...order, picking: { state: 'ended', at, by: null, changes: [] } }} />)
  expect(screen.getByRole('status').textContent).toBe('Separação terminada no iFood')
  expect(screen.queryByRole('button')).toBeNull()
})

test('an item is weighed, replaced or left out, and what is typed wrong is said before it leaves', async () => {
  const sent = () => server.callsOf(`${base}/change-picked-item`).map(({ body }) => body)
  server.on('GET', base, () => ({ order: started, timeline: [], messages: [], disputes: [] }))
  server.on('POST', `${base}/change-picked-item`, () => started)
  render(<PickingDialog order={started} onClose={() => undefined} />, { wrapper: QueryWrapper })
  fireEvent.click(screen.getByRole('button', { name: 'Quantidade ou peso de Banana' }))
  const amount = { name: 'Quantidade, ou peso em quilos' }
  fireEvent.change(screen.getByRole('textbox', amount), { target: { value: 'meio' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText(/Informe a quantidade, ou o peso em quilos/)
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByRole('textbox', amount), { target: { value: '0,49' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const { version } = started
  const weighed = { change: { kind: 'quantity', pickId: 'a', quantity: 0.49 }, version }
  await expect.poll(sent).toEqual([weighed])
  await expect.poll(() => screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Tirar Arroz' }))
  await expect.poll(sent).toEqual([weighed, { change: { kind: 'removed', pickId: 'b' }, version }])
})

test('the end of the picking is one press, and what the channel refuses stays in view', async () => {
  server.on('GET', base, () => ({ order: started, timeline: [], messages: [], disputes: [] }))
  server.on('POST', `${base}/end-picking`, (_request, response) => {
    response.writeHead(409, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: 'order/partner-decides', message: 'O iFood não aceitou esta ação.' }),
    )
    return undefined
  })
  render(<PickingDialog order={started} onClose={() => undefined} />, { wrapper: QueryWrapper })
  fireEvent.click(screen.getByRole('button', { name: 'Terminar a separação' }))
  await screen.findByText('O iFood não aceitou esta ação.')
})
