import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMyStores } from '../../contract/stores/stores.ts'
import { saveQualityTargets } from '../../contract/reports/quality.ts'
import { testApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('of more stores than the limit, managed ones come first, and both numbers are in the reply', async () => {
  const stores: string[] = []
  for (let index = 0; index < 103; index += 1) stores.push(await app.addStore())
  const managed = stores.toSorted().slice(-2)
  const roles = Object.fromEntries(
    stores.map((id) => [id, managed.includes(id) ? ('manager' as const) : ('basic' as const)]),
  )
  const person = await app.addPerson('basic', roles)
  const { data } = await app.call(person, readMyStores, {})
  expect(data).toMatchObject({ truncated: true, total: 103, managed: 2 })
  expect(data.stores).toHaveLength(100)
  expect(
    data.stores
      .filter(({ role }) => role === 'manager')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(managed)
})

test('a store’s target for accepting an order is three minutes until it sets another', async () => {
  const store = await app.addStore()
  const manager = await app.addPerson('manager', { [store]: 'manager' })
  const read = async () => (await app.call(manager, readMyStores, {})).data.stores[0]?.acceptWithinMinutes
  expect(await read()).toBe(3)
  const targets = { accept: 7, prepare: 20, wait: 5, deliver: 25, total: 45 }
  await app.call(manager, saveQualityTargets, { body: { targets, version: 0 } }, { storeId: store })
  expect(await read()).toBe(7)
})
