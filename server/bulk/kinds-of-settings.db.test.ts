import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/bulk/bulk.ts'
import { readDeliveryModifiers, saveDeliveryModifier } from '../../contract/delivery/modifiers.ts'
import type { MenuKeeps } from '../../contract/menu/copies.ts'
import type { MenuDocument } from '../../contract/menu/menu-document.ts'
import { readCapacity } from '../../contract/orders/rules.ts'
import { readWorkingHours, saveWeek } from '../../contract/stores/hours.ts'
import { withStoreScope } from '../db/scope.ts'
import { dish, menuOf, putWholeMenu, wholeMenu } from '../menu/testing/whole-menus.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { actsIn, chainOfTwo, type Chain } from './testing/chain.ts'

let app: TestApp
let shop: Chain
let acts: ReturnType<typeof actsIn>
let centre: string
let beach: string
let manager: Person
let basic: Person
/** Friday, 19:00 in São Paulo and 18:00 in Manaus. */
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  shop = await chainOfTwo(app)
  ;({ centre, beach, manager, basic } = shop)
  acts = actsIn(app, [centre, beach])
})

const foresee = (action: contract.BulkAction, person = manager) => acts.foresee(action, person)
const begin = (action: contract.BulkAction, person = manager) => acts.begin(action, person)
const done = (action: contract.BulkAction, person = manager) => acts.done(action, person)
const takenBack = (id: string, person = manager) => acts.takenBack(id, person)
const parts = (id: string, person = manager) => acts.parts(id, person)

describe('more minutes', () => {
  const slower = { kind: 'slower', extraMinutes: 20, minutes: 60 } as const
  const pace = async (storeId: string) => {
    const { level, extraMinutes, until } = (await app.call(basic, readCapacity, {}, { storeId })).data
    return [level, extraMinutes, until]
  }

  test('are promised in every store until the same moment, also by a basic person, and end when undone', async () => {
    const id = await done(slower, basic)
    expect(await parts(id, basic)).toEqual([
      ['done', 'Promete 20\u00a0min a mais até hoje às 20:00.'],
      ['done', 'Promete 20\u00a0min a mais até hoje às 19:00.'],
    ])
    for (const storeId of [centre, beach])
      expect(await pace(storeId)).toEqual(['busy', 20, '2026-11-20T23:00:00.000Z'])
    await takenBack(id, basic)
    for (const storeId of [centre, beach]) expect(await pace(storeId)).toEqual(['normal', 0, null])
  })

  test('leave a store that stopped as it is, and one that somebody set since then', async () => {
    const stop = { kind: 'stop', minutes: 30, reason: 'Chuva' } as const
    const { data } = await app.call(
      manager,
      contract.beginBulk,
      { query: { selection: beach }, body: { action: stop } },
      { key: randomUUID() },
    )
    await acts.work()
    expect((await parts(data.id)).map(([state]) => state)).toEqual(['done'])
    const id = await done(slower)
    expect(await parts(id)).toEqual([
      ['done', 'Promete 20\u00a0min a mais até hoje às 20:00.'],
      ['refused', 'Está parada agora: não promete horário.'],
    ])
    expect((await pace(beach))[0]).toBe('paused')
    await done({ ...slower, extraMinutes: 45 })
    await takenBack(id)
    expect(await pace(centre)).toEqual(['busy', 45, '2026-11-20T23:00:00.000Z'])
  })
})

