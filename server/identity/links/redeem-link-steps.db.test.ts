import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { redeemLink } from '../../../contract/identity/links.ts'
import { buildApp } from '../../app.ts'
import { oneCell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { firebaseProviderOver, type HostedAuth } from '../hosted/firebase-provider.ts'
import { createUser } from '../identity.ts'
import type { IdentityProvider } from '../provider.ts'
import { createLink, type LinkKind } from './links.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const { store, other } = await standardShop(app)
const password = 'Girafa#Azul7'
const owner = new pg.Client({ connectionString: app.directoryUrl })
await owner.connect()

/** A process that dies at a step: nothing it does afterwards has any effect. */
class Process {
  private steps = 0
  readonly diesAt: number
  constructor(diesAt: number) {
    this.diesAt = diesAt
  }
  get isDead(): boolean {
    return this.steps >= this.diesAt
  }
  step(): void {
    this.steps += 1
    if (this.isDead) throw new Error('the process is dead')
  }
}

let current = new Process(Infinity)

/** Each statement is a step. */
const stepPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    current.step()
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

interface HostedAccount {
  readonly uid: string
  readonly email: string
  readonly displayName: string
  readonly password: string
}

/** The hosted accounts outlive our process, which may die before and after each change to them. */
class HostedAccounts {
  readonly accounts = new Map<string, HostedAccount>()

  createProvider(): IdentityProvider {
    const change = <T>(effect: () => T): Promise<T> =>
      Promise.resolve().then(() => {
        current.step()
        const answer = effect()
        current.step()
        return answer
      })
    const auth = {
      getUserByEmail: (email: string) => {
        const found = [...this.accounts.values()].find((one) => one.email === email)
        return found ? Promise.resolve(found) : Promise.reject(sdkError('auth/user-not-found'))
      },
      createUser: (account: HostedAccount) =>
        change(() => {
          if (this.accounts.has(account.uid)) throw sdkError('auth/uid-already-exists')
          this.accounts.set(account.uid, account)
          return account
        }),
      updateUser: (uid: string, changes: Partial<HostedAccount>) =>
        change(() => {
          const account = this.accounts.get(uid)
          if (!account) throw sdkError('auth/user-not-found')
          this.accounts.set(uid, { ...account, ...changes })
        }),
      revokeRefreshTokens: () => change(() => {}),
    }
    return firebaseProviderOver(auth as object as HostedAuth, {
      uidOfPassword: () => Promise.reject(new Error('not asked here')),
    })
  }
}

const sdkError = (code: string) => Object.assign(new Error(code), { code })
const hosted = new HostedAccounts()
const db = app.db.withPlugin(stepPlugin)
const servers = {
  embedded: await buildApp({ ...app.deps, directory: db, cells: oneCell(db) }),
  firebase: await buildApp({
    ...app.deps,
    directory: db,
    cells: oneCell(db),
    provider: hosted.createProvider(),
  }),
}
afterAll(async () => {
  await servers.embedded.close()
  await servers.firebase.close()
  await owner.end()
  await app.close()
})

type ProviderKind = IdentityProvider['kind']
let tries = 0

function redeem(kind: ProviderKind, token: string, process = new Process(Infinity)) {
  current = process
  tries += 1
  return servers[kind].inject({
    method: 'POST',
    url: `/api${redeemLink.path}`,
    headers: { 'x-forwarded-for': `10.1.${Math.trunc(tries / 200)}.${tries % 200}` },
    payload: { token, name: 'Nova', password },
  })
}

/** A fresh link; a reset has an account with an old password and an open session. */
async function prepare(provider: ProviderKind, kind: LinkKind): Promise<{ email: string; token: string }> {
  const now = new Date()
  const uid = uuidv7()
  const email = `${uid}@loja.example`
  if (kind === 'reset') {
    await createUser(app.db, { uid, email, name: 'Nova', password: 'Antiga#2026' })
    const expires_at = new Date(now.getTime() + 3_600_000)
    await app.db.insertInto('sessions').values({ id: uuidv7(), uid, signed_in_at: now, expires_at }).execute()
    const account = { uid, email, displayName: 'Nova', password: 'Antiga#2026' }
    if (provider === 'firebase') hosted.accounts.set(uid, account)
  }
  const storeIds = kind === 'invitation' ? [store, other] : []
  const link = await createLink(app.db, { kind, email, storeIds }, now)
  const invitation = { link_id: link.id, email, role: 2, invited_by: 'dona', created_at: now }
  if (kind === 'invitation')
    await withStoreScope(app.db, storeIds, (tx) =>
      tx
        .insertInto('invitations')
        .values(
          storeIds.map((store_id) => ({ ...invitation, store_id, id: uuidv7(), expires_at: link.expiresAt })),
        )
        .execute(),
    )
  return { email, token: link.token }
}

/** All rows that one redemption writes, read as the database's owner, without row-level security. */
async function stateOf(kind: ProviderKind, email: string) {
  const user = await app.db.selectFrom('users').select('uid').where('email', '=', email).executeTakeFirst()
  const uid = user?.uid ?? ''
  const { rows } = await owner.query<Record<string, unknown>>(
    `select array(select role::int from access_entries where uid = $1) as access,
      (select count(*)::int from invitations where email = $2 and accepted_at is not null) as accepted,
      array(select action from audit_entries where actor_uid = $1 order by action) as audits,
      (select count(*)::int from sessions where uid = $1 and revoked_at is not null) as "endedSessions",
      (select count(*)::int from mail_messages where recipient = $2) as mails`,
    [uid, email],
  )
  const isPasswordSet =
    kind === 'firebase' ? null : await app.deps.provider.passwordMatches(uid, email, password)
  return {
    ours: { ...rows[0], exists: user !== undefined, isPasswordSet },
    accounts: [...hosted.accounts.values()].filter((one) => one.email === email),
  }
}

const done = {
  'sign-up': { access: [], accepted: 0, audits: ['identity/link-sign-up'], endedSessions: 0, mails: 0 },
  reset: { access: [], accepted: 0, audits: ['identity/link-reset'], endedSessions: 1, mails: 1 },
  invitation: {
    access: [2, 2],
    accepted: 2,
    audits: ['access/invitation-accepted', 'access/invitation-accepted', 'identity/link-invitation'],
    endedSessions: 0,
    mails: 0,
  },
} as const

/** With fewer steps than these the process would never have died. */
const minSteps = { embedded: 6, firebase: 8 }

describe.for(['embedded', 'firebase'] as const)('with the %s provider', (provider) => {
  test.for(['sign-up', 'reset', 'invitation'] as const)(
    'a process that dies at any step of a %s leaves all or nothing, and the next try completes it',
    { timeout: 60_000 },
    async (kind) => {
      const complete = { ...done[kind], exists: true, isPasswordSet: provider === 'firebase' ? null : true }
      let step = 1
      for (; ; step += 1) {
        app.setClock(null)
        const { email, token } = await prepare(provider, kind)
        const before = await stateOf(provider, email)
        const process = new Process(step)
        const first = await redeem(provider, token, process)
        if (!process.isDead) {
          expect(first.statusCode, first.body).toBe(200)
          break
        }
        const after = await stateOf(provider, email)
        expect(first.statusCode).toBe(500)
        expect(after.ours, `died at step ${step}`).toEqual(before.ours)

        // After the time that the dead process had for its calls to the provider.
        app.setClock(new Date(Date.now() + 31_000))
        const second = await redeem(provider, token)
        expect(second.statusCode, `after a death at step ${step}: ${second.body}`).toBe(200)
        const end = await stateOf(provider, email)
        expect(end.ours).toEqual(complete)
        if (provider === 'firebase') expect(end.accounts.map((one) => one.password)).toEqual([password])
        expect((await redeem(provider, token)).statusCode).toBe(404)
      }
      app.setClock(null)
      expect(step).toBeGreaterThan(minSteps[provider])
    },
  )
})

test('after the hosted provider rejects, the link can be used again at once', async () => {
  const { email, token } = await prepare('firebase', 'reset')
  const [account] = [...hosted.accounts.values()].filter((one) => one.email === email)
  hosted.accounts.delete(account?.uid ?? '')
  hosted.accounts.set('outra', { uid: 'outra', email, displayName: 'Nova', password: 'Antiga#2026' })
  // Our copy of the person has the address under another uid, so the last transaction is rejected.
  const refused = await redeem('firebase', token)
  expect(refused.statusCode).toBe(401)
  hosted.accounts.delete('outra')
  if (account) hosted.accounts.set(account.uid, account)
  expect((await redeem('firebase', token)).statusCode).toBe(200)
})

test('while one attempt is at the hosted provider, another is asked to wait', async () => {
  const { token } = await prepare('firebase', 'sign-up')
  expect((await redeem('firebase', token, new Process(6))).statusCode).toBe(500)
  const early = await redeem('firebase', token)
  expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '10'])
})
