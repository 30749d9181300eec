import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exportOrders } from '../../../contract/orders/history.ts'
import * as orders from '../../../contract/orders/orders.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { readOpenStatus } from '../../../contract/stores/stores.ts'
import { everyKind } from '../../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../app.ts'
import { feira, platform } from './feira/feira.ts'
import { startFeira, type FeiraPartner } from './feira/partner.ts'

vi.mock('../../../contract/shared/channel-table.ts', async (original) => {
  const { withFeira } = await import('./feira/channel.ts')
  return withFeira(await original())
})

let partner: FeiraPartner
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  partner = await startFeira()
  app = await testApp({}, [...everyKind, feira(partner.url)])
  store = await app.addStore({ name: 'Brasa', merchantId: '77', platform })
  manager = await app.addPerson('manager', { [store]: 'manager' })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await partner.stop()
})

const board = async () =>
  (await app.call(manager, orders.readBoard, { query: {} })).data.orders.find(
    (order) => (order.platform as string) === platform,
  )

test('an order of a second marketplace goes through inbox, board, action, report and file', async () => {
  const externalId = partner.place('77')
  const placed = await vi.waitUntil(board, { timeout: 15_000 })
  expect(placed).toMatchObject({ status: 'placed', totals: { orderCents: 3_000 } })
  expect(placed.externalId).toBe(externalId)
  await vi.waitUntil(() => partner.waitingEvents() === 0)

  const act = { params: { orderId: placed.id }, body: {} }
  const asked = await app.call(manager, orders.confirmOrder, act, { storeId: store })
  expect(asked.data).toMatchObject({ status: 'placed', pending: { action: 'confirm' } })
  await vi.waitUntil(() => partner.accepted.has(externalId), { timeout: 15_000 })
  const again = await app.call(manager, orders.confirmOrder, act, { storeId: store })
  expect(again.body.message).toBe('Aguardando a resposta da Feira da Vila à última ação.')
  expect(await board()).toMatchObject({ status: 'placed', pending: { action: 'confirm' } })

  partner.settle(externalId)
  await vi.waitUntil(async () => (await board())?.status === 'confirmed', { timeout: 15_000 })
  expect(await board()).toMatchObject({ status: 'confirmed', pending: null })

  const report = await app.call(manager, readDailyReport, { query: {} })
  const channels = report.data.channels.map((row) => [row.platform, row.totals.received])
  expect(channels).toContainEqual([platform, 1])

  const file = await app.fastify.inject({
    url: `/api${exportOrders.path}`,
    query: { format: 'csv' },
    headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain('Feira da Vila')
})

test('a document that is odd in every field becomes an order that says so, and takes no board down', async () => {
  const odd = partner.place(
    '77',
    '{"buyer":"Ana\\u0000 \\ud83d","lines":[{"title":7},null,{"qty":-1}],"paid":"muito"}',
  )
  const find = async () =>
    (await app.call(manager, orders.readBoard, { query: {} })).data.orders.find(
      (one) => one.externalId === odd,
    )
  const shown = await vi.waitUntil(find, { timeout: 15_000 })
  expect(shown).toMatchObject({
    incomplete: true,
    status: 'placed',
    merchantId: '77',
    customer: { name: 'Ana \ufffd' },
  })
  expect(shown.items.map((item) => [item.name, item.quantity])).toEqual([
    ['7', 1],
    ['Item sem nome', 1],
  ])
})

test('its silence is named by its own name', async () => {
  // A poll by the advanced clock would break the silence.
  await app.deps.worker()?.stop()
  app.setClock(new Date(Date.now() + 120_000))
  const path = { params: { storeId: store } }
  const reasons = (await app.call(manager, readOpenStatus, path)).data.reasons
  app.setClock(null)
  expect(reasons.map((reason) => reason.message)).toContain(
    'a Feira da Vila não responde ao sistema; ela pode fechar a loja por lá.',
  )
})
