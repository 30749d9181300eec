import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/menu/copies.ts'
import type { DocumentItem, MenuDocument } from '../../../contract/menu/menu-document.ts'
import { readMenuVersions } from '../../../contract/menu/versions.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { readWholeMenu, writeWholeMenu } from '../menu.ts'
import { dish } from '../testing/whole-menus.ts'
import { noteCopyFailed } from './copy-to-store.ts'

let app: TestApp
let from: string
let targets: string[]
let foreign: string
let manager: Person
let other: Person
let basic: Person
const now = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  from = await app.addStore({ name: 'Matriz' })
  targets = [await app.addStore({ name: 'Um' }), await app.addStore({ name: 'Dois' })]
  foreign = await app.addStore({ name: 'De outro' })
  const [one = '', two = ''] = targets
  manager = await app.addPerson('manager', { [from]: 'manager', [one]: 'manager', [two]: 'manager' })
  other = await app.addPerson('other', { [from]: 'manager', [one]: 'manager' })
  basic = await app.addPerson('basic', { [from]: 'basic', [one]: 'manager' })
  await put(from, menu())
})

const item = (name: string, more: Partial<DocumentItem> = {}) => dish(name, 1_000, more)
const shelf = (name: string, items: DocumentItem[]): MenuDocument['categories'][number] => ({
  externalCode: `C-${name}`,
  name,
  description: '',
  status: 'AVAILABLE',
  availability: [],
  items,
})
const menu = (): MenuDocument => ({
  categories: [
    shelf('Lanches', [
      item('X-Salada', { description: 'Da casa', allergen: ['MILK'], optionGroups: ['G'], ncm: '21069090' }),
    ]),
    shelf('Bebidas', [item('Suco', { priceCents: 900 })]),
  ],
  otherItems: [],
  optionGroups: [
    {
      externalCode: 'G',
      name: 'Ponto',
      description: '',
      status: 'AVAILABLE',
      minPermitted: 1,
      maxPermitted: 1,
      priceMethod: 'MAX',
      options: [
        {
          externalCode: 'O',
          name: 'Ao ponto',
          description: '',
          status: 'AVAILABLE',
          priceCents: 0,
          maxPermitted: 1,
        },
      ],
    },
  ],
})
const put = (storeId: string, document: MenuDocument) =>
  withStoreScope(app.db, [storeId], (tx) => writeWholeMenu(tx, storeId, document, { now }))
const read = (storeId: string) => withStoreScope(app.db, [storeId], (tx) => readWholeMenu(tx, storeId))
const here = () => ({ storeId: from })
const copy = (storeIds: string[], person = manager, storeId = from) =>
  app.call(person, contract.copyMyMenu, { body: { storeIds } }, { storeId })
const relay = () => relayOutbox(app.deps, [from], effectHandlers(app.deps))
const results = async (person = manager) =>
  (await app.call(person, contract.readMenuCopies, {}, here())).data.copies[0]?.stores
const categoryId = async (name: string) => {
  const row = await withStoreScope(app.db, [from], (tx) =>
    tx
      .selectFrom('menu_categories')
      .select('id')
      .where('store_id', '=', from)
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
  )
  return row.id
}

