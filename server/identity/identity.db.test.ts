import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../contract/identity/identity.ts'
import { readStore } from '../../contract/stores/stores.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { createUser } from './identity.ts'

let app: TestApp
let uid: string
const email = 'dona@loja.example'
const password = 'Segura#2026'

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
  uid = await createUser(app.db, { email, name: 'Dona', password })
})
afterAll(() => app.close())

const signIn = (body = { email, password }) => app.call(null, contract.signIn, { body })
const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  [answer.headers['set-cookie']].flat().map(String)

async function session() {
  const signedIn = await signIn()
  const login = await app.call(null, contract.sessionLogin, { body: { idToken: signedIn.data.idToken } })
  return { token: signedIn.data.idToken, cookie: login.data.sessionCookie, login }
}

const mine = (token: string) => app.call({ uid, sessionId: '', token }, contract.readMyUser, {})

describe('signing in', () => {
  test('returns the person and a token that every call accepts', async () => {
    const answer = await signIn()
    expect(answer.data).toMatchObject({ uid, name: 'Dona', email })
    expect((await mine(answer.data.idToken)).data.email).toBe(email)
  })

  test('marks the device by a cookie that no sibling site can plant', async () => {
    const device = cookieOf(await signIn()).find((one) => one.includes('b-device=')) ?? ''
    expect(device.startsWith('__Host-b-device=')).toBe(true)
    for (const part of ['; Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(device).toContain(part)
    expect(device).not.toContain('Domain')
  })

  test('returns the same error for a wrong password and for an unknown account', async () => {
    const wrong = await signIn({ email, password: 'Errada#2026' })
    const unknown = await signIn({ email: 'ninguem@loja.example', password })
    expect([wrong.status, wrong.body.message]).toEqual([unknown.status, unknown.body.message])
    expect(wrong.body.error).toBe('auth/invalid-credential')
  })

  test('is throttled temporarily after several failures, for that account from that address', async () => {
    const guess = () => signIn({ email: 'alvo@loja.example', password: 'Errada#2026' })
    const statuses = []
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await guess()).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    const slowed = await guess()
    expect([slowed.status, slowed.body.error]).toEqual([429, 'rate-limit/exceeded'])
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn()).status).toBe(200)
    app.setClock(new Date(Date.now() + 2 * 3_600_000))
    expect((await guess()).status).toBe(401)
    app.setClock(null)
  })
})

test('behind a proxy the visitor’s address counts, only as reported by that proxy', async () => {
  const behind = await testApp({ TRUST_PROXY: '1' })
  const guess = (forwarded: string, n: number) =>
    behind.call(
      null,
      contract.signIn,
      { body: { email: `${n}@loja.example`, password: 'Errada#2026' } },
      { headers: { 'x-forwarded-for': forwarded } },
    )
  let last = 0
  for (let tries = 0; tries < 32; tries += 1) last = (await guess('203.0.113.5', tries)).status
  expect(last).toBe(429)
  expect((await guess('203.0.113.6', 99)).status).toBe(401)
  // Addresses that the visitor adds in front of it are ignored.
  expect((await guess('198.51.100.1, 203.0.113.5', 98)).status).toBe(429)
  await behind.close()
})

