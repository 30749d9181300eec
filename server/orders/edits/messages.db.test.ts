import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { messageCustomer } from '../../../contract/orders/messages.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
afterAll(() => app.close())

async function place(changes: Partial<contract.PlaceOrderBody> = {}): Promise<Order> {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder(changes) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
const write = (order: Order, text: string, by: { as?: Person; storeId?: string; key?: string } = {}) =>
  app.call(
    by.as ?? basic,
    messageCustomer,
    { params: { orderId: order.id }, body: { text } },
    { storeId: by.storeId ?? store, ...(by.key ? { key: by.key } : {}) },
  )
const read = async (order: Order, as = basic) =>
  (await app.call(as, contract.readOrder, { params: { orderId: order.id } }, { storeId: store })).data

test('a message opened in WhatsApp is stored with its author, time and text', async () => {
  const order = await place()
  const written = await write(order, '  Saiu para entrega com Beto.  ')
  expect(written.data).toMatchObject({
    from: 'store',
    channel: 'whatsapp',
    text: 'Saiu para entrega com Beto.',
  })
  const { messages, timeline } = await read(order)
  expect(messages).toEqual([written.data])
  expect(messages[0]?.personName).toBe(timeline.find((event) => event.type === 'MESSAGE')?.actorName)
})

test('a retried message is stored once, and messages of two people are both stored', async () => {
  const order = await place()
  const key = randomUUID()
  const [first, second] = await Promise.all([
    write(order, 'Oi', { key }),
    write(order, 'Tudo bem?', { as: manager }),
  ])
  expect([first.data.text, second.data.text]).toEqual(['Oi', 'Tudo bem?'])
  await write(order, 'Oi', { key })
  expect(
    (await read(order)).messages
      .map((message) => message.text)
      .toSorted((a, b) => (a ?? '').localeCompare(b ?? '')),
  ).toEqual(['Oi', 'Tudo bem?'])
})

test('an empty message, another store’s order and an order without a phone number are rejected with a message', async () => {
  const order = await place()
  expect((await write(order, '   ')).body.error).toBe('validation/invalid')
  expect((await write(order, 'Oi', { as: stranger, storeId: other })).body.error).toBe('order/not-found')
  expect((await write(order, 'Oi', { as: stranger })).body.error).toBe('store/not-found')
  const counter = await place({
    type: 'TAKEOUT',
    delivery: null,
    fees: [],
    customer: { name: 'Balcão', phone: null },
    orderCents: 6_300,
    payments: [{ method: 'PIX', brand: null, cents: 6_300, prepaid: false, changeForCents: null }],
  })
  expect((await write(counter, 'Oi')).body).toMatchObject({
    error: 'order/no-own-phone',
    message: expect.stringContaining('número do cliente') as string,
  })
  expect((await read(order)).messages).toEqual([])
})

test('once the order has ended, a basic user can neither write nor read messages and a manager can', async () => {
  const order = await place()
  await write(order, 'Rua das Flores, 10?')
  await app.call(
    basic,
    contract.cancelOrder,
    { params: { orderId: order.id }, body: { code: 'duplicate' } },
    { storeId: store },
  )
  expect((await write(order, 'Desculpe')).body.error).toBe('order/contact-hidden')
  expect((await read(order)).messages.map((message) => message.text)).toEqual([null])
  expect(JSON.stringify(await read(order))).not.toContain('Rua das Flores')
  expect((await write(order, 'Desculpe', { as: manager })).data.text).toBe('Desculpe')
  expect((await read(order, manager)).messages).toHaveLength(2)
})
