import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as editing from '../../../contract/menu/edit-menu.ts'
import * as editItem from '../../../contract/menu/edit-item.ts'
import * as contract from '../../../contract/menu/menu.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
let menu: TestMenu
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store, { merchantId: 'm-1', partnerItemId: 'p-1' })
})

const lunch = [
  {
    dayOfWeek: ['MONDAY' as const, 'FRIDAY' as const],
    timePeriods: { startTime: '11:00', endTime: '15:00' },
  },
]
const category = { name: 'Doces', description: '', status: 'AVAILABLE' as const, availability: lunch }
const option = (name: string, priceCents = 900) => ({
  name,
  description: '',
  status: 'AVAILABLE' as const,
  priceCents,
  maxPermitted: 1,
})
const group = {
  name: 'Tamanho',
  description: '',
  status: 'AVAILABLE' as const,
  minPermitted: 1,
  maxPermitted: 1,
  options: [option('Broto', 0), option('Grande', 1_500)],
}
const read = async (storeId = store, person = manager) =>
  (await app.call(person, contract.readMyMenu, {}, { storeId })).data
const add = (person: Person, body: object = {}, storeId = store) =>
  app.call(person, editing.addMenuCategory, { body: { ...category, ...body } }, { storeId })
const addGroup = (person: Person, body: object = {}, storeId = store) =>
  app.call(person, editing.addOptionGroup, { body: { ...group, ...body } }, { storeId })
const pizzas = async () => {
  const [first] = (await read()).categories
  if (!first) throw new Error('the menu has no category')
  return first
}
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map((answer) => answer.status).toSorted((a, b) => a - b)
const deletedBy = (answers: readonly { readonly status: number; readonly data: editing.Deletion }[]) =>
  answers.find((answer) => answer.status === 200)?.data.deletionId ?? ''
const effects = (kind: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outbox').select('lane').where('store_id', '=', store).where('kind', '=', kind).execute(),
  )

describe('categories', () => {
  test('a new category is the last one, and has its hours', async () => {
    const added = await add(manager)
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.data).toMatchObject({ name: 'Doces', availability: lunch, version: 1 })
    expect((await read()).categories.map((one) => one.name)).toEqual(['Pizzas', 'Doces'])
  })

  test('adding is refused below manager, in another’s store and with a taken name; of two at once one wins', async () => {
    expect((await add(basic)).body.error).toBe('permission/denied')
    expect((await add(stranger)).status).toBe(404)
    expect((await add(manager, { name: 'pízzas' })).body.error).toBe('menu/category-taken')
    expect(statuses(await Promise.all([add(manager), add(manager)]))).toEqual([200, 409])
  })

  const change = (person: Person, body: object, id: string, storeId = store) =>
    app.call(
      person,
      editing.updateMenuCategory,
      { params: { categoryId: id }, body: { ...category, version: 1, ...body } },
      { storeId },
    )

  test('a change needs the version that was seen, and shows the one of the other person', async () => {
    const { id } = await pizzas()
    const answers = await Promise.all([
      change(manager, { name: 'Salgadas' }, id),
      change(manager, { name: 'Redondas' }, id),
    ])
    expect(statuses(answers)).toEqual([200, 409])
    const stale = answers.find((answer) => answer.status === 409)
    expect([stale?.body.error, stale?.body.current]).toMatchObject(['menu/stale-category', { version: 2 }])
    expect((await change(basic, {}, id)).body.error).toBe('permission/denied')
    expect((await change(stranger, {}, id, other)).body.error).toBe('menu/category-not-found')
  })

  const remove = (person: Person, id: string, storeId = store) =>
    app.call(person, editing.deleteMenuCategory, { params: { categoryId: id } }, { storeId })
  const restore = (person: Person, deletionId: string, storeId = store) =>
    app.call(person, editing.restoreInMenu, { params: { deletionId }, body: {} }, { storeId })

  test('a deleted category leaves its items without one, and comes back with them', async () => {
    const before = await read()
    const { id } = await pizzas()
    expect((await remove(basic, id)).body.error).toBe('permission/denied')
    expect((await remove(stranger, id, other)).body.error).toBe('menu/category-not-found')
    const answers = await Promise.all([remove(manager, id), remove(manager, id)])
    expect(statuses(answers)).toEqual([200, 404])
    expect((await read()).items.map((item) => item.categoryId)).toEqual([null, null])
    const deletionId = deletedBy(answers)
    expect((await restore(basic, deletionId)).body.error).toBe('permission/denied')
    expect((await restore(stranger, deletionId, other)).body.error).toBe('menu/nothing-to-restore')
    const back = await Promise.all([restore(manager, deletionId), restore(manager, deletionId)])
    expect(statuses(back)).toEqual([200, 409])
    expect(await read()).toEqual(before)
  })

  test('after a day nothing comes back', async () => {
    const { data } = await remove(manager, (await pizzas()).id)
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_deletions')
        .set({ deleted_at: new Date(evening.getTime() - 25 * 3_600_000) })
        .where('store_id', '=', store)
        .execute(),
    )
    expect((await restore(manager, data.deletionId)).body.error).toBe('menu/nothing-to-restore')
  })
})

