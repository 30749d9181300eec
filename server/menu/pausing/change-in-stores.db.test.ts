import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/menu/menu.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'

let app: TestApp
let centre: string
let beach: string
let foreign: string
let basic: Person
let manager: Person
let stranger: Person
let menus: { readonly centre: TestMenu; readonly beach: TestMenu; readonly foreign: TestMenu }
/** Friday, 19:00 in São Paulo and 18:00 in Manaus. */
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  centre = await app.addStore({ name: 'Centro' })
  beach = await app.addStore({ name: 'Ponta Negra', timezone: 'America/Manaus' })
  foreign = await app.addStore({ name: 'De outro' })
  basic = await app.addPerson('basic', { [centre]: 'basic', [beach]: 'basic' })
  manager = await app.addPerson('manager', { [centre]: 'manager', [beach]: 'manager' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
  menus = {
    centre: await putMenu(app, centre, { merchantId: `m-${randomUUID()}`, partnerItemId: 'p-1' }),
    beach: await putMenu(app, beach),
    foreign: await putMenu(app, foreign),
  }
})

interface StoreItems {
  storeId: string
  itemIds: string[]
}
const pizzas = (): StoreItems[] => [
  { storeId: centre, itemIds: [menus.centre.pizza] },
  { storeId: beach, itemIds: [menus.beach.pizza] },
]
const bothStores = () => `${centre},${beach}`
interface Given {
  stores?: StoreItems[]
  selection?: string
  until?: string
  reason?: string
}
const pause = (person: Person, { stores = pizzas(), selection = bothStores(), ...body }: Given = {}) =>
  app.call(person, contract.pauseInStores, { query: { selection }, body: { stores, ...body } })
const resume = (person: Person, { stores = pizzas(), selection = bothStores() }: Given = {}) =>
  app.call(person, contract.resumeInStores, { query: { selection }, body: { stores } })
/** Per store: how many items changed, or why none did. */
const outcome = (answer: { data: { results: readonly contract.StoreResult[] } }) =>
  answer.data.results.map((one) => one.refusal?.error ?? one.changedIds.length)
const openPauses = (storeId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('menu_item_pauses')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .execute(),
  )
const queued = (storeId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx.selectFrom('outbox').select('kind').where('store_id', '=', storeId).execute(),
  )
const auditOf = (storeId: string, action: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'subject'])
      .where('store_id', '=', storeId)
      .where('action', '=', action)
      .execute(),
  )

