import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { queryClient, queryFor } from '../../api/query.ts'
import { resume } from '../../identity/session.ts'
import { startLocalServer } from '../../testing/local-server.ts'
import { QueryWrapper } from '../../testing/query-wrapper.tsx'
import { sampleOrder } from '../../testing/sample-order.ts'
import { serveSession } from '../../testing/sample-session.ts'
import CourierOnDemand from './courier-on-demand.tsx'

const order = sampleOrder({ platform: 'ifood', status: 'ready', lendsCourier: true })
const base = `/api/orders/${order.id}`
const quoteId = '57cd1046-2e06-446f-a2dd-18a518212c3c'
const offer = {
  ...{ quoteId, cents: 799, minutes: { from: 20, to: 30 }, meters: 3_000 },
  validUntil: '2026-11-21T20:00:00.000Z',
}
const courier = (state: NonNullable<Order['courierOnDemand']>['state']) => ({
  courierOnDemand: { state, cents: 799, askedBy: 'Ana', at: '2026-11-20T21:00:00.000Z' },
})

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

const show = (shown: Order) => render(<CourierOnDemand order={shown} />, { wrapper: QueryWrapper })
const opener = { name: /Pedir entregador do iFood/ }
const giveUp = { name: /Desistir do entregador/ }

test('a courier is offered after the acceptance and before the order leaves, and only where the channel lends one', () => {
  const { rerender } = show(order)
  expect(screen.getByRole('button', opener)).toBeDefined()
  for (const changes of [{ status: 'placed' }, { status: 'dispatched' }, { lendsCourier: false }] as const) {
    rerender(<CourierOnDemand order={{ ...order, ...changes }} />)
    expect(screen.queryByRole('button')).toBeNull()
  }
})

test('what became of the request is said, and it is taken back until a courier has accepted', async () => {
  server.on('POST', `${base}/cancel-courier`, () => ({ ...order, ...courier('cancelling') }))
  const { rerender } = show({ ...order, ...courier('coming') })
  expect(screen.getByRole('status').textContent).toMatch(/O iFood procura um entregador por R\$\s7,99/)
  fireEvent.click(screen.getByRole('button', giveUp))
  await expect.poll(() => server.callsOf(`${base}/cancel-courier`)).toHaveLength(1)
  rerender(<CourierOnDemand order={{ ...order, ...courier('assigned') }} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('a caminho da loja')
  rerender(<CourierOnDemand order={{ ...order, ...courier('refused') }} />)
  expect(screen.getByRole('button', opener)).toBeDefined()
})

test('the price and the time are shown before anything is asked for, and a refusal stays in view', async () => {
  let refused = false
  server.on('GET', `${base}/courier-offer`, () => ({ offer, refusal: null }))
  server.on('POST', `${base}/ask-for-courier`, (_request, response) => {
    if (refused) return { ...order, ...courier('asked') }
    refused = true
    response.writeHead(409, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ error: 'order/partner-decides', message: 'O iFood não aceitou esta ação.' }),
    )
    return undefined
  })
  show(order)
  fireEvent.click(screen.getByRole('button', opener))
  const request = await screen.findByRole('button', { name: /Pedir por R\$\s7,99/ })
  expect(screen.getByText(/entrega em 20 a 30 minutos · 3,0\skm/)).toBeDefined()
  expect(server.callsOf(`${base}/ask-for-courier`)).toEqual([])
  fireEvent.click(request)
  await screen.findByText('O iFood não aceitou esta ação.')
  fireEvent.click(request)
  await expect.poll(() => screen.queryByRole('button', { name: /Pedir por/ })).toBeNull()
  expect(server.callsOf(`${base}/ask-for-courier`).map(({ body }) => body)).toEqual([
    { quoteId, cents: 799 },
    { quoteId, cents: 799 },
  ])
})

test('a channel that has no courier now says why', async () => {
  server.on('GET', `${base}/courier-offer`, () => ({ offer: null, refusal: 'Fora do horário.' }))
  show(order)
  fireEvent.click(screen.getByRole('button', opener))
  await screen.findByText('Fora do horário.')
  expect(screen.queryByRole('button', { name: /Pedir por/ })).toBeNull()
})