describe('option groups', () => {
  const change = (person: Person, body: object, id = menu.crust.groupId, storeId = store) =>
    app.call(
      person,
      editing.updateOptionGroup,
      { params: { groupId: id }, body: { ...group, version: 1, ...body } },
      { storeId },
    )
  const remove = (person: Person, id = menu.crust.groupId, storeId = store) =>
    app.call(person, editing.deleteOptionGroup, { params: { groupId: id } }, { storeId })

  test('a group is added with its options in their order, and an item asks for it', async () => {
    const added = await addGroup(manager)
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.data.options.map((one) => [one.name, one.priceCents])).toEqual([
      ['Broto', 0],
      ['Grande', 1_500],
    ])
    const item = await app.call(
      manager,
      editItem.updateMenuItem,
      {
        params: { itemId: menu.soda },
        body: { optionGroupIds: [added.data.id, menu.crust.groupId], version: 1 },
      },
      { storeId: store },
    )
    expect(item.data.optionGroupIds).toEqual([added.data.id, menu.crust.groupId])
  })

  test('a saved group keeps the ids of its options, gets new ones and loses the others', async () => {
    const saved = await change(manager, {
      options: [option('Gorgonzola', 1_200), { ...option('Catupiry', 950), id: menu.crust.catupiry }],
    })
    expect(saved.data.options.map((one) => [one.name, one.id === menu.crust.catupiry])).toEqual([
      ['Gorgonzola', false],
      ['Catupiry', true],
    ])
  })

  test('options add up until a manager says how halves are charged; a save that does not say it keeps the rule', async () => {
    expect((await addGroup(manager)).data.priceMethod).toBe('SUM')
    expect((await change(basic, { priceMethod: 'AVG' })).body.error).toBe('permission/denied')
    expect((await change(manager, { priceMethod: 'MIN' })).body.details).toEqual([
      { path: 'priceMethod', message: 'Escolha como as opções são cobradas.' },
    ])
    expect((await change(manager, { priceMethod: 'AVG' })).data).toMatchObject({
      priceMethod: 'AVG',
      version: 2,
    })
    expect((await change(manager, { priceMethod: 'MAX' })).body).toMatchObject({
      error: 'menu/stale-group',
      current: { priceMethod: 'AVG' },
    })
    expect((await change(manager, { name: 'Sabores', version: 2 })).data.priceMethod).toBe('AVG')
  })

  test('a group that nobody could fill, and an option of elsewhere, are refused and change nothing', async () => {
    const before = await read()
    const impossible = await change(manager, { minPermitted: 3, maxPermitted: 2 })
    expect([impossible.status, impossible.body.details?.[0]?.path]).toEqual([422, 'minPermitted'])
    const foreign = await change(manager, { options: [{ ...option('Catupiry'), id: randomUUID() }] })
    expect([foreign.status, foreign.body.details?.[0]?.path]).toEqual([422, 'options.0'])
    expect((await change(manager, { options: [] })).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test('changing is refused below manager and elsewhere; of two at once one wins and the other sees it', async () => {
    expect((await change(basic, {})).body.error).toBe('permission/denied')
    expect((await change(stranger, {}, menu.crust.groupId, other)).body.error).toBe('menu/group-not-found')
    expect((await addGroup(basic)).body.error).toBe('permission/denied')
    expect((await addGroup(stranger)).status).toBe(404)
    const answers = await Promise.all([change(manager, { name: 'A' }), change(manager, { name: 'B' })])
    expect(statuses(answers)).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      error: 'menu/stale-group',
      current: { version: 2 },
    })
  })

  test('a deleted group is asked by no item, and comes back to the items that asked for it', async () => {
    const before = await read()
    expect((await remove(basic)).body.error).toBe('permission/denied')
    expect((await remove(stranger, menu.crust.groupId, other)).body.error).toBe('menu/group-not-found')
    const answers = await Promise.all([remove(manager), remove(manager)])
    expect(statuses(answers)).toEqual([200, 404])
    expect((await read()).items.flatMap((item) => item.optionGroupIds)).toEqual([])
    const deletionId = deletedBy(answers)
    await app.call(manager, editing.restoreInMenu, { params: { deletionId }, body: {} }, { storeId: store })
    expect(await read()).toEqual(before)
  })
})

