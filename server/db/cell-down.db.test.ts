import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmOrder, placeOrder, readBoard } from '../../contract/orders/orders.ts'
import { everyKind } from '../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { bringBack, takeDown } from '../testing/database-outage.ts'
import { openStore } from '../testing/open-store.ts'
import { ownOrder } from '../testing/orders.ts'
import { cellsApart, type TestCells } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'

let databases: TestCells
let app: TestApp
let ana: Person
let bia: Person
let both: Person
let anas: string
let bias: string

beforeAll(async () => {
  databases = await cellsApart(['a', 'b'])
  app = await testApp({}, everyKind, {}, databases)
  app.deps.live.start(app.cellUrls)
  app.startWorker()
  ana = await app.addPerson('Ana')
  bia = await app.addPerson('Bia')
  anas = await openStore(app, ana, 'Açaí da Ana')
  bias = await openStore(app, bia, 'Bistrô da Bia')
  both = await app.addPerson('Gerente', { [anas]: 'manager', [bias]: 'manager' })
})
afterAll(() => app.close())

const place = (person: Person, storeId: string, key: string) =>
  app.call(person, placeOrder, { body: ownOrder() }, { storeId, key })

test('while a cell is down the other one sells, its screens follow, its worker works; the order of the first is placed when it is back', async () => {
  const { b } = databases.cells
  if (!b) throw new Error('there is no cell b')
  await takeDown(b)
  const heard: string[] = []
  const leave = await app.deps.live.attach(
    { uid: ana.uid, sessionId: ana.sessionId, roles: new Map([[anas, 2]]) },
    { write: (text) => heard.push(text) > 0, close: () => {} },
    null,
  )
  const placed = await place(ana, anas, 'um')
  expect(placed.status).toBe(200)
  const confirmed = await app.call(
    ana,
    confirmOrder,
    { params: { orderId: placed.data.id }, body: {} },
    { storeId: anas },
  )
  expect(confirmed.status).toBe(200)
  expect((await place(bia, bias, 'dois')).status).toBeGreaterThanOrEqual(500)
  const refused = await app.call(both, readBoard, { query: {} })
  expect([refused.status, refused.body.error, refused.body.details?.map(({ path }) => path)]).toEqual([
    503,
    'selection/cell-away',
    [bias],
  ])
  expect(refused.body.message).toContain('As outras funcionam')
  const board = await app.call(both, readBoard, { query: { selection: anas } })
  expect(board.data.orders.map(({ id }) => id)).toEqual([placed.data.id])
  await until(() => heard.some((text) => text.includes(placed.data.id)))
  const sinceSuccess = (consumer: string) =>
    app.deps
      .worker()
      ?.states()
      .find((one) => one.name === consumer)?.sinceSuccessMs ?? Infinity
  await until(() => sinceSuccess('outbox b') > 3_000 && sinceSuccess('outbox a') < 2_000)
  leave()

  await bringBack(b)
  const later = await until(
    () => place(bia, bias, 'dois'),
    ({ status }) => status === 200,
  )
  const shown = await app.call(both, readBoard, { query: {} })
  expect(shown.data.orders.map(({ id }) => id)).toEqual([placed.data.id, later.data.id])
  await until(() => sinceSuccess('outbox b') < 2_000)
})