describe('a copy of the menu', () => {
  test('gives other stores what is new or changed; they keep their prices, locks and own items', async () => {
    const [one = ''] = targets
    await put(one, {
      categories: [
        shelf('Lanches', [
          item('X-Salada', { priceCents: 1_500, description: 'Minha', locks: ['description'] }),
          item('Só meu'),
        ]),
      ],
      otherItems: [],
      optionGroups: [],
    })
    expect((await copy([one])).data.stores).toEqual([
      { storeId: one, state: 'waiting', changed: 0, problem: null },
    ])
    await relay()
    expect(await results()).toEqual([{ storeId: one, state: 'done', changed: 2, problem: null }])
    const after = await read(one)
    expect(
      after.categories.map((category) => category.items.map((each) => [each.name, each.priceCents])),
    ).toEqual([
      [
        ['X-Salada', 1_500],
        ['Só meu', 1_000],
      ],
      [['Suco', 900]],
    ])
    expect(after.categories[0]?.items[0]).toMatchObject({
      description: 'Minha',
      allergen: ['MILK'],
      ncm: '21069090',
      optionGroups: ['G'],
    })
    const { data } = await app.call(manager, readMenuVersions, {}, { storeId: one })
    expect(data.versions.map(({ cause, subject, byName }) => [cause, subject, byName])).toEqual([
      ['copy', 'Matriz', 'manager'],
      ['start', '', ''],
    ])
  })

  test('to several stores is the same as one copy to each', async () => {
    await copy(targets)
    await relay()
    const together = await Promise.all(targets.map(read))
    const [three, four] = [await app.addStore({ name: 'Três' }), await app.addStore({ name: 'Quatro' })]
    const boss = await app.addPerson('boss', { [from]: 'owner', [three]: 'owner', [four]: 'owner' })
    for (const storeId of [three, four]) {
      await copy([storeId], boss)
      await relay()
    }
    expect(await Promise.all([three, four].map(read))).toEqual(together)
    expect(await read(three)).toEqual(await read(from))
  })

  test('whatever the menus are, to several stores is the same as one copy to each', async () => {
    const [one = '', two = ''] = targets
    const twins = [await app.addStore({ name: 'Três' }), await app.addStore({ name: 'Quatro' })]
    const [three = '', four = ''] = twins
    const boss = await app.addPerson('boss', { [from]: 'owner', [three]: 'owner', [four]: 'owner' })
    const name = fc.constantFrom('X-Salada', 'Suco', 'Água', 'Bolo', 'Pão')
    const items = fc.uniqueArray(
      fc.record({ name, priceCents: fc.nat(9_000), locks: fc.subarray(['price', 'description'] as const) }),
      { selector: (each) => each.name, maxLength: 4 },
    )
    const menus = items.map((some): MenuDocument => ({
      categories: [
        shelf(
          'Lanches',
          some.map(({ name: called, ...more }) => item(called, more)),
        ),
      ],
      otherItems: [],
      optionGroups: [],
    }))
    await fc.assert(
      fc.asyncProperty(menus, menus, menus, async (source, left, right) => {
        await put(from, source)
        for (const [storeId, menuOf] of [
          [one, left],
          [three, left],
          [two, right],
          [four, right],
        ] as const)
          await put(storeId, menuOf)
        await copy([one, two])
        await relay()
        for (const storeId of twins) {
          await copy([storeId], boss)
          await relay()
        }
        const [together, single] = [await Promise.all(targets.map(read)), await Promise.all(twins.map(read))]
        expect(JSON.stringify(single)).toBe(JSON.stringify(together))
      }),
      { numRuns: 12 },
    )
  })

  test('a second one finds nothing to change, and keeps no version', async () => {
    const [one = ''] = targets
    for (let time = 0; time < 2; time += 1) {
      await copy([one])
      await relay()
    }
    expect((await results())?.[0]).toMatchObject({ state: 'done', changed: 0 })
    const { data } = await app.call(manager, readMenuVersions, {}, { storeId: one })
    expect(data.versions).toHaveLength(2)
  })

  test('takes only the category that is named, with its groups', async () => {
    const [one = ''] = targets
    const id = await categoryId('Lanches')
    const { data } = await app.call(
      manager,
      contract.copyMyCategory,
      { params: { id }, body: { storeIds: [one] } },
      here(),
    )
    expect(data.category).toBe('Lanches')
    await relay()
    const after = await read(one)
    expect(after.categories.map((category) => category.name)).toEqual(['Lanches'])
    expect(after.optionGroups.map((group) => group.name)).toEqual(['Ponto'])
  })

  test('is what the menu was when it was asked, also when the store is reached later', async () => {
    const [one = ''] = targets
    await copy([one])
    await put(from, { ...menu(), categories: [] })
    await relay()
    expect((await read(one)).categories.map((category) => category.name)).toEqual(['Lanches', 'Bebidas'])
  })

  test('a store that failed is tried again, and only that one', async () => {
    const [one = '', two = ''] = targets
    const { data } = await copy(targets)
    await noteCopyFailed(app.deps, from, data.id, two)
    await relay()
    const failed = (await results())?.find(({ storeId }) => storeId === two)
    expect(failed).toMatchObject({
      state: 'failed',
      problem: 'Não deu para copiar para esta loja agora. Tente de novo.',
    })
    await put(one, { categories: [], otherItems: [], optionGroups: [] })
    const retry = (person = manager) =>
      app.call(person, contract.retryMenuCopy, { params: { copyId: data.id }, body: {} }, here())
    expect((await retry(basic)).body.error).toBe('permission/denied')
    const both = await Promise.all([retry(), retry()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await relay()
    expect((await results())?.map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await read(two)).categories).toHaveLength(2)
    // The store that was done is left alone.
    expect((await read(one)).categories).toEqual([])
    expect((await retry()).body.error).toBe('menu/nothing-to-retry')
  })

  test('is for managers of every store in it; others are not found, refused, or not told', async () => {
    const [one = '', two = ''] = targets
    expect((await copy([foreign])).body.error).toBe('store/not-found')
    expect((await copy([one, foreign])).body.error).toBe('store/not-found')
    expect((await copy([one], basic)).body.error).toBe('permission/denied')
    expect((await copy([from], basic, one)).body.error).toBe('permission/denied')
    expect((await copy([from])).body.error).toBe('validation/refused')
    expect((await copy([])).body.error).toBe('validation/invalid')
    await copy([one, two])
    expect((await results(other))?.map(({ storeId }) => storeId)).toEqual([one])
    const unknown = await app.call(
      manager,
      contract.copyMyCategory,
      { params: { id: crypto.randomUUID() }, body: { storeIds: [one] } },
      here(),
    )
    expect(unknown.body.error).toBe('menu/category-not-found')
  })
})
