import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit } from '../../../contract/audit/audit.ts'
import * as contract from '../../../contract/groups/group-grants.ts'
import { createGroup, updateGroup } from '../../../contract/groups/groups.ts'
import {
  acceptInvitation,
  checkAccess,
  grantAccess,
  readMyInvitations,
} from '../../../contract/identity/people.ts'
import type { RoleName } from '../../../contract/shared/access.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Two stores of one owner in a group; a third store with another owner, and a manager who has all three. */
let one: string
let two: string
let third: string
let owner: Person
let thirdOwner: Person
let manager: Person
let guest: Person
let groupId: string

beforeEach(async () => {
  one = await app.addStore({ name: 'Brasa' })
  two = await app.addStore({ name: 'Cantina' })
  third = await app.addStore({ name: 'Franquia' })
  owner = await app.addPerson('dona', { [one]: 'owner', [two]: 'owner' })
  thirdOwner = await app.addPerson('franqueada', { [third]: 'owner' })
  manager = await app.addPerson('gerente', { [one]: 'manager', [two]: 'manager', [third]: 'manager' })
  guest = await app.addPerson('convidada')
  groupId = await newGroup(owner, [one, two])
})

const newGroup = async (person: Person, storeIds: readonly string[]): Promise<string> => {
  const slug = `grupo-${randomUUID().slice(0, 8)}`
  const made = await app.call(person, createGroup, { body: { name: 'Rede', slug, storeIds: [...storeIds] } })
  return made.data.id
}
const emailOf = (person: Person): string => `${person.uid}@balcao.example`.toLowerCase()
const give = (person: Person, role: RoleName = 'manager', to = guest, id = groupId) =>
  app.call(person, contract.giveGroupGrant, { params: { id }, body: { email: emailOf(to), role } })
const read = (person: Person, id = groupId) => app.call(person, contract.readGroupGrants, { params: { id } })
const end = (person: Person, grantId: string, id = groupId) =>
  app.call(person, contract.endGroupGrant, { params: { id, grantId } })
const offers = async (person: Person) => (await app.call(person, contract.readGroupOffers, {})).data
const answer = (person: Person, grantId: string, agree: boolean, storeId = third) =>
  app.call(person, contract.answerGroupOffer, { params: { grantId }, body: { agree } }, { storeId })
const roleOf = async (person: Person, storeId: string, asking: Person) => {
  const found = await app.call(asking, checkAccess, { params: { uid: person.uid, storeId } })
  return found.data.role
}
/** The person agrees to everything that waits for them. */
const acceptAll = async (person: Person) => {
  const waiting = (await app.call(person, readMyInvitations, {})).data
  for (const { id } of waiting) await app.call(person, acceptInvitation, { params: { invitationId: id } })
  return waiting.length
}
/** A manager of all three stores brings the third into a group of their own making. */
const withThird = async () => {
  const id = await newGroup(manager, [one, two])
  const join = () =>
    app.call(manager, updateGroup, {
      params: { id },
      body: { storeIds: [one, two, third], version: 1 },
    })
  return { id, join }
}

test('a person of the group gets one access entry in each of its stores, once they accept', async () => {
  const given = await give(owner)
  expect(given.data).toMatchObject({ email: emailOf(guest), role: 'manager', givenBy: 'dona' })
  expect(given.data.stores).toEqual([
    { storeId: one, state: 'invited' },
    { storeId: two, state: 'invited' },
  ])
  expect(await roleOf(guest, one, owner)).toBeNull()
  expect(await acceptAll(guest)).toBe(2)
  expect([await roleOf(guest, one, owner), await roleOf(guest, two, owner)]).toEqual(['manager', 'manager'])
  expect((await read(owner)).data[0]?.stores.map(({ state }) => state)).toEqual(['in', 'in'])
})

test('a colleague has the role at once where they are in the team, and a higher one stays', async () => {
  const colleague = await app.addPerson('colega', { [one]: 'basic', [two]: 'owner' })
  const { data } = await give(owner, 'manager', colleague)
  expect(data.stores.map(({ state }) => state)).toEqual(['in', 'in'])
  expect([await roleOf(colleague, one, owner), await roleOf(colleague, two, owner)]).toEqual([
    'manager',
    'owner',
  ])
})

test('nobody gives more than the own level: a manager of all stores gives basic alone', async () => {
  const { id } = await withThird()
  for (const role of ['manager', 'owner'] as const)
    expect((await give(manager, role, guest, id)).body.error).toBe('access/above-own-level')
  expect((await give(manager, 'basic', guest, id)).data.stores).toHaveLength(2)
})

test('in a store where the giver may not give this role, its owner is asked and nobody is invited', async () => {
  const mixed = await app.addPerson('socia', { [one]: 'owner', [third]: 'manager' })
  const id = await newGroup(mixed, [one, third])
  const { data } = await give(mixed, 'manager', guest, id)
  expect(data.stores).toEqual([
    { storeId: one, state: 'invited' },
    { storeId: third, state: 'asked' },
  ])
  expect(await acceptAll(guest)).toBe(1)
  expect(await roleOf(guest, third, thirdOwner)).toBeNull()
  expect(await offers(thirdOwner)).toMatchObject([{ storeId: third, role: 'manager', givenBy: 'socia' }])
})

