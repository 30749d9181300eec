import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAudit } from '../../../contract/audit/audit.ts'
import type { RoleName } from '../../../contract/shared/access.ts'
import { readMyAccess } from '../../../contract/identity/identity.ts'
import { redeemLink } from '../../../contract/identity/links.ts'
import * as people from '../../../contract/identity/people.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail, mailCount } from '../../testing/mail.ts'

let app: TestApp
let storeId: string
let second: string
let foreign: string
let owner: Person
let manager: Person
let basic: Person
let foreignOwner: Person
/** Has an account and works elsewhere. */
let cook: Person

beforeAll(async () => {
  app = await testApp()
  storeId = await app.addStore({ name: 'Cantina da Vila' })
  second = await app.addStore({ name: 'Bar da Vila' })
  foreign = await app.addStore({ name: 'Pizza do Lado' })
  owner = await app.addPerson('dona', { [storeId]: 'owner', [second]: 'owner' })
  manager = await app.addPerson('gerente', { [storeId]: 'manager' })
  basic = await app.addPerson('atendente', { [storeId]: 'basic' })
  foreignOwner = await app.addPerson('outra', { [foreign]: 'owner' })
})
beforeEach(async () => {
  cook = await app.addPerson('cozinheira', { [foreign]: 'basic' })
})
afterAll(() => app.close())

const mailOf = (person: Person) => `${person.uid}@balcao.example`
const grant = (as: Person, uid: string, role: RoleName, at = storeId) =>
  app.call(as, people.grantAccess, { body: { uid, role } }, { storeId: at })
const waitingFor = async (as: Person) => (await app.call(as, people.readMyInvitations, {})).data
const accept = (as: Person, invitationId: string) =>
  app.call(as, people.acceptInvitation, { params: { invitationId } })
const decline = (as: Person, invitationId: string) =>
  app.call(as, people.declineInvitation, { params: { invitationId } })
const listed = async (email: string) =>
  (await app.call(owner, people.readInvitations, {}, { storeId })).data.filter((one) => one.email === email)
const rolesOf = async (as: Person) =>
  Object.fromEntries((await app.call(as, readMyAccess, {})).data.map((entry) => [entry.storeId, entry.role]))
const onlyInvitation = async (as: Person) => (await waitingFor(as))[0]?.id ?? ''

