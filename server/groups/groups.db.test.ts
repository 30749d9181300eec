import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '../../contract/groups/groups.ts'
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
  expect(found.data).toBeNull()
})

test.each(['reports', 'api', 'menu', 'all', 'login'])('the address %s is the product’s own', async (slug) => {
  expect((await create(owner, slug)).body.error).toBe('group/slug-reserved')
})

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

test('whether an address is free tells nothing of a group out of sight', async () => {
  const find = async (person: Person, slug: string) =>
    (await app.call(person, contract.findGroupIdBySlug, { params: { slug } })).data
  const slug = freeSlug()
  const { id } = (await create(owner, slug)).data
  expect([await find(owner, slug), await find(managerOfOne, slug)]).toEqual([id, id])
  expect(await find(stranger, slug)).toBe(contract.takenOutOfSight)
  expect(await find(owner, 'reports')).toBe(contract.takenOutOfSight)
  await app.call(owner, contract.deleteGroup, { params: { id } })
  // Kept for its former owner, as the claim would say.
  expect([await find(owner, slug), await find(stranger, slug)]).toEqual([null, contract.takenOutOfSight])
  app.setClock(new Date(Date.now() + 91 * 86_400_000))
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + 92 * 86_400_000) })
    .execute()
  const later = await app.addPerson('depois', { [foreign]: 'owner' })
  expect(await find(later, slug)).toBeNull()
  app.setClock(null)
})

test('first path segments of the panel’s router are reserved and cannot be slugs of groups', async () => {
  const { reservedSlugs } = await import('../../contract/shared/reserved-slugs.ts')
  for (const word of [
    'menu',
    'reports',
    'settings',
    'tutorials',
    'termos',
    'login',
    'reset-password',
    'em-breve',
    'api',
    'assets',
    'health',
    'metrics',
    'docs',
    'webhooks',
  ]) {
    expect(reservedSlugs.has(word), word).toBe(true)
  }
})
