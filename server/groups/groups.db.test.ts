import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGroupDay } from '../../contract/groups/group-day.ts'
import * as contract from '../../contract/groups/groups.ts'
import { withDirectoryScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'

let app: TestApp
let one: string
let two: string
let owner: Person
let managerOfOne: Person
let managerOfBoth: Person
let basic: Person
let stranger: Person
let foreign: string

beforeAll(async () => {
  app = await testApp()
  one = await app.addStore()
  two = await app.addStore()
  foreign = await app.addStore()
  owner = await app.addPerson('owner', { [one]: 'owner', [two]: 'owner' })
  managerOfOne = await app.addPerson('manager', { [one]: 'manager' })
  managerOfBoth = await app.addPerson('managers', { [one]: 'manager', [two]: 'manager' })
  basic = await app.addPerson('basic', { [one]: 'basic' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
})
afterAll(() => app.close())

const create = (person: Person, slug: string, storeIds = [one, two]) =>
  app.call(person, contract.createGroup, { body: { name: 'Grupo', slug, storeIds } })
const check = async (person: Person, slug: string) =>
  (await app.call(person, contract.findGroupIdBySlug, { params: { slug } })).body
const freeSlug = () => `grupo-${randomUUID().slice(0, 8)}`

test('a manager of every store creates a group and owns it', async () => {
  const slug = freeSlug()
  const group = await create(managerOfBoth, slug)
  expect(group.data).toMatchObject({ slug, ownerId: managerOfBoth.uid, version: 1, canChange: true })
  expect(group.data.stores.map((store) => store.id).toSorted()).toEqual([one, two].toSorted())
})

test('basic is rejected, a store of another tenant is not found, and nothing is created', async () => {
  const slug = freeSlug()
  expect((await create(basic, slug, [one])).body.error).toBe('permission/denied')
  expect((await create(owner, slug, [one, foreign])).body.error).toBe('store/not-found')
  const found = await app.call(owner, contract.findGroupIdBySlug, { params: { slug } })
  expect(found.body).toEqual({ data: null, unavailable: null })
})

test.each(['reports', 'api', 'menu', 'all', 'login', 'settings', 'lojas', 'cardapio', 'terms', 'conta'])(
  'the address %s is the product’s own',
  async (slug) => {
    expect((await create(owner, slug)).body.error).toBe('group/slug-reserved')
  },
)

test.each(['Com-Maiuscula', 'a', 'dois--hifens', '-inicio', 'acentuação', 'a b'])(
  'the address “%s” is malformed',
  async (slug) => {
    expect((await create(owner, slug)).status).toBe(400)
  },
)

test('of two hundred concurrent requests for one slug, one succeeds', async () => {
  const slug = freeSlug()
  const answers = await Promise.all(Array.from({ length: 200 }, () => create(owner, slug)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.error === 'group/slug-taken')).toHaveLength(199)
})

test('a reader sees only their own stores of a group and may not change a partly hidden group', async () => {
  const group = (await create(owner, freeSlug())).data
  const seen = await app.call(managerOfOne, contract.readGroup, { params: { id: group.id } })
  expect(seen.data.stores).toEqual([{ id: one }])
  expect(seen.data.canChange).toBe(false)
  const change = await app.call(managerOfOne, contract.updateGroup, {
    params: { id: group.id },
    body: { name: 'Meu', version: 1 },
  })
  expect(change.body.error).toBe('permission/denied')
  expect((await app.call(managerOfOne, contract.deleteGroup, { params: { id: group.id } })).body.error).toBe(
    'permission/denied',
  )
  expect((await app.call(stranger, contract.readGroup, { params: { id: group.id } })).body.error).toBe(
    'group/not-found',
  )
})

test('of two changes of the same version one wins, and the other returns the current group', async () => {
  const group = (await create(owner, freeSlug())).data
  const change = (person: Person, name: string) =>
    app.call(person, contract.updateGroup, { params: { id: group.id }, body: { name, version: 1 } })
  const answers = await Promise.all([change(owner, 'Primeiro'), change(managerOfBoth, 'Segundo')])
  const winner = answers.find((answer) => answer.status === 200)
  const loser = answers.find((answer) => answer.status === 409)
  expect(loser?.body).toMatchObject({
    error: 'group/stale-version',
    current: { name: winner?.data.name, version: 2 },
  })
})

test('deleting returns the body itself, and the slug stays reserved for its previous owner', async () => {
  const slug = freeSlug()
  const group = (await create(owner, slug)).data
  const deleted = await app.call(owner, contract.deleteGroup, { params: { id: group.id } })
  expect(deleted.body).toEqual({ id: group.id, deleted: true })
  expect((await create(managerOfBoth, slug)).body.error).toBe('group/slug-taken')
  expect((await create(owner, slug)).status).toBe(200)
})

// docs/product/groups.md:9 “The check of a slug”
test('the check of a slug answers the id of the group that has it, no matter whose it is, and null for a free one', async () => {
  const slug = freeSlug()
  const { id } = (await create(owner, slug)).data
  for (const person of [owner, managerOfOne, basic, stranger])
    expect(await check(person, slug)).toEqual({ data: id, unavailable: null })
  expect(await check(stranger, freeSlug())).toEqual({ data: null, unavailable: null })
})

test('no group has a reserved word or a resting slug, and the check says which it is', async () => {
  expect(await check(owner, 'reports')).toEqual({ data: null, unavailable: 'reserved' })
  const slug = freeSlug()
  const { id } = (await create(owner, slug)).data
  await app.call(owner, contract.deleteGroup, { params: { id } })
  // As the claim would say.
  expect(await check(owner, slug)).toEqual({ data: null, unavailable: null })
  expect(await check(stranger, slug)).toEqual({ data: null, unavailable: 'resting' })
  app.setClock(new Date(Date.now() + 91 * 86_400_000))
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 92 * 86_400_000) })
    .execute()
  const later = await app.addPerson('depois', { [foreign]: 'owner' })
  expect(await check(later, slug)).toEqual({ data: null, unavailable: null })
  app.setClock(null)
})

