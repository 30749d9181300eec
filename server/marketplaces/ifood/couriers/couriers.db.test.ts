import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  askForCourier,
  cancelCourier,
  readCourierOffer,
} from '../../../../contract/orders/courier-on-demand.ts'
import * as contract from '../../../../contract/orders/orders.ts'
import { withStoreScope } from '../../../db/scope.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../../testing/marketplaces/ifood-shop.ts'
import { until } from '../../../testing/until.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000d'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let basic: Person
let stranger: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, basic, stranger } = shop)
  app.startWorker()
}, 60_000)
afterAll(() => shop.stop())
beforeEach(() => control.refuseCouriers(null))

const here = () => ({ storeId: store })
const of = (orderId: string) => ({ params: { orderId } })
const read = async (orderId: string) =>
  (await app.call(basic, contract.readOrder, of(orderId), here())).data.order
const offerFor = (orderId: string, person = basic, storeId = store) =>
  app.call(person, readCourierOffer, of(orderId), { storeId })
const askFor = (orderId: string, quoteId: string, person = basic, storeId = store) =>
  app.call(person, askForCourier, { ...of(orderId), body: { quoteId, cents: 799 } }, { storeId })
const takeBack = (orderId: string, person = basic, storeId = store) =>
  app.call(person, cancelCourier, { ...of(orderId), body: {} }, { storeId })
const courierIs = (orderId: string, state: string) =>
  until(
    () => read(orderId),
    (order) => order.courierOnDemand?.state === state,
  )

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** As a process leaves it that ends before it has called iFood. */
const noteCourier = (orderId: string, courier: NonNullable<contract.Order['courierOnDemand']>) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('orders')
      .set({
        detail: sql`jsonb_set(detail, '{courierOnDemand}', ${JSON.stringify(courier)}::jsonb)`,
        version: sql`version + 1`,
      })
      .where('store_id', '=', store)
      .where('id', '=', orderId)
      .execute(),
  )

/** An order that the store delivers, accepted where nothing else is said. */
async function taken(
  wish: Partial<Parameters<typeof control.placeOrder>[0]> = {},
  accepted = true,
): Promise<contract.Order> {
  const { orderId: externalId } = await control.placeOrder({
    ...{ merchantId, type: 'DELIVERY', deliveredBy: 'MERCHANT' },
    ...wish,
  })
  const order = await until(async () => {
    const { data } = await app.call(basic, contract.readBoard, { query: {} })
    return data.orders.find((one) => one.externalId === externalId)
  })
  if (!accepted) return order
  await app.call(basic, contract.confirmOrder, { ...of(order.id), body: {} }, here())
  return until(
    () => read(order.id),
    ({ status, pending }) => status === 'confirmed' && pending === null,
  )
}

async function quoted(): Promise<{
  readonly id: string
  readonly externalId: string
  readonly quoteId: string
}> {
  const { id, externalId } = await taken()
  const { data } = await offerFor(id)
  if (!data.offer || !externalId) throw new Error('no offer')
  return { id, externalId, quoteId: data.offer.quoteId }
}