describe('a change of delivery', () => {
  const rain = {
    kind: 'modifier',
    name: 'Chuva',
    effects: [{ kind: 'fixed', cents: 300 }],
    minutes: 60,
  } as const
  const action = rain as unknown as contract.BulkAction
  const until = '2026-11-20T23:00:00.000Z'
  const modifiers = async (storeId: string) =>
    (await app.call(manager, readDeliveryModifiers, {})).data.modifiers.filter(
      (one) => one.storeId === storeId,
    )

  test('turns on the store’s own of that name, or a new one; undone, each is as before', async () => {
    const body = {
      name: 'CHUVA',
      effects: [{ kind: 'minutes' as const, minutes: 10 }],
      capCents: 1_500,
      toCourier: true,
      when: { kind: 'manual' as const, until: null },
      zoneIds: [],
      active: true,
    }
    await app.call(manager, saveDeliveryModifier, { body }, { storeId: beach })
    const id = await done(action)
    expect((await parts(id)).map(([state]) => state)).toEqual(['done', 'done'])
    expect(await modifiers(centre)).toMatchObject([{ name: 'Chuva', on: true, until, toCourier: false }])
    expect(await modifiers(beach)).toMatchObject([
      { name: 'CHUVA', on: true, until, effects: rain.effects, capCents: 1_500, toCourier: true },
    ])
    await takenBack(id)
    expect(await modifiers(centre)).toEqual([])
    expect(await modifiers(beach)).toMatchObject([{ ...body, on: false }])
  })

  test('is for managers, and stays where somebody changed it since', async () => {
    expect((await foresee(action, basic)).body.error).toBe('permission/denied')
    const id = await done(action)
    const [own] = await modifiers(beach)
    if (!own) throw new Error('no modifier')
    const { storeId: _store, on: _on, since: _since, until: _until, ...fields } = own
    await app.call(manager, saveDeliveryModifier, { body: { ...fields, toCourier: true } })
    await takenBack(id)
    expect((await parts(id)).map(([state]) => state)).toEqual(['undone', 'done'])
    expect(await modifiers(beach)).toMatchObject([{ on: true, toCourier: true }])
  })
})

describe('the hours of the week', () => {
  const week = [
    { weekday: 'MONDAY' as const, start: '11:00', end: '15:00' },
    { weekday: 'MONDAY' as const, start: '18:00', end: '23:00' },
  ]
  const action: contract.BulkAction = { kind: 'week', week }
  const hours = async (storeId: string) => (await app.call(manager, readWorkingHours, {}, { storeId })).data

  test('come to every store day by day, and go back when undone', async () => {
    const before = await hours(beach)
    await app.call(
      manager,
      saveWeek,
      { body: { week, version: (await hours(centre)).version } },
      { storeId: centre },
    )
    const seen = (await foresee(action)).data.parts.map(({ would }) => would)
    expect(seen).toEqual(['same', 'change'])
    const id = await done(action)
    const [same, changed] = await parts(id)
    expect(same).toEqual(['same', 'Já tem esta semana.'])
    expect(changed?.[1]).toContain('Segunda: 11:00 às 15:00 e 18:00 às 23:00')
    expect((await hours(beach)).week).toEqual(week)
    await takenBack(id)
    expect((await hours(beach)).week).toEqual(before.week)
  })

  test('that overlap are refused by each store, and stay where somebody saved since', async () => {
    const twice = [...week, { weekday: 'MONDAY' as const, start: '12:00', end: '13:00' }]
    expect((await foresee({ kind: 'week', week: twice })).data.parts.map(({ would }) => would)).toEqual([
      'refuse',
      'refuse',
    ])
    const id = await done(action)
    const { version } = await hours(beach)
    await app.call(manager, saveWeek, { body: { week: [], version } }, { storeId: beach })
    await takenBack(id)
    expect((await hours(beach)).week).toEqual([])
    expect((await parts(id)).map(([state]) => state)).toEqual(['undone', 'done'])
  })
})

