import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoleName } from '../../../contract/shared/access.ts'
import * as people from '../../../contract/identity/people.ts'
import { redeemLink, readLink } from '../../../contract/identity/links.ts'
import { readMyAccess, signIn } from '../../../contract/identity/identity.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail } from '../../testing/mail.ts'

let app: TestApp
let storeId: string
let second: string
let foreign: string
let owner: Person
let manager: Person
let basic: Person

beforeAll(async () => {
  app = await testApp()
  storeId = await app.addStore({ name: 'Cantina da Vila' })
  second = await app.addStore({ name: 'Bar da Vila' })
  foreign = await app.addStore({ name: 'Pizza do Lado' })
  owner = await app.addPerson('dona', { [storeId]: 'owner', [second]: 'owner' })
  manager = await app.addPerson('gerente', { [storeId]: 'manager' })
  basic = await app.addPerson('atendente', { [storeId]: 'basic' })
})
afterAll(() => app.close())

const grant = (as: Person, uid: string, role: RoleName, at = storeId) =>
  app.call(as, people.grantAccess, { body: { uid, role } }, { storeId: at })
const remove = (as: Person, uid: string, at = storeId) =>
  app.call(as, people.removeAccess, { params: { uid, storeId: at } })
const team = async (at = storeId) => ({
  people: (await app.call(owner, people.readStoreAccess, {}, { storeId: at })).data,
  invitations: (await app.call(owner, people.readInvitations, {}, { storeId: at })).data,
})
const invite = (as: Person, email: string, role: RoleName, storeIds = [storeId]) =>
  app.call(as, people.inviteWithoutPassword, { body: { email, role, storeIds } })