describe('deleting an item', () => {
  const remove = (person: Person, id = menu.pizza, storeId = store) =>
    app.call(person, editing.deleteMenuItem, { params: { itemId: id } }, { storeId })
  const restore = (deletionId: string) =>
    app.call(manager, editing.restoreInMenu, { params: { deletionId }, body: {} }, { storeId: store })

  test('the partners take it off sale, and it comes back with its pause, options and prices', async () => {
    await app.call(
      basic,
      contract.pauseMenuItem,
      { params: { itemId: menu.pizza }, body: { reason: 'Acabou' } },
      { storeId: store },
    )
    const before = await read()
    const answers = await Promise.all([remove(manager), remove(manager)])
    expect(statuses(answers)).toEqual([200, 404])
    expect((await read()).items.map((item) => item.name)).toEqual(['Guaraná lata'])
    expect(await effects('menu-item-gone')).toEqual([{ lane: menu.pizza }])
    const back = await restore(deletedBy(answers))
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    const after = await read()
    const unsent = ({ items }: contract.Menu) => items.map((item) => ({ ...item, channels: [] }))
    expect(unsent(after)).toEqual(unsent(before))
    expect(after.items[0]?.channels).toMatchObject([{ priceCents: 5_990, status: 'UNAVAILABLE' }])
  })

  test('it is refused below manager and elsewhere, and a taken name keeps it from coming back', async () => {
    expect((await remove(basic)).body.error).toBe('permission/denied')
    expect((await remove(stranger, menu.pizza, other)).body.error).toBe('menu/item-not-found')
    const { data } = await remove(manager, menu.soda)
    await app.call(
      manager,
      editItem.addMenuItem,
      { body: { category: 'Bebidas', name: 'Guaraná lata', priceCents: 800 } },
      { storeId: store },
    )
    expect((await restore(data.deletionId)).body.error).toBe('menu/name-taken')
    // Nothing was lost: once the name is free, it comes back.
    const taken = (await read()).items.find((item) => item.name === 'Guaraná lata')
    await remove(manager, taken?.id)
    expect((await restore(data.deletionId)).status).toBe(200)
  })
})

describe('the order', () => {
  const move = (person: Person, body: Parameters<typeof bodyOf>[0], storeId = store) =>
    app.call(person, editing.moveInMenu, { body: bodyOf(body) }, { storeId })
  const bodyOf = (body: {
    part: 'item' | 'category' | 'group'
    id: string
    before?: string | null
    categoryId?: string | null
  }) => ({ before: null, ...body })
  const names = async () => (await read()).items.map((item) => item.name)

  test('an item goes before another one, last, and to another category', async () => {
    await move(manager, { part: 'item', id: menu.soda, before: menu.pizza })
    expect(await names()).toEqual(['Guaraná lata', 'Pizza de calabresa'])
    await move(manager, { part: 'item', id: menu.soda })
    expect(await names()).toEqual(['Pizza de calabresa', 'Guaraná lata'])
    const { data } = await add(manager)
    await move(manager, { part: 'item', id: menu.pizza, categoryId: data.id })
    expect((await read()).items.map((item) => [item.name, item.categoryId === data.id])).toEqual([
      ['Guaraná lata', false],
      ['Pizza de calabresa', true],
    ])
  })

  test('categories and groups are put in order too', async () => {
    const doces = await add(manager)
    await move(manager, { part: 'category', id: doces.data.id, before: (await pizzas()).id })
    expect((await read()).categories.map((one) => one.name)).toEqual(['Doces', 'Pizzas'])
    const size = await addGroup(manager)
    await move(manager, { part: 'group', id: size.data.id, before: menu.crust.groupId })
    expect((await read()).optionGroups.map((one) => one.name)).toEqual(['Tamanho', 'Borda'])
  })

  test('it is refused below manager, elsewhere, and for what is not on the menu', async () => {
    expect((await move(basic, { part: 'item', id: menu.soda })).body.error).toBe('permission/denied')
    expect((await move(stranger, { part: 'item', id: menu.soda }, other)).body.error).toBe(
      'menu/item-not-found',
    )
    expect((await move(manager, { part: 'category', id: randomUUID() })).body.error).toBe(
      'menu/category-not-found',
    )
    expect((await move(manager, { part: 'item', id: menu.soda, before: randomUUID() })).status).toBe(404)
    expect((await move(manager, { part: 'item', id: menu.soda, categoryId: randomUUID() })).body.error).toBe(
      'menu/category-not-found',
    )
    expect(await names()).toEqual(['Pizza de calabresa', 'Guaraná lata'])
  })

  test('two moves at once both hold, and no place is taken twice', async () => {
    const extra = await app.call(
      manager,
      editItem.addMenuItem,
      { body: { category: 'Pizzas', name: 'Portuguesa', priceCents: 5_000 } },
      { storeId: store },
    )
    await Promise.all([
      move(manager, { part: 'item', id: extra.data.id, before: menu.pizza }),
      move(manager, { part: 'item', id: menu.soda, before: menu.pizza }),
    ])
    expect((await names()).at(-1)).toBe('Pizza de calabresa')
  })
})

