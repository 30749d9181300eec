import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as editing from '../../../contract/menu/edit-menu.ts'
import * as editItem from '../../../contract/menu/edit-item.ts'
import * as contract from '../../../contract/menu/menu.ts'
import { placeOrder, type PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'
import { readWholeMenu } from '../whole/read-whole-menu.ts'
import { writeWholeMenu } from '../whole/write-whole-menu.ts'

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
  menu = await putMenu(app, store)
})

const option = (name: string, priceCents = 0) => ({
  name,
  description: '',
  status: 'AVAILABLE' as const,
  priceCents,
  maxPermitted: 1,
})
/** Asked with the crust of catupiry. */
const amount = () => ({
  name: 'Quanto',
  description: '',
  status: 'AVAILABLE' as const,
  minPermitted: 1,
  maxPermitted: 1,
  optionId: menu.crust.catupiry as string | null,
  options: [option('Normal'), option('Em dobro', 500)],
})
const add = (person: Person, body: object = {}, storeId = store) =>
  app.call(person, editing.addOptionGroup, { body: { ...amount(), ...body } }, { storeId })
const change = (person: Person, group: contract.MenuOptionGroup, body: object, storeId = store) => {
  const { id, externalCode: _code, options, ...fields } = group
  const kept = options.map(({ externalCode: _optionCode, ...one }) => one)
  return app.call(
    person,
    editing.updateOptionGroup,
    { params: { groupId: id }, body: { ...fields, options: kept, ...body } },
    { storeId },
  )
}
const read = async () => (await app.call(manager, contract.readMyMenu, {}, { storeId: store })).data
const groupNamed = async (name: string) => {
  const found = (await read()).optionGroups.find((one) => one.name === name)
  if (!found) throw new Error(`There is no group ${name}`)
  return found
}

describe('a group of an option', () => {
  test('is added by a manager, and asked by no item any more', async () => {
    const { data } = await add(manager, { optionId: null })
    const linked = { params: { itemId: menu.pizza }, body: { optionGroupIds: [menu.crust.groupId, data.id] } }
    const { version } = (await read()).items.find(({ id }) => id === menu.pizza) ?? { version: 0 }
    await app.call(
      manager,
      editItem.updateMenuItem,
      { ...linked, body: { ...linked.body, version } },
      { storeId: store },
    )
    const placed = await change(manager, data, { optionId: menu.crust.catupiry })
    expect(placed.data).toMatchObject({ name: 'Quanto', optionId: menu.crust.catupiry, version: 2 })
    const { items } = await read()
    expect(items.find(({ id }) => id === menu.pizza)?.optionGroupIds).toEqual([menu.crust.groupId])
  })

  test('is refused below manager and elsewhere, and with an option that is not on the menu', async () => {
    expect([(await add(basic)).status, (await add(stranger)).status]).toEqual([403, 404])
    const elsewhere = await add(stranger, {}, other)
    expect([elsewhere.status, elsewhere.body.details?.[0]?.path]).toEqual([422, 'optionId'])
    const unknown = await add(manager, { optionId: randomUUID() })
    expect([unknown.status, unknown.body.details?.[0]?.path]).toEqual([422, 'optionId'])
    expect((await read()).optionGroups.map(({ name }) => name)).toEqual(['Borda'])
  })

  test('is never below itself: of two that ask each other at once one is refused', async () => {
    const first = (await add(manager, { name: 'A', optionId: null })).data
    const second = (await add(manager, { name: 'B', optionId: null })).data
    const own = await change(manager, first, { optionId: first.options[0]?.id })
    expect([own.status, own.body.details?.[0]?.path]).toEqual([422, 'optionId'])
    const answers = await Promise.all([
      change(manager, first, { optionId: second.options[0]?.id }),
      change(manager, second, { optionId: first.options[0]?.id }),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422])
  })

  test('stays where it is when an earlier panel saves it, and no item can take it', async () => {
    const { data } = await add(manager)
    expect((await change(manager, data, { optionId: undefined })).data.optionId).toBe(menu.crust.catupiry)
    const taken = await app.call(
      manager,
      editItem.updateMenuItem,
      { params: { itemId: menu.soda }, body: { optionGroupIds: [data.id], version: 1 } },
      { storeId: store },
    )
    expect([taken.status, taken.body.error]).toEqual([404, 'menu/group-not-found'])
  })

  test('outlives the deletion of its option’s group, and comes back below it', async () => {
    await add(manager)
    const deleted = await app.call(
      manager,
      editing.deleteOptionGroup,
      { params: { groupId: menu.crust.groupId } },
      { storeId: store },
    )
    expect((await groupNamed('Quanto')).optionId).toBeNull()
    await app.call(
      manager,
      editing.restoreInMenu,
      { params: { deletionId: deleted.data.deletionId }, body: {} },
      { storeId: store },
    )
    expect((await groupNamed('Quanto')).optionId).toBe(menu.crust.catupiry)
  })

  test('is a part of the whole menu: read, written elsewhere, the same', async () => {
    await add(manager)
    const document = await withStoreScope(app.db, [store], (tx) => readWholeMenu(tx, store))
    expect(document.optionGroups.map(({ name, askedWith }) => [name, askedWith?.option])).toEqual([
      ['Borda', undefined],
      ['Quanto', document.optionGroups[0]?.options.find(({ name }) => name === 'Catupiry')?.externalCode],
    ])
    const copy = await withStoreScope(app.db, [other], async (tx) => {
      await writeWholeMenu(tx, other, document, { now: evening })
      return readWholeMenu(tx, other)
    })
    expect(copy).toEqual(document)
  })
})