describe('a role for somebody outside the team', () => {
  test('waits until they accept: no access before, the role and the kept consent after', async () => {
    expect((await grant(owner, cook.uid, 'manager')).data).toEqual({
      uid: cook.uid,
      role: 'manager',
      pending: true,
    })
    expect(await rolesOf(cook)).toEqual({ [foreign]: 'basic' })
    expect(await listed(cook.uid)).toMatchObject([{ role: 'manager', invitedBy: 'dona', declinedAt: null }])
    expect((await lastMail(app, mailOf(cook)))?.text).toContain('Cantina da Vila')

    const [invitation] = await waitingFor(cook)
    expect(invitation).toMatchObject({ storeName: 'Cantina da Vila', role: 'manager', invitedBy: 'dona' })
    const accepted = await accept(cook, invitation?.id ?? '')
    expect(accepted.data).toMatchObject({ storeId, role: 'manager' })
    expect(await rolesOf(cook)).toEqual({ [foreign]: 'basic', [storeId]: 'manager' })
    expect(await waitingFor(cook)).toEqual([])
    const kept = await withDirectoryScope(app.db, [storeId], (tx) =>
      tx
        .selectFrom('invitations')
        .select(['accepted_at', 'accepted_by'])
        .where('id', '=', invitation?.id ?? '')
        .executeTakeFirst(),
    )
    expect(kept?.accepted_by).toBe(cook.uid)
    expect(kept?.accepted_at?.toISOString()).toBe(accepted.data.acceptedAt)
  })

  test('may be declined: no access, and the inviter sees the answer until they invite again', async () => {
    await grant(owner, cook.uid, 'basic')
    const id = await onlyInvitation(cook)
    expect((await decline(cook, id)).data).toEqual({ declined: true })
    expect(await rolesOf(cook)).toEqual({ [foreign]: 'basic' })
    expect(await waitingFor(cook)).toEqual([])
    expect((await accept(cook, id)).body.error).toBe('access/invitation-not-found')
    const [declined] = await listed(cook.uid)
    expect(declined).toMatchObject({ expired: false })
    expect(declined?.declinedAt).not.toBeNull()
    await grant(owner, cook.uid, 'basic')
    expect(await listed(cook.uid)).toMatchObject([{ declinedAt: null }])
  })

  test('can be taken back before the answer', async () => {
    await grant(owner, cook.uid, 'basic')
    const id = await onlyInvitation(cook)
    await app.call(owner, people.cancelInvitation, { params: { invitationId: id } }, { storeId })
    expect(await waitingFor(cook)).toEqual([])
    expect((await accept(cook, id)).body.error).toBe('access/invitation-not-found')
  })

  test('is the same invitation as one by e-mail: the mail’s link and the panel end each other', async () => {
    await app.call(owner, people.inviteWithoutPassword, {
      body: { email: mailOf(cook), role: 'basic', storeIds: [storeId, second] },
    })
    const { token } = (await lastMail(app, mailOf(cook))) ?? { token: '' }
    const [one] = await waitingFor(cook)
    expect((await accept(cook, one?.id ?? '')).status).toBe(200)
    expect((await app.call(null, redeemLink, { body: { token } })).status).toBe(200)
    expect(await rolesOf(cook)).toEqual({ [foreign]: 'basic', [storeId]: 'basic', [second]: 'basic' })
    expect((await app.call(null, redeemLink, { body: { token } })).body.error).toBe('auth/link-invalid')
  })

  test('asked for twice sends one mail; with another role the newer one counts', async () => {
    await grant(owner, cook.uid, 'basic')
    await grant(owner, cook.uid, 'basic')
    expect(await mailCount(app, mailOf(cook))).toBe(1)
    await grant(owner, cook.uid, 'manager')
    expect(await waitingFor(cook)).toMatchObject([{ role: 'manager' }])
  })

  test('obeys the levels: a manager only attendants, an attendant none, nobody in a foreign store', async () => {
    expect((await grant(manager, cook.uid, 'manager')).body.error).toBe('access/above-own-level')
    expect((await grant(basic, cook.uid, 'basic')).body.error).toBe('permission/denied')
    expect((await grant(owner, cook.uid, 'basic', foreign)).body.error).toBe('store/not-found')
    await grant(owner, cook.uid, 'owner')
    expect((await grant(manager, cook.uid, 'basic')).body.error).toBe('access/above-own-level')
    expect(await waitingFor(cook)).toMatchObject([{ role: 'owner' }])
  })

  test('is answered only by its person: for anybody else it does not exist', async () => {
    await grant(owner, cook.uid, 'basic')
    const id = await onlyInvitation(cook)
    for (const other of [owner, manager, foreignOwner]) {
      expect((await accept(other, id)).body.error).toBe('access/invitation-not-found')
      expect((await decline(other, id)).body.error).toBe('access/invitation-not-found')
      expect((await waitingFor(other)).map((one) => one.id)).not.toContain(id)
    }
    expect(await waitingFor(cook)).toHaveLength(1)
  })

  test('of twenty answers at once one counts', async () => {
    await grant(owner, cook.uid, 'basic')
    const id = await onlyInvitation(cook)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? accept(cook, id) : decline(cook, id))),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body.error).toBe('access/invitation-not-found')
  })

  test('ends after seven days', async () => {
    await grant(owner, cook.uid, 'basic')
    const id = await onlyInvitation(cook)
    await withDirectoryScope(app.db, [storeId], (tx) =>
      tx
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - 1) })
        .where('id', '=', id)
        .execute(),
    )
    expect(await waitingFor(cook)).toEqual([])
    expect((await accept(cook, id)).body.error).toBe('access/invitation-not-found')
  })
})

