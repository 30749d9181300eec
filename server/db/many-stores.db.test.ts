import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing/app.ts'
import { readManyStores } from './many-stores.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a round over 450 stores takes three transactions, and finds the one store that has something', async () => {
  const store = await app.addStore()
  const others = Array.from({ length: 449 }, () => randomUUID())
  const sizes: number[] = []
  const found = await readManyStores(app.deps.cells, [...others, store], async (tx, ids) => {
    sizes.push(ids.length)
    const rows = await tx.selectFrom('stores').select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => id)
  })
  expect([sizes, found]).toEqual([[200, 200, 50], [store]])
})
