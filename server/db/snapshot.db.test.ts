import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing/app.ts'
import { withSnapshot } from './snapshot.ts'
import { openDatabase } from './connections/pool.ts'
import { withStoreScope } from './scope.ts'
import type { DB } from './tables.generated.ts'

let app: TestApp
const stores: string[] = []

beforeAll(async () => {
  app = await testApp()
  for (let index = 0; index < 20; index += 1) stores.push(await app.addStore({ name: 'Antes' }))
})
afterAll(() => app.close())

const prepareSecond = sql`select 1`

async function look(tx: Transaction<DB>) {
  const { rows } = await sql<{ connection: number; names: string[]; scope: string }>`
    select pg_backend_pid() as connection, (select array_agg(distinct name) from stores) as names,
      current_setting('app.store_ids') as scope`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('one row expected')
  return row
}

const rename = (name: string) =>
  withStoreScope(app.db, stores, (tx) =>
    tx.updateTable('stores').set({ name }).where('id', 'in', stores).execute(),
  )

describe('a snapshot read over two connections', () => {
  test('is consistent over two connections, whatever is written meanwhile', async () => {
    let reading = true
    const writer = async () => {
      for (let turn = 0; reading; turn += 1) await rename(`Nome ${turn}`)
    }
    const seen = new Set<string>()
    const reader = async () => {
      // Until enough names were met, however slowly they are written.
      for (let turn = 0; turn < 60 || seen.size <= 10; turn += 1) {
        const [one, other] = await withSnapshot(app.db, stores, { prepareSecond }, ({ runBoth }) =>
          runBoth(look, look),
        )
        expect(other.connection).not.toBe(one.connection)
        expect(other.names).toEqual(one.names)
        expect(other.scope).toBe(one.scope)
        for (const name of one.names) seen.add(name)
      }
    }
    await Promise.all([writer(), reader().finally(() => (reading = false))])
    expect(seen.size).toBeGreaterThan(10)
  })

  test('sees only the requested stores on both connections', async () => {
    const foreign = await app.addStore({ name: 'De outro' })
    const seen = await withSnapshot(app.db, stores, { prepareSecond }, ({ runBoth }) =>
      runBoth(
        (tx) => tx.selectFrom('stores').select('id').where('id', '=', foreign).execute(),
        (tx) => tx.selectFrom('stores').select('id').where('id', '=', foreign).execute(),
      ),
    )
    expect(seen).toEqual([[], []])
  })

  test('uses one connection for few stores, and if the pool has none to spare', async () => {
    const few = await withSnapshot(app.db, stores.slice(0, 19), { prepareSecond }, ({ runBoth }) =>
      runBoth(look, look),
    )
    expect(few[1].connection).toBe(few[0].connection)
    const narrow = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 2 })
    const full = await withSnapshot(narrow.db, stores, { prepareSecond }, ({ runBoth }) =>
      runBoth(look, look),
    )
    expect(full[1].connection).toBe(full[0].connection)
    await narrow.close()
  })

  test('uses one connection if the second cannot be opened', async () => {
    const broken = sql`select the_second_is_gone`
    const read = await withSnapshot(app.db, stores, { prepareSecond: broken }, ({ runBoth }) =>
      runBoth(look, look),
    )
    expect(read[1].connection).toBe(read[0].connection)
  })

  test('is read-only on both connections', async () => {
    const write = (tx: Transaction<DB>) => tx.updateTable('stores').set({ name: 'Outro' }).execute()
    for (const [one, other] of [
      [write, look],
      [look, write],
    ] as const) {
      const writing = withSnapshot<unknown>(app.db, stores, { prepareSecond }, ({ runBoth }) =>
        runBoth<unknown, unknown>(one, other),
      )
      await expect(writing).rejects.toThrow('read-only transaction')
    }
  })

  test('fails if either half fails, and releases both connections', async () => {
    const fail = async () => {
      throw new Error('a half failed')
    }
    for (let turn = 0; turn < 15; turn += 1) {
      const reading = withSnapshot<unknown>(app.db, stores, { prepareSecond }, ({ runBoth }) =>
        turn % 2 === 0 ? runBoth(fail, look) : runBoth(look, fail),
      )
      await expect(reading).rejects.toThrow('a half failed')
    }
    const [one, other] = await withSnapshot(app.db, stores, { prepareSecond }, ({ runBoth }) =>
      runBoth(look, look),
    )
    expect(other.connection).not.toBe(one.connection)
  })

  test('does not deadlock: thirty concurrent reads all finish', async () => {
    const narrow = await openDatabase(app.ownerUrl, { role: 'balcao_app', max: 4, waitMs: 10_000 })
    const work = () =>
      withSnapshot(narrow.db, stores, { prepareSecond }, ({ runBoth }) =>
        runBoth(
          (tx) => sql`select pg_sleep(0.02), ${uuidv7()}::uuid`.execute(tx),
          (tx) => sql`select pg_sleep(0.02)`.execute(tx),
        ),
      )
    const answers = await Promise.all(Array.from({ length: 30 }, work))
    expect(answers).toHaveLength(30)
    await narrow.close()
  })
})