/** An own order that is paid, of a store that also sells at iFood. */
const own = sampleOrder({
  status: 'ready',
  delivery: {
    ...{ deliveredBy: 'MERCHANT', pickupCode: null, notes: null },
    address: {
      ...{ street: 'Rua das Flores', number: '10', complement: null, reference: null, district: 'Centro' },
      ...{ city: 'Cidade', state: 'SP', zipCode: '01310-100', lat: -23.5, lng: -46.6 },
    },
  },
})
const sellsAtIfood = () =>
  queryClient.setQueryData(queryFor(readMyStores, {}).queryKey, {
    stores: [
      {
        id: own.storeId,
        name: 'Brasa',
        menuSlug: 'brasa',
        options: [{ platform: 'balcao' }, { platform: 'ifood' }],
      },
    ],
  } as never)
const showOwn = (changes: Partial<Order> = {}) =>
  render(<CourierOnDemand order={{ ...own, ...changes }} offersCarrier />, { wrapper: QueryWrapper })

test('an own order is offered a courier of iFood where the store sells there, with what leaves the house', async () => {
  server.on('GET', `${base}/courier-offer`, () => ({ offer, refusal: null }))
  const { unmount } = showOwn()
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  sellsAtIfood()
  showOwn()
  fireEvent.click(screen.getByRole('button', opener))
  await screen.findByText(/recebe nome, telefone e endereço do cliente/)
})

test('an own order without a point on the map says why it cannot be carried', () => {
  sellsAtIfood()
  showOwn({ delivery: own.delivery && { ...own.delivery, address: null } })
  expect(screen.getByRole('button', opener).getAttribute('title')).toContain('sem a rua')
})

test('a carried order shows its code and where it is followed, and is taken back for a reason of iFood’s', async () => {
  const reason = { code: '817', description: 'O cliente cancelou' }
  server.on('GET', `${base}/courier-cancel-reasons`, () => ({ reasons: [reason] }))
  server.on('POST', `${base}/cancel-courier`, () => own)
  showOwn({
    courierOnDemand: {
      ...{ state: 'coming', cents: 799, askedBy: 'Ana', at: '2026-11-20T21:00:00.000Z', by: 'ifood' },
      ...{ trackingUrl: 'https://meupedido.ifood.com.br/x', dropCode: '4321' },
    },
  })
  expect(screen.getByRole('status').textContent).toContain('O cliente diz o código 4321')
  expect(screen.getByRole('link', { name: 'Acompanhar' }).getAttribute('href')).toContain('meupedido')
  fireEvent.click(screen.getByRole('button', giveUp))
  fireEvent.click(await screen.findByRole('radio', { name: 'O cliente cancelou' }))
  fireEvent.click(screen.getByRole('button', { name: 'Desistir' }))
  await expect
    .poll(() => server.callsOf(`${base}/cancel-courier`).map(({ body }) => body))
    .toEqual([{ reason }])
})

test('another address that the customer asks for is accepted or refused until its time is over', async () => {
  server.on('POST', `${base}/answer-address-change`, () => own)
  const address = { ...(own.delivery?.address as object), street: 'Rua Nova' } as never
  const asked = (until: string) => ({
    courierOnDemand: {
      ...{ state: 'coming', cents: 799, askedBy: 'Ana', at: '2026-11-20T21:00:00.000Z', by: 'ifood' },
      addressChange: { address, until },
    } as NonNullable<Order['courierOnDemand']>,
  })
  const { unmount } = showOwn(asked('2100-01-01T00:00:00.000Z'))
  await screen.findByText('Rua Nova, 10, Centro')
  fireEvent.click(screen.getByRole('button', { name: /Recusar o endereço novo/ }))
  await expect
    .poll(() => server.callsOf(`${base}/answer-address-change`).map(({ body }) => body))
    .toEqual([{ accept: false }])
  unmount()
  showOwn(asked('2020-01-01T00:00:00.000Z'))
  await screen.findByText(/prazo para responder/)
  expect(screen.queryByRole('button', { name: /Aceitar o endereço/ })).toBeNull()
})