describe('what an item is', () => {
  const update = (body: object) =>
    app.call(
      manager,
      editItem.updateMenuItem,
      { params: { itemId: menu.pizza }, body: { version: 1, ...body } },
      { storeId: store },
    )

  test('tax, allergens, hours, locks and code are kept', async () => {
    const facts = {
      externalCode: 'PIZ-10',
      serving: 2,
      unit: 'UN' as const,
      ean: '7891000100103',
      allergen: ['GLUTEN' as const, 'MILK' as const],
      isAlcoholic: false,
      taxClass: 'PREPARED' as const,
      ncm: '19059090',
      availability: lunch,
      locks: ['price' as const],
    }
    const saved = await update(facts)
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.data).toMatchObject({ ...facts, productKey: 'PIZ-10' })
  })

  const long = 'x'.repeat(64 * 1024 - 200)
  test.each([
    ['a price below zero', { priceCents: -1 }, 'priceCents'],
    ['a price that is not in centavos', { priceCents: -0.01 }, 'priceCents'],
    ['no price at all', { priceCents: null }, 'priceCents'],
    ['a price without end', { priceCents: 1e308 }, 'priceCents'],
    ['a name of 64 KB', { name: long }, 'name'],
    ['a name that turns the line around', { name: 'Pizza \u202Eazzip' }, 'name'],
    ['a name from right to left', { name: 'بيتزا' }, 'name'],
    ['a name with a picture', { name: 'Pizza 🍕' }, 'name'],
    ['a formula', { name: '=HYPERLINK("http://x")' }, 'name'],
    ['a formula behind a sign', { name: '+cmd|calc!A1' }, 'name'],
    ['an NCM of seven digits', { ncm: '2202100' }, 'ncm'],
    ['an NCM of a chapter that is not there', { ncm: '77021000' }, 'ncm'],
    ['an allergen that does not exist', { allergen: ['JOY'] }, 'allergen.0'],
    ['allergens and none at once', { allergen: ['MILK', 'NO_DECLARED_ALLERGENS'] }, 'allergen'],
    [
      'an hour that is not one',
      { availability: [{ ...lunch[0], timePeriods: { startTime: '25:00', endTime: '26:00' } }] },
      'availability.0.timePeriods.startTime',
    ],
    ['a drawing instead of a photo', { photo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'photo'],
  ])('%s is refused with a sentence at its field, and nothing is saved', async (_, body, path) => {
    const before = await read()
    const refused = await update(body)
    expect(refused.status).toBe(400)
    expect(refused.body.details?.map((detail) => detail.path)).toContain(path)
    expect(JSON.stringify(refused.body.details)).toMatch(/"message":"[A-Z][^"]+\."/)
    expect(await read()).toEqual(before)
  })

  test('a key of the prototype is an unknown field', async () => {
    const body = JSON.parse('{"__proto__": {"priceCents": 1}, "version": 1}') as object
    const sent = JSON.parse('{"constructor": {"prototype": {}}}') as object
    expect((await update(sent)).status).toBe(400)
    expect([200, 400]).toContain((await update(body)).status)
    expect((await read()).items[0]?.priceCents).toBe(5_490)
  })

  test('a code that another item uses, and a group of another store, are refused', async () => {
    expect((await update({ externalCode: 'guaraná lata' })).body.error).toBe('menu/code-taken')
    expect((await update({ optionGroupIds: [randomUUID()] })).body.error).toBe('menu/group-not-found')
    expect((await read()).items[0]?.optionGroupIds).toEqual([menu.crust.groupId])
  })
})
