import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/bulk/bulk.ts'
import { scheduleBreak } from '../../contract/stores/hours.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu } from '../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { partHandlers } from './testing/chain.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { notePartFailed } from './bulk.ts'

let app: TestApp
let centre: string
let beach: string
let foreign: string
let manager: Person
let basic: Person
let stranger: Person
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
  manager = await app.addPerson('Marina', { [centre]: 'manager', [beach]: 'manager' })
  basic = await app.addPerson('Bia', { [centre]: 'manager', [beach]: 'basic' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
})

const stop: contract.BulkAction = { kind: 'stop', minutes: 30, reason: 'Chuva' }
const pizza = { name: 'pizza de CALABRESA', code: null }
const both = () => `${centre},${beach}`
const foresee = (action: contract.BulkAction, person = manager, selection: string | undefined = both()) =>
  app.call(person, contract.tryBulk, { query: { selection }, body: { action } })
const begin = (
  action: contract.BulkAction,
  person = manager,
  selection: string | undefined = both(),
  key = randomUUID(),
) => app.call(person, contract.beginBulk, { query: { selection }, body: { action } }, { key })
const work = (stores = [centre, beach]) => relayOutbox(app.deps, stores, partHandlers(app))
const read = (id: string, person = manager) =>
  app.call(person, contract.readBulk, { params: { id }, query: {} })
const again = (id: string, person = manager) =>
  app.call(person, contract.retryBulk, { params: { id }, query: {}, body: {} })
const undo = (id: string, person = manager) =>
  app.call(person, contract.undoBulk, { params: { id }, query: {}, body: {} })
const states = async (id: string, person = manager) => {
  const { data } = await read(id, person)
  return new Map(data.parts.map((part) => [part.storeId, part.state]))
}
const running = (storeId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('breaks')
      .select(['name', 'ends_at'])
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .execute(),
  )
const item = (storeId: string, name = 'Pizza de calabresa') =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('menu_items')
      .select(['id', 'price_cents'])
      .where('store_id', '=', storeId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
  )
const paused = (storeId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('menu_item_pauses')
      .select('until')
      .where('store_id', '=', storeId)
      .where('ended_at', 'is', null)
      .execute(),
  )
const setPrice = async (storeId: string, cents: number) => {
  const { id } = await item(storeId)
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .updateTable('menu_items')
      .set((set) => ({ price_cents: cents, version: set('version', '+', 1) }))
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .execute(),
  )
}
async function stopped(): Promise<string> {
  const { data } = await begin(stop)
  await work()
  return data.id
}