describe('pausing an item in several stores', () => {
  test('takes it off sale in each store until the end of that store’s own day, and tells the marketplaces', async () => {
    const answer = await pause(basic, { until: 'tomorrow', reason: 'Acabou a calabresa' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(outcome(answer)).toEqual([1, 1])
    expect(answer.data.results.map((one) => one.items[0]?.pause)).toMatchObject([
      { until: '2026-11-21T07:00:00.000Z', byName: 'basic', reason: 'Acabou a calabresa' },
      { until: '2026-11-21T08:00:00.000Z' },
    ])
    expect((await queued(centre)).map((row) => row.kind).toSorted()).toEqual([
      'menu-channels',
      'menu-offers',
      'menu-pause-end',
      'menu-version',
    ])
    expect((await queued(beach)).map((row) => row.kind).toSorted()).toEqual([
      'menu-offers',
      'menu-pause-end',
      'menu-version',
    ])
    for (const storeId of [centre, beach]) {
      expect(await auditOf(storeId, 'menu/item-paused')).toEqual([
        { actor_uid: basic.uid, subject: 'Pizza de calabresa' },
      ])
    }
  })

  test('is rejected as a whole for a person without access to one of the stores', async () => {
    const answer = await pause(stranger)
    expect([answer.status, answer.body.error]).toEqual([404, 'store/not-found'])
    const mixed = await pause(basic, { selection: `${centre},${foreign}` })
    expect([mixed.status, mixed.body.error]).toEqual([404, 'store/not-found'])
    expect(
      (await app.call(null, contract.pauseInStores, { query: {}, body: { stores: pizzas() } })).status,
    ).toBe(401)
    expect(await openPauses(centre)).toEqual([])
  })

  test('answers a store outside the selection, and an item of another store, as not found', async () => {
    const answer = await pause(basic, {
      stores: [
        { storeId: foreign, itemIds: [menus.foreign.pizza] },
        { storeId: centre, itemIds: [menus.foreign.pizza] },
        { storeId: beach, itemIds: [menus.beach.pizza, randomUUID()] },
      ],
    })
    expect(outcome(answer)).toEqual(['store/not-found', 'menu/item-not-found', 'menu/item-not-found'])
    expect(answer.data.results.flatMap((one) => one.items)).toEqual([])
    for (const storeId of [centre, beach, foreign]) expect(await openPauses(storeId)).toEqual([])
  })

  test('an item that is paused already keeps its pause, and the other stores are paused all the same', async () => {
    await pause(manager, { stores: pizzas().slice(0, 1), reason: 'Forno quebrado' })
    const answer = await pause(basic)
    expect(outcome(answer)).toEqual(['menu/already-paused', 1])
    expect(answer.data.results[0]?.items[0]?.pause?.reason).toBe('Forno quebrado')
    expect(answer.data.results[0]?.refusal?.message).toBe('Este item já está pausado.')
  })

  test('of three at once one wins in each store', async () => {
    const answers = await Promise.all([pause(basic), pause(manager), pause(basic)])
    for (const at of [0, 1]) {
      expect(answers.map((answer) => outcome(answer)[at]).filter((one) => one === 1)).toHaveLength(1)
    }
    expect(await openPauses(centre)).toHaveLength(1)
    expect(await openPauses(beach)).toHaveLength(1)
  })

  test('a store whose pause fails is named, may be tried again, and does not stop the next store', async () => {
    const owner = new pg.Client({ connectionString: app.ownerUrl })
    await owner.connect()
    await owner.query(`
      create function refuse_pause() returns trigger language plpgsql as $$ begin raise 'disk on fire'; end $$;
      create trigger refuse_pause before insert on menu_item_pauses for each row
        when (new.store_id = '${centre}') execute function refuse_pause()`)
    try {
      const answer = await pause(basic)
      expect(answer.status).toBe(200)
      expect(outcome(answer)).toEqual(['server/failed', 1])
      expect(JSON.stringify(answer.body)).not.toContain('fire')
    } finally {
      await owner.query('drop function refuse_pause() cascade')
      await owner.end()
    }
    expect(await auditOf(centre, 'menu/item-paused')).toEqual([])
    expect(outcome(await pause(basic))).toEqual([1, 'menu/already-paused'])
  })

  test('malformed lists are rejected with their field, and nothing is paused', async () => {
    const tooMany = Array.from({ length: 101 }, () => ({ storeId: randomUUID(), itemIds: [randomUUID()] }))
    const hostile: unknown[] = [
      { stores: [] },
      { stores: tooMany },
      { stores: [{ storeId: centre, itemIds: [] }] },
      { stores: [{ storeId: centre, itemIds: Array.from({ length: 21 }, () => randomUUID()) }] },
      { stores: [{ storeId: "' or true --", itemIds: [menus.centre.pizza] }] },
      { stores: [{ storeId: centre, itemIds: ['__proto__'] }] },
      { stores: { [centre]: [menus.centre.pizza] } },
      { stores: [{ storeId: centre, itemIds: [menus.centre.pizza], role: 'owner' }] },
      { stores: pizzas(), until: 'ontem' },
      { stores: pizzas(), reason: 'x'.repeat(201) },
      { stores: pizzas(), reason: 'x'.repeat(70_000) },
    ]
    for (const body of hostile) {
      const answer = await app.call(basic, contract.pauseInStores, {
        query: { selection: bothStores() },
        body: body as never,
      })
      expect(answer.status, JSON.stringify(body).slice(0, 200)).toBe(400)
    }
    const past = await pause(basic, { until: new Date(evening.getTime() - 60_000).toISOString() })
    expect([past.status, past.body.details?.[0]?.path]).toEqual([422, 'until'])
    for (const storeId of [centre, beach]) expect(await openPauses(storeId)).toEqual([])
  })

  test('a store and an item that are named twice, in capitals too, are paused once', async () => {
    const answer = await pause(basic, {
      stores: [...pizzas(), { storeId: centre.toUpperCase(), itemIds: [menus.centre.pizza.toUpperCase()] }],
    })
    expect(outcome(answer)).toEqual([1, 1])
    expect(await openPauses(centre)).toHaveLength(1)
  })
})

describe('returning an item in several stores', () => {
  test('sells it again in each store where it was paused and says where it was not', async () => {
    await pause(basic, { stores: pizzas().slice(0, 1) })
    const answer = await resume(basic)
    expect(outcome(answer)).toEqual([1, 'menu/not-paused'])
    expect(answer.data.results[0]?.items[0]).toMatchObject({ status: 'AVAILABLE', pause: null })
    expect(await auditOf(centre, 'menu/item-resumed')).toEqual([
      { actor_uid: basic.uid, subject: 'Pizza de calabresa' },
    ])
    expect(await auditOf(beach, 'menu/item-resumed')).toEqual([])
  })

  test('is rejected for a stranger, and of two at once one wins in each store', async () => {
    await pause(basic)
    expect((await resume(stranger)).body.error).toBe('store/not-found')
    expect(outcome(await resume(stranger, { selection: foreign }))).toEqual([
      'store/not-found',
      'store/not-found',
    ])
    const answers = await Promise.all([resume(basic), resume(manager)])
    for (const at of [0, 1])
      expect(new Set(answers.map((answer) => outcome(answer)[at]))).toEqual(new Set([1, 'menu/not-paused']))
    expect(await openPauses(centre)).toEqual([])
  })
})
