import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/groups/group-menu.ts'
import { createGroup, updateGroup } from '../../../contract/groups/groups.ts'
import type { DocumentItem } from '../../../contract/menu/menu-document.ts'
import { pauseMenuItem } from '../../../contract/menu/menu.ts'
import { withStoreScope } from '../../db/scope.ts'
import { dish, menuOf, putWholeMenu } from '../../menu/testing/whole-menus.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { actsIn } from '../../bulk/testing/chain.ts'

let app: TestApp
let slug: string
let groupId: string
let centre: string
let beach: string
let hill: string
let owner: Person
let ofBeach: Person
let basic: Person
let stranger: Person
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  centre = await app.addStore({ name: 'Centro' })
  beach = await app.addStore({ name: 'Praia' })
  hill = await app.addStore({ name: 'Serra' })
  const foreign = await app.addStore({ name: 'De outro' })
  owner = await app.addPerson('Dona', { [centre]: 'owner', [beach]: 'owner', [hill]: 'owner' })
  ofBeach = await app.addPerson('Bruno', { [beach]: 'manager' })
  basic = await app.addPerson('Bia', { [centre]: 'basic' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
  slug = `rede-${randomUUID().slice(0, 8)}`
  const body = { name: 'Rede', slug, storeIds: [centre, beach, hill] }
  groupId = (await app.call(owner, createGroup, { body })).data.id
})

const put = (storeId: string, ...items: DocumentItem[]) =>
  putWholeMenu(app, storeId, menuOf({ Lanches: items }))
const read = (person = owner) => app.call(person, contract.readGroupMenu, { params: { slug }, query: {} })
const itemsOf = (storeId: string, person = owner) =>
  app.call(person, contract.readGroupMenuOfStore, { params: { slug, storeId } })
const save = (storeId: string | null, { keeps = contract.usualKeeps, version = 0, person = owner } = {}) =>
  app.call(person, contract.saveGroupMenu, {
    params: { slug },
    body: { storeId, keeps: { ...keeps }, version },
  })
const bound = { prices: false, hours: false, ownItems: false }
/** Two items; the beach has another price and one of its own, the hill nothing. */
async function menus(): Promise<void> {
  await put(centre, dish('X-Salada', 2_000), dish('Suco', 900, { description: 'Natural' }))
  await put(beach, dish('X-Salada', 2_500), dish('X-Praia', 3_000))
}
const publish = (storeIds: readonly string[], keeps: typeof bound) =>
  actsIn(app, storeIds).done({ kind: 'menu', from: centre, category: null, keeps }, owner)

test('a group has no menu of its own until a store’s is named', async () => {
  await menus()
  expect((await read()).data).toMatchObject({ storeId: null, hidden: false, version: 0, stores: [] })
  expect((await itemsOf(beach)).body.error).toBe('group/no-menu')
})

test('each store shows how it differs, what stays with it, and what publishing would change', async () => {
  await menus()
  const { data } = await save(centre)
  expect(data).toMatchObject({ storeId: centre, version: 1, savedByName: 'Dona' })
  const of = (all: contract.GroupMenu, storeId: string) => all.stores.find((one) => one.storeId === storeId)
  expect(of(data, beach)).toMatchObject({
    differences: { missing: 1, content: 0, prices: 1, hours: 0, own: 1, locked: 0 },
    toPublish: 1,
  })
  expect(of(data, hill)).toMatchObject({ differences: { missing: 2, own: 0 }, toPublish: 2 })
  expect(of(data, centre)).toBeUndefined()
  const free = (await save(centre, { keeps: bound, version: 1 })).data
  expect(of(free, beach)?.toPublish).toBe(3)
  const { changes } = (await itemsOf(beach)).data
  expect(changes.map(({ kind, name }) => [kind, name])).toEqual([
    ['changed', 'X-Salada'],
    ['new', 'Suco'],
    ['gone', 'X-Praia'],
  ])
})

test('published to chosen stores, they no longer differ, and the others still do', async () => {
  await menus()
  await save(centre, { keeps: bound })
  await publish([beach], bound)
  const after = (await read()).data.stores
  expect(new Map(after.map(({ storeId, toPublish }) => [storeId, toPublish]))).toEqual(
    new Map([
      [beach, 0],
      [hill, 2],
    ]),
  )
  expect((await itemsOf(beach)).data.changes).toEqual([])
})

test('a paused item is the store’s own matter and no difference', async () => {
  await menus()
  await save(centre)
  await publish([beach], contract.usualKeeps)
  const { id } = await withStoreScope(app.db, [beach], (tx) =>
    tx
      .selectFrom('menu_items')
      .select('id')
      .where('store_id', '=', beach)
      .where('name', '=', 'Suco')
      .executeTakeFirstOrThrow(),
  )
  await app.call(owner, pauseMenuItem, { params: { itemId: id }, body: {} }, { storeId: beach })
  const of = (await read()).data.stores.find(({ storeId }) => storeId === beach)
  expect(of).toMatchObject({ paused: 1, toPublish: 0 })
})

test('of two who name a menu at once one wins; one that was removed keeps its version', async () => {
  const answers = await Promise.all([save(centre), save(beach)])
  expect(answers.map(({ body }) => body.error ?? 'saved').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'group/stale-menu',
    'saved',
  ])
  expect((await save(null, { version: 1 })).data).toMatchObject({ storeId: null, version: 2 })
  expect((await save(centre, { version: 1 })).body.error).toBe('group/stale-menu')
})

test('it is named by those who may change the group, from a store that they manage', async () => {
  expect((await save(centre, { person: basic })).body.error).toBe('permission/denied')
  expect((await save(beach, { person: ofBeach })).body.error).toBe('permission/denied')
  expect((await save(centre, { person: stranger })).body.error).toBe('group/not-found')
  expect((await save(randomUUID())).body.error).toBe('store/not-found')
  expect((await read(basic)).body.error).toBe('permission/denied')
  expect((await read(stranger)).body.error).toBe('group/not-found')
  expect((await itemsOf(beach, stranger)).body.error).toBe('group/not-found')
})

test('a manager of another store hears that there is a menu, and reads no data of it', async () => {
  await menus()
  await save(centre)
  expect((await read(ofBeach)).data).toMatchObject({
    storeId: null,
    hidden: true,
    canChange: false,
    stores: [],
  })
  expect((await itemsOf(beach, ofBeach)).body.error).toBe('group/no-menu')
  expect((await itemsOf(centre, ofBeach)).body.error).toBe('store/not-found')
})

test('a store that left the group is no longer its menu', async () => {
  await menus()
  await save(centre)
  await app.call(owner, updateGroup, {
    params: { id: groupId },
    body: { storeIds: [beach, hill], version: 1 },
  })
  expect((await read()).data).toMatchObject({ storeId: null, hidden: false, stores: [] })
})