describe('an act in many stores', () => {
  test('is tried first: it says what would change in each store, and changes nothing', async () => {
    const answer = await foresee(stop)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.data.parts.map(({ storeId, would, words }) => [storeId, would, words])).toEqual([
      [centre, 'change', 'Para agora e volta sozinha hoje às 19:30.'],
      [beach, 'change', 'Para agora e volta sozinha hoje às 18:30.'],
    ])
    expect([await running(centre), await running(beach)]).toEqual([[], []])
    const effects = await withStoreScope(app.db, [centre], (tx) =>
      tx.selectFrom('outbox').selectAll().where('store_id', '=', centre).execute(),
    )
    expect(effects).toEqual([])
  })

  test('says which store would refuse it, and why', async () => {
    const body = {
      name: 'Falta de luz',
      start: evening.toISOString(),
      end: new Date(evening.getTime() + 3_600_000).toISOString(),
    }
    await app.call(manager, scheduleBreak, { body }, { storeId: beach })
    const { parts } = (await foresee(stop)).data
    expect(parts.map(({ would, refusal }) => [would, refusal?.message ?? null])).toEqual([
      ['change', null],
      ['refuse', expect.stringContaining('Nesse horário já há a pausa “Falta de luz”')],
    ])
  })

  test('runs in every store, each with its result, and all stores return at the same moment', async () => {
    const { data } = await begin(stop)
    expect(data.parts.map(({ state }) => state)).toEqual(['pending', 'pending'])
    app.setClock(new Date(evening.getTime() + 60_000))
    await work()
    const back = new Date('2026-11-20T22:30:00Z')
    for (const storeId of [centre, beach])
      expect(await running(storeId)).toEqual([{ name: 'Chuva', ends_at: back }])
    const act = (await read(data.id)).data
    expect(act).toMatchObject({ askedByName: 'Marina', action: stop, undoUntil: back.toISOString() })
    expect(act.parts.map(({ state, refusal }) => [state, refusal])).toEqual([
      ['done', null],
      ['done', null],
    ])
  })

  test('leaves one entry in the history, and its parts carry the same mark', async () => {
    const id = await stopped()
    const entries = await withStoreScope(app.db, [centre, beach], (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', 'actor_uid', 'request_id'])
        .where('store_id', 'in', [centre, beach])
        .execute(),
    )
    expect(
      entries
        .filter(({ request_id: mark }) => mark === id)
        .map(({ action }) => action)
        .toSorted(),
    ).toEqual(['bulk/begun', 'hours/break-scheduled', 'hours/break-scheduled'])
    expect(new Set(entries.map(({ actor_uid: uid }) => uid))).toEqual(new Set([manager.uid]))
  })

  test('asked for by two at once is done once in each store', async () => {
    const [one, two] = await Promise.all([begin(stop), begin(stop)])
    await work()
    await work()
    for (const storeId of [centre, beach]) {
      expect(await running(storeId)).toHaveLength(1)
      const results = [await states(one.data.id), await states(two.data.id)].map((all) => all.get(storeId))
      expect(new Set(results)).toEqual(new Set(['done', 'refused']))
    }
  })

  test('sent again with the same key is the same act', async () => {
    const key = randomUUID()
    const [first, second] = [await begin(stop, manager, both(), key), await begin(stop, manager, both(), key)]
    expect(second.data.id).toBe(first.data.id)
    await work()
    expect(await running(centre)).toHaveLength(1)
  })

  test('is refused as a whole for a lower role, another store, or stores that nobody named', async () => {
    for (const call of [foresee, begin]) {
      expect((await call(stop, basic)).body.error).toBe('permission/denied')
      expect((await call(stop, manager, `${centre},${foreign}`)).body.error).toBe('store/not-found')
      expect((await call(stop, stranger)).body.error).toBe('store/not-found')
      expect((await call(stop, manager, `${centre}:balcao`)).body.error).toBe('validation/refused')
    }
    const query = {}
    const body = { action: stop }
    expect((await app.call(manager, contract.tryBulk, { query, body })).body.error).toBe('validation/refused')
    expect(await running(centre)).toEqual([])
  })

  test('shows a reader only the stores in which that person could do the same', async () => {
    const id = await stopped()
    expect([...(await states(id, basic)).keys()]).toEqual([centre])
    expect((await read(id, stranger)).body.error).toBe('bulk/not-found')
    const recent = async (person: Person) =>
      (await app.call(person, contract.readRecentBulks, { query: {} })).data.acts.map((act) => [
        act.id,
        act.parts.length,
      ])
    expect(await recent(manager)).toEqual([[id, 2]])
    expect(await recent(basic)).toEqual([[id, 1]])
    expect(await recent(stranger)).toEqual([])
  })

  test('does nothing in a store that took the person out before its turn', async () => {
    const { data } = await begin(stop)
    await withStoreScope(app.db, [beach], (tx) =>
      tx.deleteFrom('access_entries').where('store_id', '=', beach).where('uid', '=', manager.uid).execute(),
    )
    await work()
    expect(await running(beach)).toEqual([])
    const owner = await app.addPerson('owner', { [centre]: 'owner', [beach]: 'owner' })
    expect(await states(data.id, owner)).toEqual(
      new Map([
        [centre, 'done'],
        [beach, 'refused'],
      ]),
    )
  })
})

describe('trying again', () => {
  test('reaches only the stores that refused; of two at once one does it', async () => {
    const { data } = await begin(stop)
    await notePartFailed(app.deps, beach, data.id)
    await work()
    expect(await states(data.id)).toEqual(
      new Map([
        [centre, 'done'],
        [beach, 'refused'],
      ]),
    )
    const answers = await Promise.all([again(data.id), again(data.id)])
    expect(answers.map(({ body }) => body.error ?? 'done').toSorted()).toEqual([
      'bulk/nothing-to-retry',
      'done',
    ])
    await work()
    expect([...(await states(data.id)).values()]).toEqual(['done', 'done'])
    expect(await running(centre)).toHaveLength(1)
    expect((await again(data.id)).body.error).toBe('bulk/nothing-to-retry')
  })

  test('is refused for a lower role and not found for strangers', async () => {
    const { data } = await begin(stop, manager, beach)
    await notePartFailed(app.deps, beach, data.id)
    expect((await again(data.id, basic)).body.error).toBe('bulk/not-found')
    expect((await again(data.id, stranger)).body.error).toBe('bulk/not-found')
    expect((await again(randomUUID())).body.error).toBe('bulk/not-found')
  })
})

describe('undoing', () => {
  test('brings every store back; of two at once one does it', async () => {
    const id = await stopped()
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ body }) => body.error ?? 'done').toSorted()).toEqual([
      'bulk/nothing-to-undo',
      'done',
    ])
    await work()
    expect([...(await states(id)).values()]).toEqual(['undone', 'undone'])
    expect([await running(centre), await running(beach)]).toEqual([[], []])
    expect((await undo(id)).body.error).toBe('bulk/nothing-to-undo')
  })

  test('leaves what was changed since, and says so', async () => {
    await putMenu(app, centre)
    await putMenu(app, beach)
    const { data } = await begin({ kind: 'price', item: pizza, priceCents: 5_990 })
    await work()
    await setPrice(beach, 6_490)
    await undo(data.id)
    await work()
    const { parts } = (await read(data.id)).data
    expect(parts.map(({ state, refusal }) => [state, refusal?.error ?? null])).toEqual([
      ['undone', null],
      ['done', 'menu/stale-item'],
    ])
    expect([(await item(centre)).price_cents, (await item(beach)).price_cents]).toEqual([5_490, 6_490])
  })

  test('is too late after half an hour, and is for those who may do the same', async () => {
    const id = await stopped()
    expect((await undo(id, stranger)).body.error).toBe('bulk/not-found')
    app.setClock(new Date(evening.getTime() + contract.bulkUndoMs + 1_000))
    expect((await undo(id)).body.error).toBe('bulk/too-late')
  })
})