describe('a stranger whose uid is all that the inviter knows', () => {
  /** All that the store's people can read of its invitations and their history. */
  const seen = async (as: Person) => {
    const query = { selection: storeId }
    const invitations = await app.call(as, people.readInvitations, {}, { storeId })
    return JSON.stringify([invitations.data, (await app.call(as, readAudit, { query })).data])
  }
  const [name, address] = ['Nádia Rocha', 'nadia@longe.example']
  let stranger: Person
  beforeEach(async () => {
    stranger = await app.addPerson('nadia', { [foreign]: 'basic' })
    const email = `${stranger.uid}${address}`
    await app.db.updateTable('users').set({ name, email }).where('uid', '=', stranger.uid).execute()
  })

  test('is shown by that uid only, through resending, cancelling and declining', async () => {
    await grant(owner, stranger.uid, 'basic')
    const [invitation] = await listed(stranger.uid)
    expect(invitation).toMatchObject({ email: stranger.uid, name: '' })
    const again = await app.call(
      owner,
      people.resendInvitation,
      { params: { invitationId: invitation?.id ?? '' } },
      { storeId },
    )
    expect(again.data).toMatchObject({ email: stranger.uid, name: '' })
    expect(await mailCount(app, `${stranger.uid}${address}`)).toBe(2)
    await app.call(owner, people.cancelInvitation, { params: { invitationId: again.data.id } }, { storeId })
    await grant(owner, stranger.uid, 'basic')
    expect((await decline(stranger, await onlyInvitation(stranger))).data).toEqual({ declined: true })
    expect(await listed(stranger.uid)).toMatchObject([{ name: '' }])
    const all = await seen(owner)
    expect(all).toContain(stranger.uid)
    expect(all).not.toContain(name)
    expect(all).not.toContain(address)
  })

  test('is answered and listed like nobody at all', async () => {
    const nobody = `nobody-${stranger.uid}`
    const answers = async (uid: string) => {
      const granted = await grant(owner, uid, 'basic')
      const repeated = await grant(owner, uid, 'basic')
      const [invitation] = await listed(uid)
      const params = { invitationId: invitation?.id ?? '' }
      const again = await app.call(owner, people.resendInvitation, { params }, { storeId })
      const ended = { params: { invitationId: again.data.id } }
      const cancelled = await app.call(owner, people.cancelInvitation, ended, { storeId })
      const left = await listed(uid)
      const text = JSON.stringify([granted, repeated, invitation, again, cancelled, left].map(dataOf))
      return text.replaceAll(uid, 'uid').replaceAll(/"id":"[^"]+"|"[^"]+T[^"]+Z"/g, '')
    }
    expect(await answers(nobody)).toBe(await answers(stranger.uid))
    expect(await seen(owner)).toContain(nobody)
  })

  test('is a known person where the inviter manages another store of theirs', async () => {
    const mate = await app.addPerson('colega', { [second]: 'basic' })
    await grant(owner, mate.uid, 'basic')
    expect(await listed(mailOf(mate))).toMatchObject([{ name: 'colega' }])
  })

  const dataOf = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && 'status' in one && 'data' in one
      ? { status: one.status, data: one.data }
      : one
})

describe('a person without an account', () => {
  test('gets a uid with the invitation, which grants before and after they accept', async () => {
    const email = 'nova-copeira@b.example'
    const invited = await app.call(owner, people.inviteWithoutPassword, {
      body: { email, role: 'basic', storeIds: [storeId] },
    })
    const { uid } = invited.data
    expect((await grant(owner, uid, 'manager')).data).toEqual({ uid, role: 'manager', pending: true })
    expect((await grant(owner, uid, 'basic', second)).data.pending).toBe(true)
    const token = (await lastMail(app, email))?.token ?? ''
    expect(
      (await app.call(null, redeemLink, { body: { token, name: 'Nova', password: 'Segura#Lua27' } })).status,
    ).toBe(200)
    const team = (await app.call(owner, people.readStoreAccess, {}, { storeId: second })).data
    expect(team.find((one) => one.email === email)).toMatchObject({ uid, role: 'basic' })
    expect((await grant(owner, uid, 'owner', second)).data).toEqual({ uid, role: 'owner', pending: false })
  })

  test('is not told apart from one with an account: every invitation names a new uid', async () => {
    const invite = async (email: string) =>
      (
        await app.call(owner, people.inviteWithoutPassword, {
          body: { email, role: 'basic', storeIds: [storeId] },
        })
      ).data.uid
    const [known, again, unknown] = [
      await invite(mailOf(cook)),
      await invite(mailOf(cook)),
      await invite('ninguem-ainda@b.example'),
    ]
    expect(new Set([known, again, unknown, cook.uid]).size).toBe(4)
    // Made just now, like the others: the time inside tells nothing.
    for (const uid of [known, again, unknown]) expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })
})