describe('changing a role', () => {
  test('an owner promotes an attendant to manager, effective on the next request', async () => {
    const person = await app.addPerson('promovida', { [storeId]: 'basic' })
    expect((await grant(owner, person.uid, 'manager')).data).toEqual({
      uid: person.uid,
      role: 'manager',
      pending: false,
    })
    const mine = await app.call(person, readMyAccess, {})
    expect(mine.data.map((entry) => entry.role)).toEqual(['manager'])
  })

  test('access is a list of entries, of a person and of a store', async () => {
    const person = await app.addPerson('listada', { [storeId]: 'basic' })
    const entry = { storeId, uid: person.uid, role: 'basic' }
    expect((await app.call(person, readMyAccess, {})).data).toMatchObject([entry])
    expect((await team()).people).toContainEqual(expect.objectContaining(entry))
  })

  test('the invitations of a store are for its managers', async () => {
    const person = await app.addPerson('curiosa', { [storeId]: 'basic' })
    const read = (as: Person, at: string) => app.call(as, people.readInvitations, {}, { storeId: at })
    expect((await read(person, storeId)).body.error).toBe('permission/denied')
    expect((await read(owner, foreign)).body.error).toBe('store/not-found')
  })

  test('a manager grants and revokes only basic access, and an attendant none', async () => {
    const person = await app.addPerson('outra', { [storeId]: 'basic' })
    expect((await grant(manager, person.uid, 'basic')).status).toBe(200)
    expect((await grant(manager, person.uid, 'manager')).body.error).toBe('access/above-own-level')
    expect((await grant(manager, owner.uid, 'basic')).body.error).toBe('access/above-own-level')
    expect((await remove(manager, owner.uid)).body.error).toBe('access/above-own-level')
    expect((await grant(basic, person.uid, 'basic')).body.error).toBe('permission/denied')
    expect((await remove(basic, person.uid)).body.error).toBe('permission/denied')
    expect((await remove(manager, person.uid)).status).toBe(200)
  })

  test('another tenant’s store is not found, nor a person outside the team', async () => {
    expect((await grant(owner, manager.uid, 'basic', foreign)).body.error).toBe('store/not-found')
    expect((await remove(owner, manager.uid, foreign)).body.error).toBe('store/not-found')
    const stranger = await app.addPerson('estranha', { [foreign]: 'basic' })
    expect((await remove(owner, stranger.uid)).body.error).toBe('access/person-not-found')
  })

  test('the last owner can be neither demoted nor removed, and cannot leave', async () => {
    expect((await grant(owner, owner.uid, 'manager')).body.error).toBe('access/last-owner')
    expect((await remove(owner, owner.uid)).body.error).toBe('access/last-owner')
    expect((await team()).people.find((one) => one.uid === owner.uid)).toMatchObject({ lastOwner: true })
  })

  test('of 200 owners who demote each other concurrently, exactly one stays owner', async () => {
    const crowded = await app.addStore()
    const owners = await Promise.all(
      Array.from({ length: 200 }, (_, index) => app.addPerson(`dono${index}`, { [crowded]: 'owner' })),
    )
    const answers = await Promise.all(
      owners.map((person, index) =>
        grant(person, owners[(index + 1) % owners.length]?.uid ?? '', 'basic', crowded),
      ),
    )
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
    const left = await withStoreScope(app.db, [crowded], (tx) =>
      tx
        .selectFrom('access_entries')
        .select('uid')
        .where('store_id', '=', crowded)
        .where('role', '=', 3)
        .execute(),
    )
    expect(left.length).toBeGreaterThanOrEqual(1)
    // Owners demoted before their own call are rejected; nobody demotes the last one.
    const allowed = ['access/last-owner', 'permission/denied', 'access/above-own-level']
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(left.length).toBe(refused.length)
    for (const answer of refused) expect(allowed).toContain(answer.body.error)
  })

  test('200 racing demotions of the same two owners leave one', async () => {
    const pair = await app.addStore()
    const [first, other] = [
      await app.addPerson('um', { [pair]: 'owner' }),
      await app.addPerson('dois', { [pair]: 'owner' }),
    ]
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 === 0 ? grant(first, first.uid, 'basic', pair) : remove(other, other.uid, pair),
      ),
    )
    const left = await withStoreScope(app.db, [pair], (tx) =>
      tx
        .selectFrom('access_entries')
        .select('uid')
        .where('store_id', '=', pair)
        .where('role', '=', 3)
        .execute(),
    )
    expect(left).toHaveLength(1)
  })

  test('anyone may leave a store, but only a manager may remove others', async () => {
    const leaving = await app.addPerson('saindo', { [storeId]: 'basic' })
    const check = (as: Person, uid: string) => app.call(as, people.checkAccess, { params: { uid, storeId } })
    expect((await check(leaving, leaving.uid)).data.role).toBe('basic')
    expect((await check(leaving, owner.uid)).body.error).toBe('permission/denied')
    expect((await check(manager, owner.uid)).data.role).toBe('owner')
    expect((await check(manager, 'ninguem')).data.role).toBeNull()
    expect((await remove(leaving, leaving.uid)).status).toBe(200)
    expect((await check(leaving, leaving.uid)).body.error).toBe('store/not-found')
  })

  test('is audited with actor, person, old and new role', async () => {
    const person = await app.addPerson('anotada', { [storeId]: 'basic' })
    await grant(owner, person.uid, 'manager')
    await remove(owner, person.uid)
    const rows = await withStoreScope(app.db, [storeId], (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_uid', 'action', 'details'])
        .where('store_id', '=', storeId)
        .where('subject', '=', person.uid)
        .orderBy('at')
        .execute(),
    )
    expect(rows).toEqual([
      { actor_uid: owner.uid, action: 'access/granted', details: { from: 'basic', to: 'manager' } },
      { actor_uid: owner.uid, action: 'access/removed', details: { from: 'manager' } },
    ])
  })
})