// docs/product/screens.md:30 “any other”
test('a visitor learns whether an address leads to a group, and nothing else of it', async () => {
  const [first, second] = [freeSlug(), freeSlug()]
  const { id } = (await create(owner, first)).data
  const exists = async (slug: string) =>
    (await app.call(null, contract.findGroupAddress, { params: { slug } })).body
  expect(await exists(first)).toEqual({ data: { exists: true } })
  await app.call(owner, contract.updateGroup, { params: { id }, body: { slug: second, version: 1 } })
  // The former address leads on.
  expect([await exists(first), await exists(second)]).toEqual([
    { data: { exists: true } },
    { data: { exists: true } },
  ])
  expect(await exists(freeSlug())).toEqual({ data: { exists: false } })
  await app.call(owner, contract.deleteGroup, { params: { id } })
  expect(await exists(second)).toEqual({ data: { exists: false } })
})

test('the stores of a new group may also come in the shape of the reply', async () => {
  const body = { name: 'Grupo', slug: freeSlug(), stores: [{ id: one }, { id: two }] }
  expect((await app.call(owner, contract.createGroup, { body })).data.stores).toHaveLength(2)
  const both = { ...body, slug: freeSlug(), storeIds: [one] }
  for (const wrong of [both, { ...body, stores: [] }, { ...body, stores: [{ id: one }, { id: one }] }]) {
    const refused = await app.call(owner, contract.createGroup, { body: wrong })
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([400, 'storeIds'])
  }
})

test('an address that was given up leads to the group, under its new one', async () => {
  const [first, second] = [freeSlug(), freeSlug()]
  const { id } = (await create(owner, first)).data
  const rename = (person: Person, slug: string, version: number) =>
    app.call(person, contract.updateGroup, { params: { id }, body: { slug, version } })
  expect((await rename(owner, second, 1)).data.slug).toBe(second)
  const at = (person: Person, slug: string) =>
    app.call(person, contract.readGroupBySlug, { params: { slug } })
  expect((await at(managerOfOne, first)).data).toMatchObject({ id, slug: second })
  expect((await at(stranger, first)).body.error).toBe('group/not-found')
  // Nobody else takes it meanwhile; the group itself takes it back, no matter who gave it up.
  expect((await create(stranger, first, [foreign])).body.error).toBe('group/slug-taken')
  expect((await rename(managerOfBoth, first, 2)).data.slug).toBe(first)
  expect((await at(owner, second)).data).toMatchObject({ id, slug: first })
})

