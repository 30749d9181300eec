import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { channelTable } from '../../../contract/shared/channel-table.ts'
import { readBoard } from '../../../contract/orders/orders.ts'
import { readOpenStatus } from '../../../contract/stores/stores.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { orderInbox } from '../../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../app.ts'
import { waitingForLocks } from '../held-row.ts'
import { standardShop } from '../standard-shop.ts'
import { until } from '../until.ts'
import { consumersOf } from '../../worker/consumers.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'

/** Rules that no marketplace publishes: code with a rule of its own fails here. */
vi.mock('../../../contract/shared/channel-table.ts', async (original) => {
  const table = await original<{ channelTable: typeof channelTable }>()
  const { ifood } = table.channelTable
  const rules = {
    ...ifood.rules,
    acceptWithinSeconds: 120,
    pollEverySeconds: 2,
    offlineAfterSeconds: 40,
    replyWithinSeconds: 0.1,
    idKind: 'integer64',
  }
  return { ...table, channelTable: { ...table.channelTable, ifood: { ...ifood, rules } } }
})

const platform = 'ifood'
const secret = 'webhook-secret'
const merchantId = '5b1a00aa-0000-4000-8000-00000000000f'
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let manager: Person

beforeAll(async () => {
  simulator = await startSimulator({
    clientId: 'test',
    clientSecret: secret,
    // Nobody listens there.
    webhookUrl: 'http://127.0.0.1:9/',
  })
  control = simulatorControl(simulator.url)
  app = await testApp({ IFOOD_BASE_URL: simulator.url, IFOOD_CLIENT_ID: 'test', IFOOD_CLIENT_SECRET: secret })
  ;({ store, manager } = await standardShop(app, { merchantId }))
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  app.setClock(null)
  await control.reset()
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: 1_290 }] },
  ])
})

test('an order may be accepted for as long as the table says, here and at the marketplace', async () => {
  const { orderId } = await control.placeOrder({ merchantId })
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
  const { orders } = (await app.call(manager, readBoard, { query: {} })).data
  const here = orders.find(({ externalId }) => externalId === orderId)
  expect(Date.parse(here?.confirmBy ?? '') - Date.parse(here?.createdAt ?? '')).toBe(120_000)
  const there = async () => (await control.readLog()).orders.find(({ id }) => id === orderId)?.status
  await control.advanceClock(60_000)
  expect(await there()).toBe('PLACED')
  await control.advanceClock(60_000)
  expect(await there()).toBe('CANCELLED')
})

test('a store that is not polled is silent for us and offline at the marketplace when the table says so', async () => {
  const silent = async () => {
    const { reasons } = (await app.call(manager, readOpenStatus, { params: { storeId: store } })).data
    return reasons.some(({ code }) => code === 'channel-silent')
  }
  const offline = async () => {
    const status = await requireFacet(app.deps.marketplaces.of(platform), 'status').read(merchantId)
    return status.failed.some(({ check }) => check === 'connection')
  }
  const polledAt = new Date()
  app.setClock(polledAt)
  await pollMarketplaces(app.deps)
  app.setClock(new Date(polledAt.getTime() + 40_000))
  await control.advanceClock(20_000)
  expect([await silent(), await offline()]).toEqual([false, false])
  app.setClock(new Date(polledAt.getTime() + 41_000))
  await control.advanceClock(20_000)
  expect([await silent(), await offline()]).toEqual([true, true])
})

test('the worker polls at the pace of the table', () => {
  const polling = consumersOf(app.deps).find(({ name }) => name === `polling-${platform}`)
  expect(polling?.everyMs).toBe(2_000)
})

const deliver = (body: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/webhooks/ifood',
    headers: { 'x-ifood-signature': createHmac('sha256', secret).update(body).digest('hex') },
    payload: body,
  })
/** The marketplace sends it again when it did not get its answer in time. */
const untilTaken = (body: string) =>
  until(
    () => deliver(body),
    ({ statusCode }) => statusCode === 202,
  )
const eventText = (id: string) =>
  `{"id":${id},"code":"PLC","fullCode":"PLACED","orderId":"${randomUUID()}","merchantId":"${merchantId}"}`
const keptIds = async () => {
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('inbox').select('event_id').execute(),
  )
  return rows.map((row) => row.event_id)
}

test('a webhook is answered in the time of the table, and its event is kept once when it is sent again', async () => {
  const body = eventText('"late"')
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('select from integrations where store_id = $1 for update', [store])
    const late = deliver(body)
    await waitingForLocks(owner)
    // With no words: it did not fail, it waits.
    expect(await late).toMatchObject({ statusCode: 503, body: '' })
    await owner.query('commit')
  } finally {
    await owner.end()
  }
  await untilTaken(body)
  expect((await keptIds()).filter((id) => id === 'late')).toHaveLength(1)
})

test('the simulator waits for a webhook’s answer as long as the table says', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await control.placeOrder({ merchantId })
  expect(limits).toHaveBeenCalledWith(100)
  limits.mockRestore()
})

test('an id of 64 bits keeps its digits where the table says that ids have as many', async () => {
  await untilTaken(eventText('9007199254740993'))
  expect(await keptIds()).toContain('9007199254740993')
})
