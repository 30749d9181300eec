import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headers } from '../../contract/shared/headers.ts'
import { buildApp } from '../app.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { placeOrder } from '../../contract/orders/orders.ts'
import pg from 'pg'
import { ownOrder } from '../testing/orders.ts'

let app: TestApp
let manager: Person
let store: string
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as never) })

/** Every read of an order or of a day's sums takes longer than a statement may. */
beforeAll(async () => {
  app = await testApp({}, undefined, { statementTimeoutMs: 500 })
  store = await app.addStore()
  manager = await app.addPerson('manager', { [store]: 'manager' })
  await app.call(manager, placeOrder, { body: ownOrder() }, { storeId: store, key: 'one' })
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  for (const table of ['orders', 'sales_days', 'sales_hours'])
    await owner.query(
      `create policy slow on ${table} as restrictive for select using (pg_sleep(60) is not null)`,
    )
  await owner.end()
})
afterAll(() => app.close())

test.each([
  ['readSaleReport', '/api/reports/sale'],
  ['readStoresReport', '/api/reports/stores'],
])('%s that takes too long asks for a smaller question and promises nothing', async (name, path) => {
  const served = await buildApp({ ...app.deps, log })
  const reply = await served.inject({
    url: `${path}?selection=${store}`,
    headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
  })
  expect(reply.json()).toMatchObject({
    error: 'report/too-slow',
    message: 'Esta consulta demorou demais. Escolha menos dias ou menos lojas.',
  })
  expect(reply.statusCode).toBe(422)
  expect(reply.headers['retry-after']).toBeUndefined()
  expect(lines.filter((line) => Number(line.level) >= 50)).toEqual([
    expect.objectContaining({ level: 50, report: name }),
  ])
  lines.length = 0
  await served.close()
})
