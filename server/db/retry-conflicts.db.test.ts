import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { withStoreScope } from './scope.ts'

const app = await testApp()
afterAll(() => app.close())

/** Locks its store's row, and then the other's when both hold their first. */
function crossing(own: string, other: string, met: () => Promise<void>): Promise<string> {
  return withStoreScope(app.db, [own, other], async (tx) => {
    for (const id of [own, other]) {
      await sql`update stores set name = name where id = ${id}`.execute(tx)
      await met()
    }
    return own
  })
}

test('two transactions that lock each other out both succeed', async () => {
  const [first, second] = [await app.addStore(), await app.addStore()]
  let arrived = 0
  const met = async () => {
    arrived += 1
    if (arrived < 2) await expect.poll(() => arrived, { interval: 5 }).toBeGreaterThan(1)
  }
  expect(await Promise.all([crossing(first, second, met), crossing(second, first, met)])).toEqual([
    first,
    second,
  ])
  // Each arrives twice; a fifth arrival is a repeat.
  expect(arrived).toBeGreaterThan(4)
})

test('any other failure of a transaction is reported at once', async () => {
  const store = await app.addStore()
  let runs = 0
  const failing = withStoreScope(app.db, [store], async (tx) => {
    runs += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})