describe('the server session', () => {
  test('sets a cookie that scripts cannot read, for at most 86,400 seconds', async () => {
    const { login } = await session()
    const cookie = cookieOf(login)[0] ?? ''
    for (const part of ['b-session=', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(part)
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(86_400)
  })

  test('tells the page that it exists, and takes that back with the cookie', async () => {
    const { login, cookie } = await session()
    const hint = cookieOf(login).find((one) => one.startsWith('b-session-hint=')) ?? ''
    expect(hint).toContain('b-session-hint=1; Max-Age=86')
    expect(hint).not.toContain('HttpOnly')
    const browser = { headers: { cookie: `b-session=${cookie}; b-session-hint=1` } }
    await app.call(null, contract.revokeSession, { body: {} }, browser)
    // A session that ended elsewhere, and a hint without a session.
    for (const headers of [browser.headers, { cookie: 'b-session-hint=1' }]) {
      const reply = await app.call(null, contract.checkSession, { body: {} }, { headers })
      expect(reply.status).toBe(401)
      for (const name of ['b-session=;', 'b-session-hint=;'])
        expect(cookieOf(reply).some((one) => one.startsWith(name))).toBe(true)
    }
  })

  test('ends the session that the same browser had before, and no other', async () => {
    const elsewhere = await session()
    const before = await session()
    const signedIn = await signIn()
    const again = await app.call(
      null,
      contract.sessionLogin,
      { body: { idToken: signedIn.data.idToken } },
      { headers: { cookie: `b-session=${before.cookie}` } },
    )
    expect(again.status).toBe(200)
    expect((await mine(before.token)).status).toBe(401)
    expect((await mine(elsewhere.token)).status).toBe(200)
    expect((await mine(signedIn.data.idToken)).status).toBe(200)
  })

  test('is not created from a sign-in older than five minutes', async () => {
    const signedIn = await signIn()
    app.setClock(new Date(Date.now() + 6 * 60_000))
    const late = await app.call(null, contract.sessionLogin, { body: { idToken: signedIn.data.idToken } })
    app.setClock(null)
    expect(late.body.error).toBe('auth/recent-sign-in-required')
  })

  test('is resumed from the cookie with a custom token that works once', async () => {
    const { cookie } = await session()
    const custom = await app.call(
      null,
      contract.getCustomToken,
      { body: {} },
      { headers: { cookie: `b-session=${cookie}` } },
    )
    const resumed = await app.call(null, contract.signInWithCustomToken, {
      body: { customToken: custom.data.customToken },
    })
    expect(resumed.data.uid).toBe(uid)
    const again = await app.call(null, contract.signInWithCustomToken, {
      body: { customToken: custom.data.customToken },
    })
    expect(again.body.error).toBe('auth/custom-token-invalid')
  })

  test('never outlives 86,400 seconds from the sign-in, however often it is exchanged', async () => {
    const { cookie } = await session()
    app.setClock(new Date(Date.now() + 86_390_000))
    const custom = await app.call(null, contract.getCustomToken, { body: { sessionCookie: cookie } })
    const resumed = await app.call(null, contract.signInWithCustomToken, {
      body: { customToken: custom.data.customToken },
    })
    expect(resumed.status).toBe(200)
    app.setClock(new Date(Date.now() + 86_401_000))
    expect((await mine(resumed.data.idToken)).body.error).toBe('auth/id-token-revoked')
    expect((await app.call(null, contract.getCustomToken, { body: { sessionCookie: cookie } })).status).toBe(
      401,
    )
    app.setClock(null)
  })

  test('once revoked invalidates its cookie and all its tokens on the next request', async () => {
    const { cookie, token } = await session()
    const other = await session()
    const revoked = await app.call(null, contract.revokeSession, { body: { sessionCookie: cookie } })
    expect(revoked.data.revoked).toBe(true)
    expect((await mine(token)).body.error).toBe('auth/id-token-revoked')
    expect((await app.call(null, contract.checkSession, { body: { sessionCookie: cookie } })).status).toBe(
      401,
    )
    expect((await mine(other.token)).status).toBe(200)
  })

  test('rejects and clears duplicate cookies, and rejects calls from another site', async () => {
    const { cookie } = await session()
    const two = await app.call(
      null,
      contract.getCustomToken,
      { body: {} },
      { headers: { cookie: `b-session=${cookie}; b-session=planted` } },
    )
    expect(two.body.error).toBe('auth/duplicate-cookie')
    expect(cookieOf(two)[0]).toContain('b-session=;')
    for (const site of ['cross-site', 'same-site']) {
      const crossed = await app.call(
        null,
        contract.getCustomToken,
        { body: {} },
        { headers: { cookie: `b-session=${cookie}`, 'sec-fetch-site': site } },
      )
      expect(crossed.body.error).toBe('auth/cross-site')
    }
    const origin = await app.call(
      null,
      contract.revokeSession,
      { body: {} },
      { headers: { origin: 'https://mau.example' } },
    )
    expect(origin.body.error).toBe('auth/cross-site')
  })
})

describe('a token', () => {
  test.each([
    [
      'unsigned',
      (t: string) => `${btoa('{"alg":"none","typ":"id+jwt"}').replaceAll('=', '')}.${t.split('.')[1] ?? ''}.`,
    ],
    ['cut', (t: string) => t.slice(0, -6)],
    ['of another key', (t: string) => `${t.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`],
    ['no token at all', () => 'hello'],
    ['the session cookie', () => 'x'.repeat(43)],
  ])('that is %s is rejected', async (_what, spoil) => {
    const { token } = await session()
    const answer = await mine(spoil(token))
    expect([answer.status, answer.body.error]).toEqual([401, 'auth/id-token-invalid'])
  })

  test('expires after an hour', async () => {
    const { token } = await session()
    app.setClock(new Date(Date.now() + 3_700_000))
    expect((await mine(token)).body.error).toBe('auth/id-token-expired')
    app.setClock(null)
  })

  test('loses a store at once when the access is revoked', async () => {
    const store = await app.addStore()
    const person = await app.addPerson('gerente', { [store]: 'manager' })
    const read = () => app.call(person, readStore, { params: { storeId: store } })
    expect((await read()).status).toBe(200)
    await app.db.transaction().execute(async (tx) => {
      const { sql } = await import('kysely')
      await sql`select set_config('app.store_ids', ${store}, true)`.execute(tx)
      await tx
        .deleteFrom('access_entries')
        .where('store_id', '=', store)
        .where('uid', '=', person.uid)
        .execute()
    })
    expect((await read()).status).toBe(404)
  })
})

describe('the signing keys', () => {
  test('rotate automatically every 30 days, and tokens of the older key stay valid for their hour', async () => {
    const rotating = await testApp()
    const person = await rotating.addPerson('dona')
    const later = new Date(Date.now() + 31 * 86_400_000)
    // The session must outlive the jump, because only the keys are tested.
    await rotating.db
      .updateTable('sessions')
      .set({ expires_at: new Date(later.getTime() + 86_400_000) })
      .execute()
    const claims = { uid: person.uid, sessionId: person.sessionId, version: 1, signedInAt: later }
    const before = await rotating.db.selectFrom('signing_keys').select('kid').execute()
    const old = await rotating.deps.keyring.sign(claims, new Date(later.getTime() - 31 * 86_400_000))
    const fresh = await Promise.all([1, 2, 3].map(() => rotating.deps.keyring.sign(claims, later)))
    const keys = await rotating.db.selectFrom('signing_keys').select(['kid', 'retired_at']).execute()
    expect(keys).toHaveLength(2)
    expect(keys.filter((key) => key.retired_at === null)).toHaveLength(1)
    expect(keys.find((key) => key.kid === before[0]?.kid)?.retired_at).not.toBeNull()
    rotating.setClock(later)
    for (const token of fresh)
      expect((await rotating.call({ ...person, token }, contract.readMyUser, {})).status).toBe(200)
    rotating.setClock(null)
    expect((await rotating.call({ ...person, token: old }, contract.readMyUser, {})).status).toBe(200)
    await rotating.db.deleteFrom('signing_keys').where('retired_at', 'is not', null).execute()
    rotating.setClock(new Date(Date.now() + 61_000))
    const gone = await rotating.call({ ...person, token: old }, contract.readMyUser, {})
    expect(gone.body.error).toBe('auth/id-token-invalid')
    await rotating.close()
  })
})
