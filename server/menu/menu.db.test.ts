import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as editItem from '../../contract/menu/edit-item.ts'
import * as contract from '../../contract/menu/menu.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { readWholeMenu } from './menu.ts'
import { putMenu, type TestMenu } from './testing/menus.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
let menu: TestMenu
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store)
})

type PauseBody = { until?: string; reason?: string }
const pause = (person: Person, body: PauseBody = {}, itemId = menu.pizza, storeId = store) =>
  app.call(person, contract.pauseMenuItem, { params: { itemId }, body }, { storeId })
const pauseAll = (person: Person, itemIds: string[], body: PauseBody = {}, storeId = store) =>
  app.call(person, contract.pauseMenuItems, { body: { itemIds, ...body } }, { storeId })
const resume = (person: Person, itemId = menu.pizza, storeId = store) =>
  app.call(person, contract.resumeMenuItem, { params: { itemId }, body: {} }, { storeId })
type Changes = Omit<Parameters<typeof bodyOf>[0], never>
const bodyOf = (changes: {
  name?: string
  description?: string
  priceCents?: number
  photo?: string | null
  categoryId?: string | null
  channelPrices?: { merchantId: string; priceCents: number }[]
  version?: number
}) => ({ version: 1, ...changes })
const update = (person: Person, changes: Changes, itemId = menu.pizza, storeId = store) =>
  app.call(person, editItem.updateMenuItem, { params: { itemId }, body: bodyOf(changes) }, { storeId })
const add = (person: Person, changes: object = {}, storeId = store) =>
  app.call(
    person,
    editItem.addMenuItem,
    { body: { category: 'Doces', name: 'Pudim', priceCents: 1_590, ...changes } },
    { storeId },
  )
const read = async (person = basic) =>
  (await app.call(person, contract.readMyMenu, {}, { storeId: store })).data
const pizza = async () => (await read()).items.find((item) => item.id === menu.pizza)
const pausesOf = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('menu_item_pauses').selectAll().where('store_id', '=', store).orderBy('since').execute(),
  )
const auditOf = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'subject', 'details'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )
/** A picture of one pixel. */
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('reading the menu', () => {
  test('members of a store read its menu in the store’s order and nobody else reads it', async () => {
    const { categories, items, optionGroups } = await read()
    expect(categories.map((category) => category.name)).toEqual(['Pizzas'])
    expect(items.map((item) => [item.name, item.status, item.productKey])).toEqual([
      ['Pizza de calabresa', 'AVAILABLE', 'PZ-1'],
      ['Guaraná lata', 'AVAILABLE', 'guaraná lata'],
    ])
    expect(optionGroups[0]).toMatchObject({ name: 'Borda', minPermitted: 1, maxPermitted: 1 })
    expect((await app.call(stranger, contract.readMyMenu, {}, { storeId: store })).status).toBe(404)
    const theirs = await app.call(stranger, contract.readMyMenu, {}, { storeId: other })
    expect(theirs.data.items).toEqual([])
  })
})

describe('pausing an item', () => {
  test('a paused item is off sale and records who paused it, why and since when', async () => {
    const paused = await pause(basic, { reason: ' Acabou a calabresa ' })
    expect(paused.status, JSON.stringify(paused.body)).toBe(200)
    expect(paused.data).toMatchObject({
      status: 'UNAVAILABLE',
      pause: { since: evening.toISOString(), until: null, byName: 'basic', reason: 'Acabou a calabresa' },
    })
    expect(await auditOf('menu/item-paused')).toMatchObject([
      { actor_uid: basic.uid, subject: 'Pizza de calabresa' },
    ])
  })

  test('a pause until tomorrow ends with the store’s business day', async () => {
    const paused = await pause(basic, { until: 'tomorrow' })
    // 04:00 in São Paulo.
    expect(paused.data.pause?.until).toBe('2026-11-21T07:00:00.000Z')
  })

  test('pausing is rejected for another store’s item, an unknown item or an end in the past', async () => {
    expect((await pause(stranger)).status).toBe(404)
    expect((await pause(stranger, {}, menu.pizza, other)).body.error).toBe('menu/item-not-found')
    expect((await pause(basic, {}, randomUUID())).body.error).toBe('menu/item-not-found')
    const past = await pause(basic, { until: later(-1).toISOString() })
    expect([past.status, past.body.details?.[0]?.path]).toEqual([422, 'until'])
    expect((await pizza())?.status).toBe('AVAILABLE')
  })

  test('an item that is paused already is not paused again, and of concurrent pauses one wins', async () => {
    const answers = await Promise.all([pause(basic), pause(manager), pause(basic)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await pause(basic)).body.error).toBe('menu/already-paused')
    expect(await pausesOf()).toHaveLength(1)
  })

  test('an item is on sale again once its pause is over, before the worker records it, and can be paused again', async () => {
    await pause(basic, { until: later(40).toISOString() })
    app.setClock(later(41))
    expect(await pizza()).toMatchObject({ status: 'AVAILABLE', pause: null })
    expect((await resume(basic)).body.error).toBe('menu/not-paused')
    expect((await pause(basic)).status).toBe(200)
    expect((await pausesOf()).map((row) => row.ended_at)).toEqual([later(40), null])
  })

  test('the worker records the end of a pause and notifies the store’s screens', async () => {
    await pause(basic, { until: later(40).toISOString() })
    app.setClock(later(41))
    app.startWorker()
    await expect.poll(async () => (await pausesOf())[0]?.ended_at, { timeout: 5_000 }).toEqual(later(40))
    const events = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('live_events')
        .select('type')
        .where('store_id', '=', store)
        .where('order_id', 'is', null)
        .execute(),
    )
    expect(events.map((event) => event.type)).toEqual(['menu', 'menu'])
    expect(await auditOf('menu/pause-ended')).toMatchObject([{ actor_uid: null }])
  })
})

