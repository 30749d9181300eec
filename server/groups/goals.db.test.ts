import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSalesGoals, saveSalesGoal } from '../../contract/groups/goals.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  app.setClock(now)
  shop = await standardShop(app)
})
afterAll(() => app.close())

const save = (goalCents: number | null, version = 0, person = shop.manager, storeId = shop.store) =>
  app.call(person, saveSalesGoal, { body: { month: '2026-11', goalCents, version } }, { storeId })
const read = async (person = shop.manager, selection = shop.store) =>
  app.call(person, readSalesGoals, { query: { selection } })
const sold = (day: string, cents: number) =>
  takeOrders(app.db, [
    simpleOrder(shop.store, uuidv7(), `o-${day}`, {
      status: 'concluded',
      created_at: `${day}T22:00:00Z`,
      gross_cents: cents,
    }),
  ])

test('a store’s goal is beside what it sold in the month and where its pace leads', async () => {
  // Eight Fridays of R$ 80 before today, and today's R$ 30.
  for (const day of ['2026-09-25', '2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23', '2026-10-30'])
    await sold(day, 8_000)
  for (const day of ['2026-11-06', '2026-11-13']) await sold(day, 8_000)
  await sold('2026-11-20', 3_000)
  expect((await save(50_000)).data).toEqual({ goalCents: 50_000, version: 1 })
  expect((await read()).data.stores).toEqual([
    {
      storeId: shop.store,
      month: '2026-11',
      goalCents: 50_000,
      version: 1,
      soldCents: 19_000,
      // The rest of this Friday, and the next one.
      paceCents: 19_000 + 5_000 + 8_000,
    },
  ])
})

test('of two who save at once one wins; a goal that was taken back keeps its version', async () => {
  const answers = await Promise.all([save(50_000), save(60_000)])
  expect(answers.map(({ body }) => body.error ?? 'saved').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'saved',
    'store/stale-goal',
  ])
  expect((await save(null, 1)).data).toEqual({ goalCents: null, version: 2 })
  expect((await save(70_000, 1)).body.error).toBe('store/stale-goal')
  expect((await read()).data.stores[0]).toMatchObject({ goalCents: null, version: 2, paceCents: null })
})

test('it is for managers of the store alone', async () => {
  expect((await save(50_000, 0, shop.basic)).body.error).toBe('permission/denied')
  expect((await save(50_000, 0, shop.stranger)).body.error).toBe('store/not-found')
  expect((await read(shop.basic)).body.error).toBe('permission/denied')
  expect((await read(shop.stranger)).body.error).toBe('store/not-found')
  for (const goalCents of [0, -1, 1.5, 1e12])
    expect((await save(goalCents)).body.error).toBe('validation/invalid')
})