describe('an order', () => {
  const place = (options: PlaceOrderBody['items'][number]['options']) => {
    const cents = options.reduce((sum, one) => sum + one.quantity * one.unitPriceCents, 5_490)
    const item = {
      menuItemId: menu.pizza,
      externalCode: null,
      name: 'pizza',
      quantity: 1,
      unitPriceCents: 5_490,
      totalCents: cents,
      notes: null,
      options,
    }
    const payments = [{ method: 'PIX' as const, brand: null, cents, prepaid: true, changeForCents: null }]
    const body = ownOrder({
      type: 'TAKEOUT',
      items: [item],
      fees: [],
      discounts: [],
      payments,
      orderCents: cents,
      delivery: null,
    })
    return app.call(basic, placeOrder, { body }, { storeId: store, key: randomUUID() })
  }
  const taken = (menuOptionId: string, unitPriceCents: number, quantity = 1) => ({
    menuOptionId,
    name: 'Opção',
    groupName: 'Grupo',
    quantity,
    unitPriceCents,
  })

  test('answers the group with its option, and only then', async () => {
    const { options } = (await add(manager)).data
    const double = options.find(({ name }) => name === 'Em dobro')?.id ?? ''
    const { catupiry, cheddar } = menu.crust
    const missing = await place([taken(catupiry, 900)])
    expect([missing.status, missing.body.message]).toEqual([
      409,
      expect.stringContaining('escolha 1 em “Quanto”'),
    ])
    const alone = await place([taken(cheddar, 800), taken(double, 500)])
    expect([alone.status, alone.body.message]).toEqual([
      409,
      expect.stringContaining('“Quanto” só com Catupiry'),
    ])
    const good = await place([taken(catupiry, 900), taken(double, 500)])
    expect([good.status, good.data.items[0]?.totalCents]).toEqual([200, 6_890])
    expect((await place([taken(cheddar, 800)])).status).toBe(200)
  })

  test('of an option that was taken twice answers for both', async () => {
    const crust = await groupNamed('Borda')
    await change(manager, crust, {
      maxPermitted: 2,
      options: crust.options.map(({ externalCode: _code, ...one }) => ({ ...one, maxPermitted: 2 })),
    })
    const { options } = (await add(manager)).data
    const [normal = ''] = options.map(({ id }) => id)
    const { catupiry } = menu.crust
    const one = await place([taken(catupiry, 900, 2), taken(normal, 0)])
    expect(one.body.message).toContain('escolha 2 em “Quanto”')
    expect((await place([taken(catupiry, 900, 2), taken(normal, 0, 2)])).status).toBe(200)
  })
})