describe('a courier of iFood for an order that the store delivers', () => {
  test('has a price, a time and an end of both', async () => {
    const { id } = await taken()
    const { status, data } = await offerFor(id)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      refusal: null,
      offer: { cents: 799, minutes: { from: 20, to: 30 }, meters: 3_000 },
    })
    expect(Date.parse(data.offer?.validUntil ?? '')).toBeGreaterThan(Date.now())
  })

  test('is asked for by a person, granted by iFood, and on the card until it is there', async () => {
    const { id, externalId, quoteId } = await quoted()
    const asked = await askFor(id, quoteId)
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    expect(asked.data.courierOnDemand).toMatchObject({ state: 'asked', cents: 799, askedBy: 'basic' })
    expect((await courierIs(id, 'coming')).courierOnDemand).toMatchObject({ cents: 799, askedBy: 'basic' })
    await control.assignCourier(externalId)
    await courierIs(id, 'assigned')
    expect((await takeBack(id)).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'O entregador já aceitou: o pedido dele não é mais cancelado por aqui.',
    })
    const { timeline: events } = (await app.call(basic, contract.readOrder, of(id), here())).data
    const types = events.map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['COURIER_ASKED', 'REQUEST_DRIVER_SUCCESS', 'ASSIGN_DRIVER']),
    )
    expect(events.find(({ type }) => type === 'COURIER_ASKED')).toMatchObject({
      actorName: 'basic',
      note: 'R$ 7,99',
    })
  })

  test('is asked for once, also by two people at the same time', async () => {
    const { id, externalId, quoteId } = await quoted()
    const replies = await Promise.all([askFor(id, quoteId), askFor(id, quoteId)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('order/invalid-transition')
    await courierIs(id, 'coming')
    const { actions } = await control.readLog()
    expect(
      actions.filter(({ orderId, action }) => orderId === externalId && action === 'requestDriver'),
    ).toHaveLength(1)
  })

  test('is taken back until one has accepted, and may be asked for again', async () => {
    const { id, quoteId } = await quoted()
    await askFor(id, quoteId)
    await courierIs(id, 'coming')
    const replies = await Promise.all([takeBack(id), takeBack(id)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await courierIs(id, 'cancelled')
    const again = await offerFor(id)
    expect((await askFor(id, again.data.offer?.quoteId ?? '')).status).toBe(200)
    await courierIs(id, 'coming')
  })

  test.each(['asked', 'cancelling'] as const)(
    'whose request iFood never got (%s), since our process ended before the call, is given up after five minutes and asked for again',
    async (state) => {
      const { id, quoteId } = await quoted()
      await noteCourier(id, { state, cents: 799, askedBy: 'basic', at: minutesAgo(4) })
      expect((await askFor(id, quoteId)).body.error).toBe('order/invalid-transition')
      expect((await takeBack(id)).body.error).toBe(
        state === 'asked' ? 'order/partner-decides' : 'order/invalid-transition',
      )
      expect((await read(id)).courierOnDemand).toMatchObject({ state })
      await noteCourier(id, { state, cents: 799, askedBy: 'basic', at: minutesAgo(6) })
      const given = await takeBack(id)
      expect(given.status, JSON.stringify(given.body)).toBe(200)
      expect(given.data.courierOnDemand).toMatchObject({ state: 'refused' })
      expect((await askFor(id, quoteId)).status).toBe(200)
      await courierIs(id, 'coming')
    },
  )

  test('that iFood does not find is refused on the card', async () => {
    const { id, quoteId } = await quoted()
    await control.refuseCouriers('HighDemand')
    expect((await askFor(id, quoteId)).status).toBe(200)
    await courierIs(id, 'refused')
    expect((await offerFor(id)).data).toEqual({
      offer: null,
      refusal: 'Os entregadores do iFood estão com alta demanda agora. Tente de novo em alguns minutos.',
    })
  })

  test('is not asked for by a quote of another order: nothing is left of the try', async () => {
    const first = await quoted()
    const second = await taken()
    const refused = await askFor(second.id, first.quoteId)
    expect(refused.body.error).toBe('order/partner-decides')
    expect((await read(second.id)).courierOnDemand).toMatchObject({ state: 'refused' })
    expect((await offerFor(second.id)).data.offer).not.toBeNull()
  })

  test('is not to be had while iFood does not answer, and then it is', async () => {
    const { id, quoteId } = await quoted()
    await control.fail(503, 600_000, '/shipping')
    expect((await askFor(id, quoteId)).body.error).toBe('marketplace/unavailable')
    await control.fail(503, 0, '/shipping')
    expect((await askFor(id, quoteId)).status).toBe(200)
    await courierIs(id, 'coming')
  })
})

test('before its acceptance an order gets no courier, and neither does one that iFood delivers or a customer fetches', async () => {
  const waiting = await taken({}, false)
  expect((await offerFor(waiting.id)).body).toMatchObject({
    error: 'order/invalid-transition',
    message: expect.stringContaining('depois do aceite') as string,
  })
  for (const wish of [{ deliveredBy: 'IFOOD' as const }, { type: 'TAKEOUT' as const }]) {
    const { id, lendsCourier } = await taken(wish)
    expect(lendsCourier).toBeUndefined()
    expect((await offerFor(id)).body.error).toBe('order/invalid-transition')
    expect((await askFor(id, randomUUID())).body.error).toBe('order/invalid-transition')
  }
})

test('only the store’s own people ask, and only for its own orders', async () => {
  const { id, quoteId } = await quoted()
  const { other } = shop
  for (const call of [
    (person: Person, storeId: string) => offerFor(id, person, storeId),
    (person: Person, storeId: string) => askFor(id, quoteId, person, storeId),
    (person: Person, storeId: string) => takeBack(id, person, storeId),
  ]) {
    expect((await call(stranger, store)).body.error).toBe('store/not-found')
    expect((await call(stranger, other)).body.error).toBe('order/not-found')
  }
  expect((await takeBack(id)).body.error).toBe('order/invalid-transition')
  expect((await askFor(randomUUID(), quoteId)).body.error).toBe('order/not-found')
})