test('a store that joins later is reached only after an owner of it agrees, and the person accepts', async () => {
  const { id, join } = await withThird()
  const { data } = await give(manager, 'basic', guest, id)
  await acceptAll(guest)
  await join()
  expect(await acceptAll(guest)).toBe(0)
  expect(await roleOf(guest, third, thirdOwner)).toBeNull()
  expect((await read(manager, id)).data[0]?.stores.find(({ storeId }) => storeId === third)).toEqual({
    storeId: third,
    state: 'asked',
  })
  // The manager who brought the store in cannot agree for its owner.
  expect((await answer(manager, data.id, true)).body.error).toBe('permission/denied')
  expect((await answer(owner, data.id, true)).body.error).toBe('store/not-found')
  expect((await answer(thirdOwner, data.id, true)).data).toEqual({ state: 'invited' })
  expect(await roleOf(guest, third, thirdOwner)).toBeNull()
  expect(await acceptAll(guest)).toBe(1)
  expect(await roleOf(guest, third, thirdOwner)).toBe('basic')
})

test('an owner who refuses is not asked again; of two who answer at once one does', async () => {
  const { id, join } = await withThird()
  const { data } = await give(manager, 'basic', guest, id)
  await join()
  const answers = await Promise.all([answer(thirdOwner, data.id, false), answer(thirdOwner, data.id, false)])
  expect(answers.map(({ body }) => body.error ?? 'said').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'group/grant-not-found',
    'said',
  ])
  expect(await offers(thirdOwner)).toEqual([])
  expect((await answer(thirdOwner, data.id, true)).body.error).toBe('group/grant-not-found')
  expect((await read(manager, id)).data[0]?.stores.at(-1)).toEqual({ storeId: third, state: 'refused' })
})

test('it is read and given by those who may change the group; another tenant finds nothing', async () => {
  const basic = await app.addPerson('atendente', { [one]: 'basic' })
  const stranger = await app.addPerson('estranha', { [third]: 'owner' })
  const part = await app.addPerson('gerente-de-uma', { [one]: 'manager' })
  const { data } = await give(owner)
  expect((await read(basic)).body.error).toBe('permission/denied')
  expect((await give(basic)).body.error).toBe('permission/denied')
  expect((await end(basic, data.id)).body.error).toBe('permission/denied')
  expect((await give(part, 'basic')).body.error).toBe('permission/denied')
  // A manager of one of the stores sees that store's part alone.
  expect((await read(part)).data[0]?.stores).toEqual([{ storeId: one, state: 'invited' }])
  for (const refused of [await read(stranger), await give(stranger), await end(stranger, data.id)])
    expect(refused.body.error).toBe('group/not-found')
  expect(await offers(stranger)).toEqual([])
})

test('of two who give at once one does, and a second time it is refused', async () => {
  const answers = await Promise.all([give(owner), give(owner, 'basic')])
  expect(answers.map(({ body }) => body.error ?? 'given').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'given',
    'group/already-granted',
  ])
})

test('ending it takes what it gave, withdraws what waits, and leaves what the person had before', async () => {
  const colleague = await app.addPerson('colega', { [two]: 'manager' })
  const { data } = await give(owner, 'manager', colleague)
  await acceptAll(colleague)
  const answers = await Promise.all([end(owner, data.id), end(owner, data.id)])
  const ended = answers.find(({ status }) => status === 200)
  expect(answers.map(({ body }) => body.error ?? 'ended').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'ended',
    'group/grant-not-found',
  ])
  expect(ended?.data).toEqual({ removed: [one], kept: [] })
  expect([await roleOf(colleague, one, owner), await roleOf(colleague, two, owner)]).toEqual([
    null,
    'manager',
  ])
  expect((await read(owner)).data).toEqual([])

  const waiting = await give(owner)
  expect((await end(owner, waiting.data.id)).data.removed.toSorted()).toEqual([one, two].toSorted())
  expect(await acceptAll(guest)).toBe(0)
})

test('where the giver may take it no more, the person stays, and the answer says so', async () => {
  const { data } = await give(owner, 'owner', guest)
  await acceptAll(guest)
  await app.call(guest, grantAccess, { body: { uid: owner.uid, role: 'manager' } }, { storeId: one })
  expect((await end(owner, data.id)).data).toEqual({ removed: [two], kept: [one] })
  expect(await roleOf(guest, one, guest)).toBe('owner')
})

test('the history of each store says who put whom into the group’s team', async () => {
  await give(owner)
  const history = await app.call(owner, readAudit, { query: { selection: one } })
  expect(history.data.entries.map(({ words, subject }) => [words, subject])).toContainEqual([
    'pôs alguém na equipe de um grupo',
    emailOf(guest),
  ])
})
