import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder, readBoard } from '../../../contract/orders/orders.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { everyKind } from '../../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'

let app: TestApp
let manager: Person
let storeId: string

beforeAll(async () => {
  app = await testApp({}, everyKind, { max: 2, waitMs: 500 })
  storeId = await app.addStore()
  manager = await app.addPerson('Gerente', { [storeId]: 'manager' })
})
afterAll(() => app.close())

/** Holds both connections of one pool until `end`. */
async function holdAll(pool: 'reports' | 'jobs'): Promise<() => Promise<void>> {
  const [cell] = app.deps.apart[pool].cells.all
  if (!cell) throw new Error('no database')
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const begun: Promise<void>[] = []
  const held = [1, 2].map(() => {
    let begin = () => {}
    begun.push(new Promise<void>((resolve) => (begin = resolve)))
    return cell.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      begin()
      await ended
    })
  })
  await Promise.all(begun)
  return async () => {
    end()
    await Promise.all(held)
  }
}

const report = () => app.call(manager, readDailyReport, { query: { selection: storeId } })
const place = (key: string) => app.call(manager, placeOrder, { body: ownOrder() }, { storeId, key })

test('while reports hold all their connections, orders are placed and seen; a further report is rejected as overloaded', async () => {
  const free = await holdAll('reports')
  const [rejected, placed] = await Promise.all([report(), place('durante-relatorios')])
  expect(placed.status).toBe(200)
  const board = await app.call(manager, readBoard, { query: { selection: storeId } })
  expect(board.data.orders.map((order) => order.id)).toContain(placed.data.id)
  expect([rejected.status, rejected.body.error]).toEqual([503, 'server/overloaded'])
  expect(rejected.body.message).toContain('movimento acima do normal')
  expect(rejected.headers['retry-after']).toBe('2')
  await free()
  expect((await report()).status).toBe(200)
})

test('while the worker holds all its connections, orders and reports are answered', async () => {
  const free = await holdAll('jobs')
  const [reported, placed] = await Promise.all([report(), place('durante-tarefas')])
  expect([reported.status, placed.status]).toEqual([200, 200])
  await free()
})