describe('an invitation', () => {
  test('is listed in the team, and its link lets a new person set a password and see exactly those stores', async () => {
    const email = 'nova@pessoa.example'
    const sent = await invite(owner, email, 'manager', [storeId, second])
    expect(sent.data.invitations).toHaveLength(2)
    expect((await team()).invitations).toMatchObject([
      { email, role: 'manager', invitedBy: 'dona', expired: false },
    ])
    const mail = await lastMail(app, email)
    expect(mail?.subject).toContain('convidou você')
    expect(mail?.text).toContain('Bar da Vila e Cantina da Vila')
    const token = mail?.token ?? ''
    const about = await app.call(null, readLink, { body: { token } })
    expect(about.data).toMatchObject({ kind: 'invitation', email, needsPassword: true })
    expect(about.data.stores.map((store) => store.name)).toEqual(['Bar da Vila', 'Cantina da Vila'])
    const weak = await app.call(null, redeemLink, { body: { token, name: 'Nova', password: 'Senha@123' } })
    expect(weak.body.error).toBe('auth/password-refused')
    const done = await app.call(null, redeemLink, { body: { token, name: 'Nova', password: 'Girafa#Azul7' } })
    expect(done.status).toBe(200)
    const signedIn = await app.call(null, signIn, { body: { email, password: 'Girafa#Azul7' } })
    const person = { uid: signedIn.data.uid, sessionId: '', token: signedIn.data.idToken }
    const mine = await app.call(person, readMyAccess, {})
    expect(mine.data.map((entry) => [entry.storeName, entry.role])).toEqual([
      ['Bar da Vila', 'manager'],
      ['Cantina da Vila', 'manager'],
    ])
    expect((await team()).invitations).toEqual([])
  })

  test('to a person with an account looks the same to the inviter, and keeps the password', async () => {
    const known = await app.addPerson('conhecida')
    const email = `${known.uid}@balcao.example`.toLowerCase()
    const [to, unknown] = [await invite(owner, email, 'basic'), await invite(owner, 'x@y.example', 'basic')]
    expect(Object.keys(to.data)).toEqual(Object.keys(unknown.data))
    const listed = (await team()).invitations.map(({ email: address, name, expired }) => ({
      address,
      name,
      expired,
    }))
    expect(listed).toContainEqual({ address: email, name: '', expired: false })
    const token = (await lastMail(app, email))?.token ?? ''
    expect((await app.call(null, readLink, { body: { token } })).data.needsPassword).toBe(false)
    expect((await app.call(null, redeemLink, { body: { token } })).status).toBe(200)
    const mine = await app.call(known, readMyAccess, {})
    expect(mine.data.map((entry) => entry.storeId)).toEqual([storeId])
    expect((await invite(owner, email, 'basic')).body.error).toBe('access/already-granted')
  })

  test('sent twice at once to the same address leaves one pending, and nobody sees a failure', async () => {
    const email = 'duas.vezes@balcao.example'
    const replies = await Promise.all([1, 2, 3].map(() => invite(owner, email, 'basic')))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    const pending = (await team()).invitations.filter((one) => one.email === email)
    expect(pending).toHaveLength(1)
  })

  test('can be sent by a manager for basic access only, and never by an attendant or for another tenant’s store', async () => {
    expect((await invite(manager, 'a@b.example', 'manager')).body.error).toBe('access/above-own-level')
    expect((await invite(manager, 'a@b.example', 'basic')).status).toBe(200)
    expect((await invite(basic, 'a@b.example', 'basic')).body.error).toBe('permission/denied')
    expect((await invite(owner, 'a@b.example', 'basic', [storeId, foreign])).body.error).toBe(
      'store/not-found',
    )
    expect((await team()).invitations.filter((one) => one.email === 'a@b.example')).toHaveLength(1)
  })

  test('sent again invalidates the older link, and cancelled has no valid link', async () => {
    const email = 'reenviada@pessoa.example'
    const id = (await invite(owner, email, 'basic')).data.invitations[0]?.id ?? ''
    const first = (await lastMail(app, email))?.token ?? ''
    const again = await app.call(
      owner,
      people.resendInvitation,
      { params: { invitationId: id } },
      { storeId },
    )
    expect(again.data.email).toBe(email)
    const newest = (await lastMail(app, email))?.token ?? ''
    const open = (token: string) => app.call(null, readLink, { body: { token } })
    expect((await open(first)).body.error).toBe('auth/link-invalid')
    expect((await open(newest)).status).toBe(200)
    const cancel = (as: Person, at: string) =>
      app.call(as, people.cancelInvitation, { params: { invitationId: again.data.id } }, { storeId: at })
    expect((await cancel(owner, second)).body.error).toBe('access/invitation-not-found')
    expect((await cancel(basic, storeId)).body.error).toBe('permission/denied')
    expect((await cancel(manager, storeId)).status).toBe(200)
    expect((await cancel(owner, storeId)).body.error).toBe('access/invitation-not-found')
    expect((await open(newest)).body.error).toBe('auth/link-invalid')
    expect(
      (await app.call(null, redeemLink, { body: { token: newest, name: 'X Y', password: 'Girafa#Azul7' } }))
        .body.error,
    ).toBe('auth/link-invalid')
  })

  test('expires after seven days', async () => {
    const email = 'atrasada@pessoa.example'
    await invite(owner, email, 'basic')
    const token = (await lastMail(app, email))?.token ?? ''
    app.setClock(new Date(Date.now() + 7 * 86_400_000 + 1_000))
    expect((await app.call(null, readLink, { body: { token } })).body.error).toBe('auth/link-invalid')
    app.setClock(null)
  })

  test('accepted twice concurrently creates one account and one access', async () => {
    const email = 'dobro@pessoa.example'
    await invite(owner, email, 'basic')
    const token = (await lastMail(app, email))?.token ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.call(null, redeemLink, { body: { token, name: 'Dobro', password: 'Girafa#Azul7' } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(7)
  })
})
