import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readGroupBySlug, createGroup } from '../../../contract/groups/groups.ts'
import { readMyAccess, readMyUser } from '../../../contract/identity/identity.ts'
import { readInvitations, readStoreAccess } from '../../../contract/identity/people.ts'
import * as support from '../../../contract/identity/support.ts'
import { inactivateStore, readMyStores, readStore } from '../../../contract/stores/stores.ts'
import { asUser, withDirectoryScope, withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { supporter } from '../../testing/supporter.ts'

let app: TestApp
let cantina: string
let acai: string
let owner: Person
let root: Person
/** On the list, but the session has no second factor. */
let halfRoot: Person

beforeAll(async () => {
  app = await testApp({ ROOT_USER_IDS: 'suporte-um,suporte-dois' })
  cantina = await app.addStore({ name: 'Cantina São João', slug: 'cantina-sao-joao', merchantId: 'm-4711' })
  acai = await app.addStore({ name: 'Açaí do Porto', slug: 'acai-porto' })
  await withStoreScope(app.db, [cantina], (tx) =>
    tx.updateTable('stores').set({ document: '11222333000181' }).where('id', '=', cantina).execute(),
  )
  owner = await app.addPerson('dona', { [cantina]: 'owner' })
  root = await supporter(app, 'suporte-um')
  halfRoot = await supporter(app, 'suporte-dois')
  await app.db
    .updateTable('sessions')
    .set({ second_factor: false })
    .where('id', '=', halfRoot.sessionId)
    .execute()
})
beforeEach(() => app.call(root, support.leaveStore, {}))
afterAll(() => app.close())

const find = (q: string, as = root) => app.call(as, support.findStores, { query: { q } })
const enter = (storeId: string, as = root) =>
  app.call(as, support.enterStore, { body: { storeId, reason: 'Chamado 812: impressora parada' } })
const leave = (as = root) => app.call(as, support.leaveStore, {})
const read = (storeId: string, as = root) => app.call(as, readStore, { params: { storeId } })
const trail = (storeId: string) =>
  withDirectoryScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['action', 'actor_uid', 'subject', 'details'])
      .where('store_id', '=', storeId)
      .where('action', 'like', 'support/%')
      .orderBy('at')
      .orderBy('id')
      .execute(),
  )

describe('support finds any store', () => {
  test.each([
    ['its name without accents', 'cantina sao', 'name'],
    ['a part of its name', 'João', 'name'],
    ['its address', 'cantina-sao-joao', 'slug'],
    ['its CNPJ as people write it', '11.222.333/0001-81', 'document'],
    ['the root of its CNPJ', '11222333', 'document'],
    ['its merchant id', 'm-4711', 'merchant'],
  ])('by %s', async (_how, q, foundBy) => {
    expect((await find(q)).data).toMatchObject({
      more: false,
      stores: [{ storeId: cantina, name: 'Cantina São João', owners: ['dona'], foundBy }],
    })
  })

  test('by the e-mail of an owner', async () => {
    const found = await find(`${owner.uid}@balcao.example`.toUpperCase())
    expect(found.data.stores).toMatchObject([{ storeId: cantina, foundBy: 'owner' }])
  })

  test.each(["' or 1=1 --", '%%%', '___', '\\\\\\', '🍕🍕🍕', '(((', '00000000'])(
    '%j finds nothing and breaks nothing',
    async (q) => {
      expect([(await find(q)).status, (await find(q)).data.stores]).toEqual([200, []])
    },
  )

  test('a search that is too short names its field', async () => {
    expect((await find('ab')).body.details?.[0]?.path).toBe('q')
  })

  test('nobody else does, nor support without its second factor', async () => {
    expect([(await find('cantina', owner)).status, (await find('cantina', owner)).body.error]).toEqual([
      403,
      'support/denied',
    ])
    expect((await find('cantina', halfRoot)).body.error).toBe('support/second-factor-missing')
  })

  test('the search answers ids of stores and opens none', async () => {
    await find('cantina')
    expect((await read(cantina)).body.error).toBe('store/not-found')
  })
})

