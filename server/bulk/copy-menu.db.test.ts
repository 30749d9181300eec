import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyMyCategory } from '../../contract/bulk/copy-category.ts'
import { copyKeeps } from '../../contract/menu/copies.ts'
import type { DocumentItem, MenuDocument } from '../../contract/menu/menu-document.ts'
import { readMenuVersions } from '../../contract/menu/versions.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { readWholeMenu, writeWholeMenu } from '../menu/menu.ts'
import { dish } from '../menu/testing/whole-menus.ts'
import { actsIn, partHandlers } from './testing/chain.ts'

let app: TestApp
let from: string
let targets: string[]
let foreign: string
let manager: Person
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
/** The whole menu, done: each store's state and sentence. */
const copied = async (storeIds: readonly string[], person = manager) => {
  const acts = actsIn(app, storeIds)
  const id = await acts.done({ kind: 'menu', from, category: null, keeps: copyKeeps }, person)
  return acts.parts(id, person)
}
const copyCategory = (id: string, storeIds: string[], person = manager, storeId = from) =>
  app.call(person, copyMyCategory, { params: { id }, body: { storeIds } }, { storeId })
const work = () => relayOutbox(app.deps, targets, partHandlers(app))
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
    expect(await copied([one])).toEqual([
      ['done', '1 item a mais, 1 item com mudança. Lido de volta: confere.'],
    ])
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
    await copied(targets)
    const together = await Promise.all(targets.map(read))
    const [three, four] = [await app.addStore({ name: 'Três' }), await app.addStore({ name: 'Quatro' })]
    const boss = await app.addPerson('boss', { [from]: 'owner', [three]: 'owner', [four]: 'owner' })
    for (const storeId of [three, four]) {
      await copied([storeId], boss)
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
        await copied([one, two])
        for (const storeId of twins) {
          await copied([storeId], boss)
        }
        const [together, single] = [await Promise.all(targets.map(read)), await Promise.all(twins.map(read))]
        expect(JSON.stringify(single)).toBe(JSON.stringify(together))
      }),
      { numRuns: 12 },
    )
  })

  test('a second one finds nothing to change, and keeps no version', async () => {
    const [one = ''] = targets
    await copied([one])
    expect(await copied([one])).toEqual([['same', 'Já está igual ao de Matriz.']])
    const { data } = await app.call(manager, readMenuVersions, {}, { storeId: one })
    expect(data.versions).toHaveLength(2)
  })

  test('takes only the category that is named, with its groups', async () => {
    const [one = ''] = targets
    const { data } = await copyCategory(await categoryId('Lanches'), [one])
    expect(data.action).toEqual({ kind: 'menu', category: 'Lanches', keeps: copyKeeps })
    expect(data.parts.map(({ storeId, state }) => [storeId, state])).toEqual([[one, 'pending']])
    await work()
    const after = await read(one)
    expect(after.categories.map((category) => category.name)).toEqual(['Lanches'])
    expect(after.optionGroups.map((group) => group.name)).toEqual(['Ponto'])
  })

  test('is what the menu was when it was asked, also when the store is reached later', async () => {
    const [one = ''] = targets
    await copyCategory(await categoryId('Lanches'), [one])
    await put(from, { ...menu(), categories: [] })
    await work()
    expect((await read(one)).categories.map((category) => category.name)).toEqual(['Lanches'])
  })

  test('is for managers of every store in it; others are not found or refused', async () => {
    const [one = ''] = targets
    const id = await categoryId('Lanches')
    const refusal = async (...asked: Parameters<typeof copyCategory>) =>
      (await copyCategory(...asked)).body.error
    expect(await refusal(id, [foreign])).toBe('store/not-found')
    expect(await refusal(id, [one, foreign])).toBe('store/not-found')
    expect(await refusal(id, [one], basic)).toBe('permission/denied')
    expect(await refusal(id, [from], basic, one)).toBe('permission/denied')
    expect(await refusal(id, [from])).toBe('validation/refused')
    expect(await refusal(id, [])).toBe('validation/invalid')
    expect(await refusal(crypto.randomUUID(), [one])).toBe('menu/category-not-found')
  })
})
