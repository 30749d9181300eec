import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readForecast } from '../../../contract/reports/forecast.ts'
import { takeOrders } from '../../orders/taking/order-intake.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { closeStore } from '../closing/close-days.ts'

let app: TestApp
const stores: string[] = []
const now = new Date('2026-11-21T22:30:00Z')
const day = 86_400_000
const days = 40

/** A chain, half of whose stores have closed their past. */
beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  for (let index = 0; index < 30; index += 1) stores.push(await app.addStore())
  const orders = stores.flatMap((store) =>
    Array.from({ length: days }, (_none, back) => {
      const id = uuidv7()
      const createdAt = new Date(now.getTime() - back * day - 3_600_000).toISOString()
      return simpleOrder(store, id, id, { created_at: createdAt, status: 'concluded' })
    }),
  )
  await takeOrders(app.db, orders)
  for (const store of stores.slice(0, 15)) await closeStore(app.db, store, now)
})
afterAll(() => app.close())

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Plan {
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Plan[]
}

test('the forecast of a chain joins its days by key: no row is compared with the days of all stores', async () => {
  const manager = await app.addPerson('Dona', Object.fromEntries(stores.map((id) => [id, 'manager'])))
  const statements = await sentDuring(async () => {
    const reply = await app.call(manager, readForecast, { query: { selection: stores.join(',') } })
    expect(reply.status).toBe(200)
  })
  const begin = statements.findIndex(({ text }) => text.includes(`'${stores.toSorted()[0] ?? ''},`))
  const reads = statements.slice(begin)
  expect(reads.filter(({ text }) => text.includes('sales_')).length).toBeGreaterThanOrEqual(2)
  expect(await comparedInVain(reads)).toBeLessThan(stores.length * days)
})

/** What the process sends to the database meanwhile. */
async function sentDuring(work: () => Promise<void>): Promise<readonly Statement[]> {
  const sent: Statement[] = []
  const send = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  for (const [statement] of send.mock.calls as unknown as [unknown][]) {
    if (typeof statement !== 'object' || statement === null || !('text' in statement)) continue
    const { text, values } = statement as Statement
    sent.push({ text, values })
  }
  send.mockRestore()
  return sent
}

/** Runs the statements again in one transaction and counts the rows that its joins looked at and dropped. */
async function comparedInVain(statements: readonly Statement[]): Promise<number> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  let dropped = 0
  const add = (plan: Plan): void => {
    dropped += (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops']
    for (const inner of plan.Plans ?? []) add(inner)
  }
  try {
    await client.query('begin; set local role balcao_app')
    for (const { text, values } of statements) {
      if (/^(begin|start transaction|commit|rollback)/.test(text)) continue
      if (text.includes('sales_')) {
        const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({
          text: `explain (analyze, format json) ${text}`,
          values: [...values],
        })
        for (const one of rows[0]?.['QUERY PLAN'] ?? []) add(one.Plan)
      } else await client.query({ text, values: [...values] })
    }
    await client.query('rollback')
  } finally {
    await client.end()
  }
  return dropped
}