describe('a menu', () => {
  const put = (storeId: string, document: MenuDocument) => putWholeMenu(app, storeId, document)
  const sold = async (storeId: string) => {
    const { categories } = await wholeMenu(app, storeId)
    return categories.flatMap(({ items }) => items.map(({ name, priceCents }) => [name, priceCents]))
  }
  const taking = (keeps: MenuKeeps) => ({ kind: 'menu', from: centre, category: null, keeps }) as const
  const free = { prices: true, hours: true, ownItems: true }
  const bound = { prices: false, hours: false, ownItems: false }

  beforeEach(async () => {
    await put(
      centre,
      menuOf({
        Lanches: [dish('X-Salada', 2_000, { description: 'Da casa' })],
        Bebidas: [dish('Suco', 900)],
      }),
    )
    await put(beach, menuOf({ Lanches: [dish('X-Salada', 2_500), dish('X-Praia', 3_000)] }))
  })

  test('of another store leaves a store what it may decide, is read back, and goes back by one step', async () => {
    const before = await sold(beach)
    const id = await done(taking(free))
    expect(await parts(id)).toEqual([
      ['same', 'O cardápio é desta loja.'],
      ['done', '1 item a mais, 1 item com mudança. Lido de volta: confere.'],
    ])
    expect(await sold(beach)).toEqual([
      ['X-Salada', 2_500],
      ['X-Praia', 3_000],
      ['Suco', 900],
    ])
    expect((await foresee(taking(free))).data.parts.map(({ would }) => would)).toEqual(['same', 'same'])
    await takenBack(id)
    expect(await sold(beach)).toEqual(before)
  })

  test('that leaves nothing to the stores is the same in all of them', async () => {
    const seen = (await foresee(taking(bound))).data.parts[1]
    // Nothing is read back before it has changed.
    expect(seen?.words).toBe('1 item a mais, 1 item com mudança, 1 item a menos.')
    expect(await sold(beach)).toHaveLength(2)
    await done(taking(bound))
    expect(await sold(beach)).toEqual(await sold(centre))
  })

  test('is what it was when the act was asked for, whatever the store changes before the others’ turn', async () => {
    const { data } = await begin(taking(bound))
    await put(centre, menuOf({ Lanches: [dish('Só depois', 100)] }))
    await acts.work()
    expect((await parts(data.id)).map(([state]) => state)).toEqual(['same', 'done'])
    expect(await sold(beach)).toEqual([
      ['X-Salada', 2_000],
      ['Suco', 900],
    ])
  })

  test('by its category brings nothing else and removes nothing', async () => {
    const id = await done({ ...taking(bound), category: 'bebidas' })
    expect((await parts(id))[1]?.[1]).toBe('1 item a mais. Lido de volta: confere.')
    expect(await sold(beach)).toHaveLength(3)
    const unknown = await foresee({ ...taking(bound), category: 'Doces' })
    expect(unknown.body.error).toBe('menu/category-not-found')
  })

  test('that somebody changed since is not taken back', async () => {
    const id = await done(taking(free))
    await put(beach, menuOf({ Lanches: [dish('Outro', 100)] }))
    await takenBack(id)
    expect((await parts(id))[1]?.[0]).toBe('done')
    expect(await sold(beach)).toEqual([['Outro', 100]])
  })

  test('is taken only from a store of which the person is a manager, at the moment of each turn', async () => {
    expect((await foresee(taking(free), basic)).body.error).toBe('permission/denied')
    const seller = await app.addPerson('Caio', { [centre]: 'basic', [beach]: 'manager' })
    const query = { selection: beach }
    const of = (from: string) => ({ query, body: { action: { ...taking(free), from } } })
    for (const call of [contract.tryBulk, contract.beginBulk] as const) {
      expect((await app.call(seller, call, of(centre), { key: randomUUID() })).body.error).toBe(
        'permission/denied',
      )
      expect((await app.call(seller, call, of(shop.foreign), { key: randomUUID() })).body.error).toBe(
        'store/not-found',
      )
    }
    const { data } = await begin(taking(free))
    await withStoreScope(app.db, [centre], (tx) =>
      tx.deleteFrom('access_entries').where('store_id', '=', centre).where('uid', '=', manager.uid).execute(),
    )
    await acts.work()
    expect(await sold(beach)).toHaveLength(2)
    expect(
      await parts(data.id, await app.addPerson('Dona', { [centre]: 'owner', [beach]: 'owner' })),
    ).toEqual([
      ['refused', expect.any(String)],
      ['refused', expect.any(String)],
    ])
  })
})
