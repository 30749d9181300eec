import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeDeliveryFee } from '../../../contract/orders/edits.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { readFailedRows } from '../../../contract/failed-work/failed-work.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { startOddIfood, type OddIfood } from '../../testing/odd-ifood.ts'
import { ownOrder } from '../../testing/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { orderInbox } from '../orders.ts'

const merchantId = 'full-merchant'
let partner: OddIfood
let app: TestApp
let owner: pg.Client
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startOddIfood()
  app = await testApp({ IFOOD_BASE_URL: partner.url, IFOOD_CLIENT_ID: 'test', IFOOD_CLIENT_SECRET: 'secret' })
  ;({ store, manager } = await standardShop(app, { name: 'Brasa', merchantId }))
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
  await partner.stop()
})
/** As 214 orders of R$ 100 thousand would: almost nothing more fits into what was counted today. */
const fill = (column: string): Promise<unknown> =>
  owner.query(`update sales_days set ${column} = 2147483647 - 500 where store_id = $1`, [store])
const counted = async (column: string): Promise<number> => {
  const { rows } = await owner.query<{ sum: string }>(
    `select coalesce(sum(${column}), 0) as sum from sales_days where store_id = $1`,
    [store],
  )
  return Number(rows[0]?.sum)
}
const afterwards = () => owner.query('delete from sales_days where store_id = $1', [store])

const place = () =>
  app.call(manager, orders.placeOrder, { body: ownOrder() }, { storeId: store, key: randomUUID() })

describe('an own order that lifts the sum of its hour over what a report can hold', () => {
  test('is refused in words, and no part is kept', async () => {
    expect((await place()).status).toBe(200)
    await fill('gross_cents')
    const before = await board()
    const refused = await place()
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      error: 'validation/refused',
      message: expect.stringContaining('R$\u00a021 milhões') as string,
    })
    expect(await board()).toHaveLength(before.length)
    await afterwards()
    expect((await place()).status).toBe(200)
  })

  test('is refused in words when an edit lifts it, and keeps its values', async () => {
    const { data: order } = await place()
    await fill('delivery_fee_cents')
    const edit = { params: { orderId: order.id }, body: { cents: 5_000, version: order.version } }
    const refused = await app.call(manager, changeDeliveryFee, edit, { storeId: store })
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('Confira os valores.')
    const { data } = await app.call(manager, orders.readOrder, edit, { storeId: store })
    expect(data.order).toMatchObject({ version: order.version, totals: order.totals })
    await afterwards()
  })
})

describe('an order of a marketplace for which the reports have no room', () => {
  test('is taken without its amounts, marked, and its document is kept whole', async () => {
    const first = await taken()
    expect(first.incomplete).toBeUndefined()
    await fill('gross_cents')
    const order = await taken()
    expect(order).toMatchObject({
      incomplete: true,
      items: [{ name: 'Suco', quantity: 1, totalCents: 0 }],
      totals: { orderCents: 0 },
    })
    const { rows } = await owner.query<{ amount: number }>(
      `select (detail #>> '{partner,total,orderAmount}')::float8 as amount from orders where id = $1`,
      [order.id],
    )
    expect(rows).toEqual([{ amount: 9 }])
    expect(await failed()).toEqual([])
    await afterwards()
  })

  test('follows a change of its marketplace without the new amounts', async () => {
    const order = await taken()
    await fill('gross_cents')
    partner.setOrder(order.externalId, documentOf(order.externalId, 50))
    send({ orderId: order.externalId, code: 'OPA', fullCode: 'ORDER_PATCHED' })
    const changed = await heard(order.externalId, (one) => one.incomplete === true)
    expect(changed).toMatchObject({ items: [{ quantity: 1, totalCents: 0 }], totals: { orderCents: 0 } })
    // What it had counted for before was taken back.
    expect(await counted('gross_cents')).toBe(2_147_483_647 - 500 - 900)
    expect(await failed()).toEqual([])
    await afterwards()
  })

  test('is cancelled when its marketplace cancels it', async () => {
    await cancelled(await taken())
    const order = await taken()
    await fill('cancelled_cents')
    await cancelled(order)
    expect(await counted('cancelled_cents')).toBe(2_147_483_647 - 500)
    expect(await failed()).toEqual([])
    await afterwards()
  })
})

const board = async () => (await app.call(manager, orders.readBoard, { query: {} })).data.orders
const failed = async () =>
  (await app.call(manager, readFailedRows, { query: { selection: store } })).data.rows

function send(over: { readonly orderId: string; readonly code: string; readonly fullCode: string }): void {
  const id = randomUUID()
  const event = { id, merchantId, createdAt: new Date().toISOString(), ...over }
  partner.addEvent(id, merchantId, JSON.stringify(event))
}

async function hear(): Promise<void> {
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
}

async function heard(externalId: string, good: (order: orders.Order) => boolean): Promise<orders.Order> {
  return vi.waitFor(
    async () => {
      await hear()
      const order = (await board()).find((one) => one.externalId === externalId)
      if (!order || !good(order)) throw new Error('The order is not on the board as expected.')
      return order
    },
    { timeout: 10_000, interval: 30 },
  )
}

async function taken(): Promise<orders.Order> {
  const orderId = randomUUID()
  partner.setOrder(orderId, documentOf(orderId, 9))
  send({ orderId, code: 'PLC', fullCode: 'PLACED' })
  return heard(orderId, () => true)
}

async function cancelled(order: orders.Order): Promise<void> {
  send({ orderId: order.externalId, code: 'CAN', fullCode: 'CANCELLED' })
  await vi.waitFor(
    async () => {
      await hear()
      const read = { params: { orderId: order.id } }
      const { data } = await app.call(manager, orders.readOrder, read, { storeId: store })
      expect(data.order.status).toBe('cancelled')
    },
    { timeout: 10_000, interval: 30 },
  )
}

const documentOf = (id: string, reais: number): string =>
  JSON.stringify({
    id,
    displayId: '4821',
    orderType: 'TAKEOUT',
    createdAt: new Date().toISOString(),
    merchant: { id: merchantId },
    customer: { name: 'Cliente de Teste' },
    items: [{ name: 'Suco', quantity: 1, unitPrice: reais, totalPrice: reais }],
    total: { orderAmount: reais },
  })