test('a former address that its giver uses again leads to the new group, and none survives its group', async () => {
  const [first, second] = [freeSlug(), freeSlug()]
  const { id } = (await create(owner, first)).data
  await app.call(owner, contract.updateGroup, { params: { id }, body: { slug: second, version: 1 } })
  const other = (await create(owner, first)).data
  const at = async (slug: string) =>
    (await app.call(owner, contract.readGroupBySlug, { params: { slug } })).data?.id
  expect([await at(first), await at(second)]).toEqual([other.id, id])
  const third = freeSlug()
  await app.call(owner, contract.updateGroup, {
    params: { id: other.id },
    body: { slug: third, version: other.version },
  })
  expect(await at(first)).toBe(other.id)
  await app.call(owner, contract.deleteGroup, { params: { id: other.id } })
  expect(await at(first)).toBeUndefined()
})

test('of two deletions at once one deletes, and basic deletes nothing', async () => {
  const { id } = (await create(owner, freeSlug())).data
  const remove = (person: Person) => app.call(person, contract.deleteGroup, { params: { id } })
  expect((await remove(basic)).body.error).toBe('permission/denied')
  expect((await remove(stranger)).body.error).toBe('group/not-found')
  const answers = await Promise.all([remove(owner), remove(managerOfBoth)])
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 404]))
  expect((await remove(owner)).body.error).toBe('group/not-found')
  const late = await app.call(owner, contract.updateGroup, {
    params: { id },
    body: { name: 'X', version: 1 },
  })
  expect(late.body.error).toBe('group/not-found')
})

test('of two groups that rename to one address at once, one gets it and the other keeps its own', async () => {
  const wanted = freeSlug()
  const groups = await Promise.all([create(owner, freeSlug()), create(owner, freeSlug())])
  const answers = await Promise.all(
    groups.map(({ data }) =>
      app.call(owner, contract.updateGroup, {
        params: { id: data.id },
        body: { name: 'Mudado', slug: wanted, version: 1 },
      }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  const loser = groups[answers.findIndex((answer) => answer.status === 409)]?.data
  const kept = await app.call(owner, contract.readGroup, { params: { id: loser?.id ?? '' } })
  expect(kept.data).toMatchObject({ name: 'Grupo', slug: loser?.slug, version: 1 })
})

test('a creator whose role sank in a store keeps it in the group, and can add no other like it', async () => {
  const [kept, more] = [await app.addStore(), await app.addStore()]
  const creator = await app.addPerson('creator', { [one]: 'owner', [kept]: 'owner', [more]: 'basic' })
  const { id } = (await create(creator, freeSlug(), [one, kept])).data
  await withDirectoryScope(app.deps.directory, [kept], (tx) =>
    tx.updateTable('access_entries').set({ role: 1 }).where('store_id', '=', kept).execute(),
  )
  const put = (storeIds: string[], version: number) =>
    app.call(creator, contract.updateGroup, { params: { id }, body: { storeIds, version } })
  expect((await put([kept, one], 1)).data.stores.map((store) => store.id)).toEqual([kept, one])
  expect((await put([kept, one, more], 2)).body.error).toBe('permission/denied')
  expect((await put([kept, foreign], 2)).body.error).toBe('store/not-found')
})

test('a reader learns how many stores of the group are out of sight', async () => {
  const { id } = (await create(owner, freeSlug())).data
  const seen = async (person: Person) =>
    (await app.call(person, contract.readGroup, { params: { id } })).data.hiddenStores
  expect([await seen(owner), await seen(managerOfOne)]).toEqual([0, 1])
})

test.each([
  ['of a prototype', '__proto__'],
  ['above', '..'],
  ['encoded above', '%2e%2e'],
  ['of two segments', 'a/b'],
  ['of two directions', 'grupo\u202eoposto'],
  ['with NUL', 'grupo\u0000'],
  ['of emoji', '🍕🍕🍕'],
  ['with an accent', 'café-da-vila'],
  ['in capitals', 'GRUPO'],
  ['of 64 KiB', 'x'.repeat(65_536)],
])('an address %s is refused by every call', async (_kind, slug) => {
  const answers = [
    await create(owner, slug),
    await app.call(owner, contract.findGroupIdBySlug, { params: { slug } }),
    await app.call(owner, contract.readGroupBySlug, { params: { slug } }),
    await app.call(owner, readGroupDay, { params: { slug }, query: {} }),
  ]
  for (const { status, body } of answers) {
    expect([400, 404, 413, 414]).toContain(status)
    expect(JSON.stringify(body).length).toBeLessThan(1_000)
  }
})

test.each(['constructor', 'prototype', 'to-string'])(
  'the word %s is an address like any other',
  async (slug) => {
    const { id } = (await create(owner, slug)).data
    expect((await app.call(owner, contract.readGroupBySlug, { params: { slug } })).data.id).toBe(id)
  },
)
