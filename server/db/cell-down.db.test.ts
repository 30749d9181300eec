import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { confirmOrder, placeOrder, readBoard } from '../../contract/orders/orders.ts'
import { startFreeTier } from '../../contract/stores/stores.ts'
import { everyKind } from '../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
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
  anas = await open(ana, 'Açaí da Ana')
  bias = await open(bia, 'Bistrô da Bia')
  both = await app.addPerson('Gerente', { [anas]: 'manager', [bias]: 'manager' })
})
afterAll(() => app.close())

const address = {
  street: 'Rua A',
  number: 's/n',
  district: 'Centro',
  city: 'Recife',
  state: 'PE',
  zipCode: '50030-230',
} as const

const open = async (person: Person, name: string) =>
  (await app.call(person, startFreeTier, { body: { name, phone: '(81) 99999-0001', address } })).data.id

const place = (person: Person, storeId: string, key: string) =>
  app.call(person, placeOrder, { body: ownOrder() }, { storeId, key })

async function onServer(...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

test('while a cell is down the other one sells, its screens follow, its worker works; the order of the first is placed when it is back', async () => {
  const name = new URL(databases.cells.b?.url ?? '').pathname.slice(1)
  await onServer(
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
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

  await onServer(`alter database ${name} with allow_connections true`)
  const later = await until(
    () => place(bia, bias, 'dois'),
    ({ status }) => status === 200,
  )
  const shown = await app.call(both, readBoard, { query: {} })
  expect(shown.data.orders.map(({ id }) => id)).toEqual([placed.data.id, later.data.id])
  await until(() => sinceSuccess('outbox b') < 2_000)
})
