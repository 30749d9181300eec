import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveOrderRules } from '../../../contract/orders/rules.ts'
import { readBoard } from '../../../contract/orders/orders.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { until } from '../../testing/until.ts'
import { printDesk } from '../testing/print-desk.ts'

/** Orders that nobody accepts in the panel: accepted by a rule, or by iFood's own event. */
const merchantId = '5b1a00aa-0000-4000-8000-00000000000c'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, manager } = shop)
  await desk().addPrinter()
  app.startWorker()
})
afterAll(() => shop.stop())
const desk = () => printDesk(app, store, manager)
const board = async () => (await app.call(manager, readBoard, { query: { selection: store } })).data.orders

test('an iFood order prints once, and only after iFood confirms the acceptance', async () => {
  await control.placeOrder({ merchantId })
  const placed = await until(board, (orders) => orders.some((order) => order.platform === 'ifood'))
  const order = placed.find((one) => one.platform === 'ifood')
  if (!order) throw new Error('order')
  expect(await desk().jobsOf(order.id)).toEqual([])
  await desk().accept(order.id)
  const jobs = await until(
    () => desk().jobsOf(order.id),
    (found) => found.length > 0,
  )
  expect(jobs).toHaveLength(1)
  expect((await board()).find((one) => one.id === order.id)?.status).toBe('confirmed')
})

test('an order accepted by a rule prints once without any panel open', async () => {
  const saved = await app.call(
    manager,
    saveOrderRules,
    {
      params: { platform: 'balcao' },
      body: {
        autoAccept: true,
        onlyWhenOpen: false,
        maxInPreparation: null,
        cashLimitCents: null,
        firstOrderWaits: false,
        scheduledAtOnce: false,
        preparationMinutes: null,
        version: 0,
      },
    },
    { storeId: store },
  )
  expect(saved.status).toBe(200)
  const order = await desk().place({ customer: { name: `Ana ${randomUUID().slice(0, 4)}`, phone: null } })
  const jobs = await until(
    () => desk().jobsOf(order.id),
    (found) => found.length > 0,
  )
  expect(jobs).toMatchObject([{ state: 'queued', askedBy: null, reprint: false }])
})