describe('support enters a store', () => {
  test('as its owner, sees who it is there, and nothing after leaving', async () => {
    expect((await read(cantina)).body.error).toBe('store/not-found')
    expect((await enter(cantina)).data).toMatchObject({ storeId: cantina, storeName: 'Cantina São João' })
    expect((await app.call(root, readMyUser, {})).data.support).toMatchObject({
      storeId: cantina,
      storeName: 'Cantina São João',
    })
    expect((await read(cantina)).data.role).toBe('owner')
    expect((await app.call(root, readMyAccess, {})).data).toMatchObject([{ storeId: cantina, role: 'owner' }])
    expect((await app.call(root, readMyStores, {})).data.stores.map((one) => one.id)).toEqual([cantina])
    expect((await read(acai)).body.error).toBe('store/not-found')

    expect((await leave()).data).toEqual({ left: true })
    expect((await read(cantina)).body.error).toBe('store/not-found')
    expect((await app.call(root, readMyUser, {})).data.support).toBeNull()
    expect((await leave()).data).toEqual({ left: false })
  })

  test('joins no team: its people see no new owner', async () => {
    await enter(cantina)
    const team = await app.call(owner, readStoreAccess, {}, { storeId: cantina })
    expect(team.data.map((one) => one.uid)).toEqual([owner.uid])
  })

  test('with a row for the entry, for every write, and for leaving; reads leave none', async () => {
    const before = (await trail(cantina)).length
    await enter(cantina)
    await app.call(root, readInvitations, {}, { storeId: cantina })
    await app.call(root, inactivateStore, { params: { menuSlug: 'cantina-sao-joao' } })
    await leave()
    expect((await trail(cantina)).slice(before)).toMatchObject([
      {
        action: 'support/entered',
        actor_uid: root.uid,
        details: { reason: 'Chamado 812: impressora parada' },
      },
      { action: 'support/wrote', actor_uid: root.uid, subject: 'inactivateStore' },
      { action: 'support/left', actor_uid: root.uid },
    ])
  })

  test('one at a time: of two entries at once one wins', async () => {
    const answers = await Promise.all([enter(cantina), enter(acai)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.error).toBe('support/already-inside')
  })

  test('for an hour; then it enters again', async () => {
    await enter(cantina)
    await asUser(app.db, root.uid, (tx) =>
      tx
        .updateTable('support_entries')
        .set({ until: new Date(Date.now() - 1) })
        .where('session_id', '=', root.sessionId)
        .execute(),
    )
    expect((await read(cantina)).body.error).toBe('store/not-found')
    expect((await enter(acai)).status).toBe(200)
    expect((await read(acai)).status).toBe(200)
  })

  test('only with an existing store, a reason, the list and the second factor', async () => {
    expect((await enter('0198ffff-0000-7000-8000-00000000dead')).body.error).toBe('store/not-found')
    const silent = await app.call(root, support.enterStore, { body: { storeId: cantina, reason: ' ' } })
    expect(silent.body.details?.[0]?.path).toBe('reason')
    expect((await enter(acai, owner)).body.error).toBe('support/denied')
    expect((await enter(acai, halfRoot)).body.error).toBe('support/second-factor-missing')
    expect((await leave(owner)).body.error).toBe('support/denied')
  })

  test('an entry of another session opens nothing', async () => {
    await enter(cantina)
    const other = await supporter(app, 'suporte-tres')
    expect((await read(cantina, other)).body.error).toBe('store/not-found')
  })

  test('sees the group of the store with that store, and not the others', async () => {
    const chain = await app.addStore({ name: 'Cantina Norte', slug: 'cantina-norte' })
    const both = await app.addPerson('chefe', { [cantina]: 'owner', [chain]: 'owner' })
    await app.call(both, createGroup, {
      body: { name: 'Cantinas', slug: 'cantinas', storeIds: [cantina, chain] },
    })
    const group = () => app.call(root, readGroupBySlug, { params: { slug: 'cantinas' } })
    expect((await group()).body.error).toBe('group/not-found')
    await enter(cantina)
    expect((await group()).data).toMatchObject({ stores: [{ id: cantina }], hiddenStores: 1 })
  })
})