describe('pausing several items', () => {
  test('pausing several items leaves those already paused unchanged', async () => {
    await pause(manager, { reason: 'Forno quebrado' })
    const answer = await pauseAll(basic, [menu.soda, menu.pizza, menu.soda], { until: 'tomorrow' })
    expect(answer.data.pausedIds).toEqual([menu.soda])
    expect((await pizza())?.pause?.reason).toBe('Forno quebrado')
  })

  test('pausing several items is all or nothing', async () => {
    const answer = await pauseAll(basic, [menu.soda, randomUUID()])
    expect([answer.status, answer.body.error]).toEqual([404, 'menu/item-not-found'])
    expect((await pauseAll(stranger, [menu.soda])).status).toBe(404)
    expect((await pauseAll(stranger, [menu.soda], {}, other)).body.error).toBe('menu/item-not-found')
    expect(await pausesOf()).toEqual([])
  })

  test('of concurrent pauses of several items, each item is paused once', async () => {
    const answers = await Promise.all([
      pauseAll(basic, [menu.pizza, menu.soda]),
      pauseAll(manager, [menu.soda, menu.pizza]),
      pauseAll(basic, [menu.soda]),
    ])
    expect(answers.flatMap((answer) => answer.data.pausedIds)).toHaveLength(2)
    expect(await pausesOf()).toHaveLength(2)
  })
})