describe('each kind', () => {
  test('stores that stopped reopen together; one that sells stays as it is; undone, they stop as before', async () => {
    await begin(stop, manager, centre)
    await work()
    const { data } = await begin({ kind: 'reopen' })
    await work()
    expect(await states(data.id)).toEqual(
      new Map([
        [centre, 'done'],
        [beach, 'same'],
      ]),
    )
    expect(await running(centre)).toEqual([])
    await undo(data.id)
    await work()
    expect(await running(centre)).toEqual([{ name: 'Chuva', ends_at: new Date('2026-11-20T22:30:00Z') }])
  })

  test('an item is paused where it is sold, until the end of each store’s day, and comes back', async () => {
    await putMenu(app, centre)
    const pause = { kind: 'pause-item', item: pizza, until: 'tomorrow' } as const
    const seen = (await foresee(pause, basic)).data.parts
    expect(seen.map(({ would, words, refusal }) => [would, words ?? refusal?.message])).toEqual([
      ['change', 'Pizza de calabresa sai de venda: volta amanhã às 04:00.'],
      ['refuse', 'Não vende este item.'],
    ])
    const { data } = await begin(pause, basic)
    await work()
    expect(await paused(centre)).toEqual([{ until: new Date('2026-11-21T07:00:00.000Z') }])
    const back = await begin({ kind: 'resume-item', item: pizza }, basic, centre)
    await work()
    expect(await paused(centre)).toEqual([])
    // A person resumed it: the pause cannot be taken back a second time.
    await undo(data.id, basic)
    await undo(back.data.id, basic)
    await work()
    await work()
    expect((await read(data.id, basic)).data.parts.find(({ storeId }) => storeId === centre)).toMatchObject({
      state: 'done',
      refusal: { error: 'bulk/nothing-to-undo' },
    })
    expect(await paused(centre)).toEqual([{ until: new Date('2026-11-21T07:00:00.000Z') }])
  })

  test('a price changes where it is another one, for managers alone', async () => {
    await putMenu(app, centre)
    await putMenu(app, beach)
    await setPrice(beach, 5_990)
    const price = { kind: 'price', item: pizza, priceCents: 5_990 } as const
    expect((await foresee(price, basic)).body.error).toBe('permission/denied')
    const { data } = await begin(price)
    await work()
    expect((await read(data.id)).data.parts.map(({ state, words }) => [state, words])).toEqual([
      ['done', 'Pizza de calabresa: de R$\u00a054,90 para R$\u00a059,90.'],
      ['same', 'Pizza de calabresa já custa R$\u00a059,90.'],
    ])
    expect((await item(centre)).price_cents).toBe(5_990)
  })

  test('two items of one name are not guessed between', async () => {
    await putMenu(app, centre)
    const twin = { id: randomUUID(), name: 'Pizza de Calabresa', product_key: 'X', external_code: 'X' }
    await withStoreScope(app.db, [centre], (tx) =>
      tx
        .insertInto('menu_items')
        .values({ ...twin, store_id: centre, price_cents: 1 })
        .execute(),
    )
    const { data } = await foresee({ kind: 'resume-item', item: pizza }, manager, centre)
    expect(data.parts[0]?.refusal?.error).toBe('bulk/several-items')
  })

  test('a holiday is decided for all, and undone it is undecided again', async () => {
    const decision = { name: 'Natal', kind: 'closed', intervals: [] } as const
    const action = {
      kind: 'special-day',
      day: '2026-12-25',
      decision: { ...decision, intervals: [] },
    } as const
    const { data } = await begin(action as unknown as contract.BulkAction)
    await work()
    const days = () =>
      withStoreScope(app.db, [centre, beach], (tx) =>
        tx
          .selectFrom('special_days')
          .select(['kind', 'name'])
          .where('store_id', 'in', [centre, beach])
          .execute(),
      )
    expect(await days()).toEqual([
      { kind: 'closed', name: 'Natal' },
      { kind: 'closed', name: 'Natal' },
    ])
    expect(
      (await foresee(action as unknown as contract.BulkAction)).data.parts.map(({ would }) => would),
    ).toEqual(['same', 'same'])
    await undo(data.id)
    await work()
    expect(await days()).toEqual([])
  })
})
