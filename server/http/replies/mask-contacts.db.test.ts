import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../../contract/all.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { messageCustomer } from '../../../contract/orders/messages.ts'
import { noteOrder } from '../../../contract/orders/work.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { examples } from '../../testing/isolation-examples.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { holdsOrders } from './mask-contacts.ts'

let app: TestApp
let store: string
let basic: Person
let manager: Person
beforeAll(async () => {
  app = await testApp()
  ;({ store, basic, manager } = await standardShop(app))
})
afterAll(() => app.close())

const secrets = ['987654321', 'Rua das Flores', 'Bloco secreto', 'Segredo por escrito', 'Tocar baixinho']

async function place(): Promise<Order> {
  const body = ownOrder()
  const delivery = body.delivery && {
    notes: 'Tocar baixinho',
    address: { ...body.delivery.address, complement: 'Bloco secreto' },
  }
  const placed = await app.call(
    basic,
    contract.placeOrder,
    { body: { ...body, delivery } },
    { storeId: store, key: randomUUID() },
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(200)
  return placed.data
}

async function step(order: Order, route: Route, body: object = {}) {
  const input = { params: { orderId: order.id }, body } as never
  return app.call(basic, route as typeof contract.confirmOrder, input, { storeId: store })
}

/** An order that somebody cancelled, with a message to its customer. */
async function endedOrder(): Promise<Order> {
  const order = await place()
  await step(order, messageCustomer, { text: 'Segredo por escrito' })
  const reasons = await app.call(
    manager,
    contract.readCancellationReasons,
    { params: { orderId: order.id } },
    { storeId: store },
  )
  const done = await step(order, contract.cancelOrder, { code: reasons.data[0]?.code ?? '' })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expectNoContact(done.body)
  return done.data
}

function expectNoContact(reply: unknown): void {
  const text = JSON.stringify(reply)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
}

/** Open by their nature, or shown on purpose. */
const exempt = ['placeOrder', 'revealCustomer']
const routes = allRoutes.filter((route) => holdsOrders(route) && !exempt.includes(route.name))

test('the contract’s routes with orders are found by their reply', () => {
  const names = allRoutes.filter(holdsOrders).map((route) => route.name)
  expect(names).toEqual(
    expect.arrayContaining(['readBoard', 'readOrder', 'noteOrder', 'advanceOrders', 'undoStep']),
  )
  expect(names.length).toBeGreaterThan(15)
  expect(allRoutes.filter((route) => route.revealsContacts).map((route) => route.name)).toEqual([
    'revealCustomer',
  ])
})

for (const route of routes) {
  test(`${route.name} tells a basic user no contact of an ended order`, async () => {
    const order = await endedOrder()
    const target = { storeId: store, slug: 'x', orderId: order.id, groupId: randomUUID(), groupSlug: 'x' }
    const example = examples[route.name]?.(target)
    if (!example) throw new Error(`No example of ${route.name}`)
    const query = route.name === 'readBoard' ? { orderIds: order.id } : example.input.query
    const input = { ...example.input, ...(query ? { query } : {}) } as never
    const reply = await app.call(basic, route as typeof contract.readOrder, input, {
      storeId: store,
      ...(example.key ? { key: randomUUID() } : {}),
    })
    expect(reply.status).toBeLessThan(500)
    expectNoContact(reply.body)
  })
}

test('the note of an ended order is kept, its contact stays hidden, and a manager sees both', async () => {
  const order = await endedOrder()
  const input = { params: { orderId: order.id }, body: { text: 'Pediu a nota' } }
  const noted = await app.call(basic, noteOrder, input, { storeId: store })
  expect(noted.data).toMatchObject({ storeNote: 'Pediu a nota', masked: true })
  expectNoContact(noted.body)
  const whole = await app.call(manager, noteOrder, input, { storeId: store })
  expect(whole.data).toMatchObject({ masked: false, customer: { phone: '+5511987654321' } })
})

test('an order that a basic user concludes is masked in the very reply', async () => {
  const order = await place()
  for (const route of [
    contract.confirmOrder,
    contract.markReady,
    contract.dispatchOrder,
    contract.deliverOrder,
  ])
    expect((await step(order, route)).status).toBe(200)
  const done = await step(order, contract.concludeOrder)
  expect(done.data).toMatchObject({ status: 'concluded', masked: true })
  expectNoContact(done.body)
})