describe('resuming an item', () => {
  test('resuming ends the pause and records who did it', async () => {
    await pause(basic)
    app.setClock(later(30))
    const resumed = await resume(manager)
    expect(resumed.data).toMatchObject({ status: 'AVAILABLE', pause: null })
    expect(await pausesOf()).toMatchObject([
      { since: evening, ended_at: later(30), started_by: basic.uid, ended_by: manager.uid },
    ])
    expect(await auditOf('menu/item-resumed')).toMatchObject([{ actor_uid: manager.uid }])
  })

  test('resuming is rejected for another store and for an item on sale, and of two at once one wins', async () => {
    expect((await resume(stranger)).status).toBe(404)
    expect((await resume(stranger, menu.pizza, other)).body.error).toBe('menu/item-not-found')
    expect((await resume(basic)).body.error).toBe('menu/not-paused')
    await pause(basic)
    const answers = await Promise.all([resume(basic), resume(manager)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('changing an item', () => {
  test('only the sent fields change and the audit log records before and after', async () => {
    const changed = await update(manager, { priceCents: 5_690, description: 'Massa fina.' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.data).toMatchObject({
      name: 'Pizza de calabresa',
      priceCents: 5_690,
      description: 'Massa fina.',
      version: 2,
    })
    expect(await auditOf('menu/item-changed')).toMatchObject([
      { details: { before: { priceCents: 5_490 }, after: { priceCents: 5_690 } } },
    ])
  })

  test('renaming keeps the product key of an item with a code and changes that of an item without one', async () => {
    expect((await update(manager, { name: 'Calabresa' })).data.productKey).toBe('PZ-1')
    expect((await update(manager, { name: 'Guaraná 350 ml' }, menu.soda)).data.productKey).toBe(
      'guaraná 350 ml',
    )
  })

  test('a photo is stored, is readable by its address without signing in, and is deleted when removed', async () => {
    const put = await update(manager, { photo: onePixel })
    const url = put.data.photoUrl ?? ''
    const shown = await app.fastify.inject(url)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers['cache-control']).toContain('immutable')
    expect((await update(manager, { photo: null, version: 2 })).data.photoUrl).toBeNull()
    expect((await app.fastify.inject(url)).statusCode).toBe(404)
    expect((await app.fastify.inject(url.replace(store, other))).statusCode).toBe(404)
  })

  test('a photo whose bytes are no picture, or of another type than declared, is rejected with its field', async () => {
    const script = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    const refused = await update(manager, { photo: `data:image/png;base64,${script}` })
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, 'photo'])
    expect((await update(manager, { photo: `data:image/svg+xml;base64,${script}` })).status).toBe(400)
  })

  test('changing an item is rejected for a basic user, another store, a taken name and an unknown category', async () => {
    expect((await update(basic, { priceCents: 1 })).body.error).toBe('permission/denied')
    expect((await update(stranger, { priceCents: 1 })).status).toBe(404)
    expect((await update(stranger, { priceCents: 1 }, menu.pizza, other)).body.error).toBe(
      'menu/item-not-found',
    )
    const taken = await update(manager, { name: 'Guaraná lata' })
    expect([taken.body.error, taken.body.details?.[0]?.path]).toEqual(['menu/name-taken', 'name'])
    expect((await update(manager, { categoryId: randomUUID() })).body.error).toBe('menu/category-not-found')
    expect((await update(manager, { channelPrices: [{ merchantId: 'x', priceCents: 1 }] })).status).toBe(422)
    expect((await pizza())?.version).toBe(1)
  })

  test('a stale version returns the current value, and of two concurrent edits one wins', async () => {
    const answers = await Promise.all([
      update(manager, { priceCents: 5_000 }),
      update(manager, { priceCents: 6_000 }),
    ])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stale = answers.find((answer) => answer.status === 409)
    expect(stale?.body.error).toBe('menu/stale-item')
    expect(stale?.body.current).toMatchObject({ version: 2 })
  })
})

describe('adding an item', () => {
  test('adding an item creates a missing category and gives the item a code', async () => {
    const added = await add(manager, { description: 'De leite', photo: onePixel })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.data).toMatchObject({ name: 'Pudim', priceCents: 1_590, status: 'AVAILABLE', channels: [] })
    expect(added.data.productKey).toBe(added.data.externalCode)
    await add(manager, { name: 'Brigadeiro' })
    const { categories, items } = await read()
    expect(categories.map((category) => category.name)).toEqual(['Pizzas', 'Doces'])
    expect(items.map((item) => item.name).slice(2)).toEqual(['Pudim', 'Brigadeiro'])
    expect(await auditOf('menu/item-added')).toHaveLength(2)
  })

  test('adding an item is rejected for a basic user, another store and a taken name, and of two at once one wins', async () => {
    expect((await add(basic)).body.error).toBe('permission/denied')
    expect((await add(stranger)).status).toBe(404)
    expect((await add(manager, { name: 'Guaraná Lata' })).body.error).toBe('menu/name-taken')
    expect((await add(manager, { name: ' ' })).status).toBe(400)
    const answers = await Promise.all([add(manager), add(manager), add(manager)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

describe('stored hours of sale that this version does not know', () => {
  const damage = (table: 'menu_items' | 'menu_categories', availability: string) =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable(table)
        .set({ availability })
        .where('store_id', '=', store)
        .$if(table === 'menu_items', (query) => query.where('id', '=', menu.pizza))
        .execute(),
    )

  test.each([
    '7',
    '[7]',
    '[{"dayOfWeek": ["FERIADO"], "timePeriods": {"startTime": "10:00", "endTime": "11:00"}}]',
  ])(
    'the menu is still read and sold when %s of an item and its category are not understood, and saving mends them',
    async (hours) => {
      const before = await read()
      await damage('menu_items', hours)
      await damage('menu_categories', hours)
      const answer = await app.call(basic, contract.readMyMenu, {}, { storeId: store })
      expect([answer.status, answer.data]).toEqual([200, before])
      const whole = await withStoreScope(app.db, [store], (tx) => readWholeMenu(tx, store))
      expect(whole.categories.map(({ availability }) => availability)).toEqual(whole.categories.map(() => []))
      const saved = await update(manager, { name: 'Pizza da casa', priceCents: 5_000 })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    },
  )
})
