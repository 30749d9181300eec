import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBulk, readBulk, undoBulk, type BulkAction } from '../../contract/bulk/bulk.ts'
import { withStoreScope } from '../db/scope.ts'
import { everyKind } from '../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { bringBack, takeDown } from '../testing/database-outage.ts'
import { openStore } from '../testing/open-store.ts'
import { cellsApart, type TestCells } from '../testing/postgres.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { until } from '../testing/until.ts'
import { partHandlers } from './testing/chain.ts'

let databases: TestCells
let app: TestApp
let anas: string
let bias: string
let both: Person
let lower: Person
let stranger: Person

beforeAll(async () => {
  databases = await cellsApart(['a', 'b'])
  app = await testApp({}, everyKind, {}, databases)
  anas = await openStore(app, await app.addPerson('Ana'), 'Açaí da Ana')
  bias = await openStore(app, await app.addPerson('Bia'), 'Bistrô da Bia')
  both = await app.addPerson('Gerente', { [anas]: 'manager', [bias]: 'manager' })
  lower = await app.addPerson('Atendente', { [anas]: 'manager', [bias]: 'basic' })
  stranger = await app.addPerson('Outra', { [anas]: 'manager' })
})
afterAll(() => app.close())

const stop: BulkAction = { kind: 'stop', minutes: 30, reason: 'Chuva' }

const begin = (person: Person, key: string, action: BulkAction = stop) =>
  app.call(person, beginBulk, { query: { selection: `${anas},${bias}` }, body: { action } }, { key })
const takeBack = (id: string) => app.call(both, undoBulk, { params: { id }, query: {}, body: {} })
/** As each cell's worker does it. */
async function work(stores = [anas, bias]): Promise<void> {
  for (const storeId of stores) await relayOutbox(app.deps, [storeId], partHandlers(app))
}
const statesOf = async (id: string) => {
  const { data } = await app.call(both, readBulk, { params: { id }, query: {} })
  return Object.fromEntries(data.parts.map(({ storeId, state }) => [storeId, state]))
}
const partsIn = (storeId: string) =>
  withStoreScope(app.deps.cells, [storeId], (tx) =>
    tx.selectFrom('bulk_parts').select(['act_id', 'state']).where('store_id', '=', storeId).execute(),
  )

/** While the work runs the cell of Bia's store is down. */
async function withoutCellB<T>(work: () => Promise<T>): Promise<T> {
  const { b } = databases.cells
  if (!b) throw new Error('there is no cell b')
  await takeDown(b)
  try {
    return await work()
  } finally {
    await bringBack(b)
    await until(() => partsIn(bias).then(() => true))
  }
}

test('an act in stores of two cells is begun, done and taken back in both', async () => {
  const begun = await begin(both, 'em-duas')
  expect([begun.status, begun.data.parts.map(({ storeId }) => storeId)]).toEqual([
    200,
    [anas, bias].toSorted(),
  ])
  await work()
  expect(await statesOf(begun.data.id)).toEqual({ [anas]: 'done', [bias]: 'done' })
  const undone = await takeBack(begun.data.id)
  expect(undone.status).toBe(200)
  await work()
  expect(await statesOf(begun.data.id)).toEqual({ [anas]: 'undone', [bias]: 'undone' })
  const again = await takeBack(begun.data.id)
  expect([again.status, again.body.error]).toEqual([409, 'bulk/nothing-to-undo'])
})

test('with the second cell down the refusal says what is done, and the same call again does only what is left', async () => {
  const before = (await partsIn(anas)).length
  const refused = await withoutCellB(() => begin(both, 'pela-metade'))
  expect([refused.status, refused.body.error]).toEqual([503, 'selection/partly-done'])
  expect(refused.body.details).toEqual([
    { path: anas, message: 'Feito.' },
    { path: bias, message: 'Não foi feito: o banco de dados desta loja não responde agora.' },
  ])
  await work([anas])
  expect(await partsIn(anas)).toHaveLength(before + 1)
  const begun = await begin(both, 'pela-metade')
  expect(begun.status).toBe(200)
  expect(Object.fromEntries(begun.data.parts.map(({ storeId, state }) => [storeId, state]))).toEqual({
    [anas]: 'done',
    [bias]: 'pending',
  })
  expect(await partsIn(anas)).toHaveLength(before + 1)
  await work()
  expect(await statesOf(begun.data.id)).toEqual({ [anas]: 'done', [bias]: 'done' })
  expect((await begin(both, 'pela-metade')).data.id).toBe(begun.data.id)
  await takeBack(begun.data.id)
  await work()
})

test('an act is not taken back while a cell is down, and in both when it is back', async () => {
  const { data } = await begin(both, 'de-volta')
  await work()
  const refused = await withoutCellB(() => takeBack(data.id))
  expect([refused.status, refused.body.error]).toEqual([503, 'selection/cell-away'])
  expect(await statesOf(data.id)).toEqual({ [anas]: 'done', [bias]: 'done' })
  expect((await takeBack(data.id)).status).toBe(200)
  await work()
  expect(await statesOf(data.id)).toEqual({ [anas]: 'undone', [bias]: 'undone' })
})

test('of two equal calls at once one begins, and another key begins another act', async () => {
  const before = (await partsIn(bias)).length
  const runs = await Promise.all([begin(both, 'dois'), begin(both, 'dois')])
  const ids = new Set(runs.flatMap(({ status, data }) => (status === 200 ? [data.id] : [])))
  expect(ids.size).toBe(1)
  expect(await partsIn(bias)).toHaveLength(before + 1)
  await work()
  expect(ids).not.toContain((await begin(both, 'tres')).data.id)
  await work()
})

test('a lower role in one of the cells is refused in both, and a store of others is not found', async () => {
  const before = (await partsIn(anas)).length
  const price: BulkAction = { kind: 'price', item: { name: 'Açaí', code: null }, priceCents: 1_000 }
  expect((await begin(lower, 'papel', price)).status).toBe(403)
  expect((await begin(stranger, 'alheia')).status).toBe(404)
  expect(await partsIn(anas)).toHaveLength(before)
})
