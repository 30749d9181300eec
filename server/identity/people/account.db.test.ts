import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '../../../contract/identity/account.ts'
import {
  checkSession,
  getCustomToken,
  readMyUser,
  sessionLogin,
  signIn,
  signInWithCustomToken,
} from '../../../contract/identity/identity.ts'
import { readLink, redeemLink, requestPasswordReset } from '../../../contract/identity/links.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail } from '../../testing/mail.ts'
import { createUser } from '../identity.ts'

let app: TestApp
const password = 'Segura#Lua26'

beforeAll(async () => {
  app = await testApp({ ROOT_USER_IDS: 'suporte', ENCRYPTION_KEY: 'ab'.repeat(32) })
})
afterAll(() => app.close())

let accounts = 0
async function newAccount(uid?: string): Promise<{ email: string; uid: string }> {
  accounts += 1
  const email = `pessoa${accounts}@loja.example`
  return {
    email,
    uid: await createUser(app.db, { email, name: 'Pessoa', password, ...(uid ? { uid } : {}) }),
  }
}
async function enter(email: string, userAgent = 'x', code?: string): Promise<Person> {
  const answer = await app.call(
    null,
    signIn,
    { body: { email, password, ...(code ? { code } : {}) } },
    { headers: { 'user-agent': userAgent } },
  )
  return { uid: answer.data?.uid ?? '', sessionId: '', token: answer.data?.idToken ?? '' }
}
const mine = (person: Person) => app.call(person, readMyUser, {})
const sessions = async (person: Person) => (await app.call(person, account.readMySessions, {})).data.sessions

describe('own sessions', () => {
  test('are listed with the device and the last use, and ended one by one', async () => {
    const { email } = await newAccount()
    const phone = await enter(
      email,
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    )
    const desk = await enter(
      email,
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    )
    const listed = await sessions(desk)
    expect(Object.fromEntries(listed.map((one) => [one.device, one.current]))).toEqual({
      'Chrome no Android': false,
      'Edge no Windows': true,
    })
    const other = listed.find((one) => !one.current)?.id ?? ''
    expect((await app.call(desk, account.endMySession, { params: { sessionId: other } })).status).toBe(200)
    expect((await mine(phone)).body.error).toBe('auth/id-token-revoked')
    expect((await mine(desk)).status).toBe(200)
    const twice = await app.call(desk, account.endMySession, { params: { sessionId: other } })
    expect(twice.body.error).toBe('auth/session-not-found')
  })

  test('say where they were opened, and whether that is where the person is now', async () => {
    const { email } = await newAccount()
    const [there, here] = [await enter(email), await enter(email)]
    const before = await sessions(here)
    expect(before.map(({ samePlace }) => samePlace)).toEqual([true, true])
    const away = before.find(({ current }) => !current)?.id ?? ''
    await app.db.updateTable('sessions').set({ address: '203.0.113.7' }).where('id', '=', away).execute()
    const after = await sessions(here)
    expect(after.find(({ id }) => id === away)).toMatchObject({ address: '203.0.113.7', samePlace: false })
    expect((await sessions(there)).find(({ current }) => !current)?.samePlace).toBe(true)
  })

  test('of another person are not found', async () => {
    const [one, other] = [await newAccount(), await newAccount()]
    const [a, b] = [await enter(one.email), await enter(other.email)]
    const theirs = (await sessions(b))[0]?.id ?? ''
    const refused = await app.call(a, account.endMySession, { params: { sessionId: theirs } })
    expect(refused.body.error).toBe('auth/session-not-found')
    expect((await mine(b)).status).toBe(200)
  })

  test('can all be ended at once, including this one unless it is kept', async () => {
    const { email } = await newAccount()
    const [a, b] = [await enter(email), await enter(email)]
    expect((await app.call(a, account.endMySessions, { body: { keepThis: true } })).data.ended).toBe(1)
    expect([(await mine(a)).status, (await mine(b)).status]).toEqual([200, 401])
    await app.call(a, account.endMySessions, { body: { keepThis: false } })
    expect((await mine(a)).body.error).toBe('auth/id-token-revoked')
  })

  test('a disabled user is rejected on the next request', async () => {
    const { email, uid } = await newAccount()
    const person = await enter(email)
    await app.db.updateTable('users').set({ disabled_at: new Date() }).where('uid', '=', uid).execute()
    expect((await mine(person)).body.error).toBe('auth/id-token-revoked')
    expect((await enter(email)).token).toBe('')
  })
})

describe('changing the password', () => {
  test('requires the current one, ends the other sessions and sends a mail', async () => {
    const { email } = await newAccount()
    const [here, there] = [await enter(email), await enter(email)]
    const change = (currentPassword: string, newPassword: string) =>
      app.call(here, account.changePassword, { body: { currentPassword, newPassword } })
    expect((await change('Errada#Lua26', 'Girafa#Azul7')).body.error).toBe('auth/wrong-password')
    expect((await change(password, 'Senha@123')).body.error).toBe('auth/password-refused')
    expect((await mine(there)).status).toBe(200)
    expect((await change(password, 'Girafa#Azul7')).data.endedSessions).toBe(1)
    expect([(await mine(here)).status, (await mine(there)).status]).toEqual([200, 401])
    expect((await lastMail(app, email))?.subject).toContain('mudou')
    expect((await enter(email)).token).toBe('')
  })

  test('or ending all sessions ends every link that could set it again', async () => {
    for (const act of [
      (person: Person) =>
        app.call(person, account.changePassword, {
          body: { currentPassword: password, newPassword: 'Girafa#Azul7' },
        }),
      (person: Person) => app.call(person, account.endMySessions, { body: { keepThis: true } }),
    ]) {
      const { email } = await newAccount()
      const person = await enter(email)
      const continueUrl = `http://localhost:${app.deps.env.PORT}/reports/daily`
      await app.call(null, requestPasswordReset, { body: { email, continueUrl } })
      const token = (await lastMail(app, email))?.token ?? ''
      expect((await app.call(null, readLink, { body: { token } })).status).toBe(200)
      expect((await act(person)).status).toBe(200)
      const late = await app.call(null, redeemLink, { body: { token, password: 'Ladra#Lua99' } })
      expect([late.status, late.body.error]).toEqual([404, 'auth/link-invalid'])
    }
  })

  test('goes on with a new cookie: the older one resumes nothing', async () => {
    const { email } = await newAccount()
    const person = await enter(email)
    const login = await app.call(null, sessionLogin, { body: { idToken: person.token } })
    const before = login.data.sessionCookie
    const check = (sessionCookie: string) => app.call(null, checkSession, { body: { sessionCookie } })
    const custom = await app.call(null, getCustomToken, { body: { sessionCookie: before } })
    const changed = await app.call(person, account.changePassword, {
      body: { currentPassword: password, newPassword: 'Girafa#Azul7' },
    })
    const cookies = [changed.headers['set-cookie']].flat().map(String)
    const after = /^b-session=([^;]+);.*Max-Age=86\d{3}/.exec(
      cookies.find((one) => one.startsWith('b-session=')) ?? '',
    )?.[1]
    expect((await check(before)).status).toBe(401)
    expect((await check(after ?? '')).data.uid).toBe(person.uid)
    const { customToken } = custom.data
    const resumed = await app.call(null, signInWithCustomToken, { body: { customToken } })
    expect(resumed.body.error).toBe('auth/custom-token-invalid')
    expect((await mine(person)).status).toBe(200)
  })

  test('is throttled when the current one is guessed', async () => {
    const { email } = await newAccount()
    const person = await enter(email)
    const statuses = []
    for (let tries = 0; tries < 8; tries += 1) {
      const answer = await app.call(person, account.changePassword, {
        body: { currentPassword: `Errada#Lua${tries}`, newPassword: 'Girafa#Azul7' },
      })
      statuses.push(answer.status)
    }
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the second factor', () => {
  const codeAt = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

  async function turnOn(person: Person) {
    const started = await app.call(person, account.startSecondFactor, { body: { password } })
    const { secret } = started.data
    const on = await app.call(person, account.confirmSecondFactor, { body: { code: codeAt(secret) } })
    return { secret, started, recoveryCodes: on.data.recoveryCodes, on }
  }
  const tryCode = (email: string, code?: string) =>
    app.call(null, signIn, { body: { email, password, ...(code ? { code } : {}) } })

  test('is enabled by a valid code, and requested only after the correct password', async () => {
    const { email } = await newAccount()
    const person = await enter(email)
    const { secret, started, recoveryCodes } = await turnOn(person)
    expect(started.data.uri).toMatch(/^otpauth:\/\/totp\/Balc/)
    expect(recoveryCodes).toHaveLength(10)
    expect((await tryCode(email)).body.error).toBe('auth/second-factor-required')
    const wrong = await app.call(null, signIn, { body: { email, password: 'Errada#Lua26' } })
    expect(wrong.body.error).toBe('auth/invalid-credential')
    expect((await tryCode(email, '000000')).body.error).toBe('auth/second-factor-invalid')
    app.setClock(new Date(Date.now() + 30_000))
    expect((await tryCode(email, codeAt(secret, Date.now() + 30_000))).status).toBe(200)
    app.setClock(null)
    const stored = await app.db
      .selectFrom('users')
      .select('totp_secret')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(stored?.totp_secret).not.toContain(secret)
  })

  test('accepts a code or a recovery code once, even under concurrency', async () => {
    const { email } = await newAccount()
    const person = await enter(email)
    const { secret, recoveryCodes } = await turnOn(person)
    app.setClock(new Date(Date.now() + 60_000))
    const code = codeAt(secret, Date.now() + 60_000)
    const racing = await Promise.all([tryCode(email, code), tryCode(email, code), tryCode(email, code)])
    expect(racing.filter((answer) => answer.status === 200)).toHaveLength(1)
    const spare = recoveryCodes[0]?.toUpperCase() ?? ''
    expect((await tryCode(email, spare)).status).toBe(200)
    expect((await tryCode(email, spare)).body.error).toBe('auth/second-factor-invalid')
    app.setClock(null)
    const state = await app.call(person, account.readSecondFactor, {})
    expect(state.data).toMatchObject({ enabled: true, recoveryCodesLeft: 9, required: false })
  })

  test('requires the password to set up, and password and code to remove', async () => {
    const { email } = await newAccount()
    const person = await enter(email)
    const refused = await app.call(person, account.startSecondFactor, { body: { password: 'Errada#Lua26' } })
    expect(refused.body.error).toBe('auth/wrong-password')
    const { recoveryCodes } = await turnOn(person)
    const again = await app.call(person, account.startSecondFactor, { body: { password } })
    expect(again.body.error).toBe('auth/second-factor-on')
    const remove = (code: string) =>
      app.call(person, account.removeSecondFactor, { body: { password, code } })
    expect((await remove('000000')).body.error).toBe('auth/second-factor-invalid')
    expect((await remove(recoveryCodes[1] ?? '')).status).toBe(200)
    expect((await tryCode(email)).status).toBe(200)
  })

  test('is mandatory for support, which opens no store without it', async () => {
    const storeId = await app.addStore()
    const { email, uid } = await newAccount('suporte')
    const person = await enter(email)
    expect((await app.call(person, readMyUser, {})).data).toMatchObject({
      isRoot: false,
      secondFactorMissing: true,
    })
    const { recoveryCodes } = await turnOn(person)
    expect((await app.call(person, readMyUser, {})).data).toMatchObject({
      isRoot: true,
      secondFactorMissing: false,
    })
    const remove = await app.call(person, account.removeSecondFactor, {
      body: { password, code: recoveryCodes[0] ?? '' },
    })
    expect(remove.body.error).toBe('auth/second-factor-needed-by-role')
    expect([uid, storeId]).toHaveLength(2)
  })
})

test('a session cookie is not accepted as an id token, nor an id token as a cookie', async () => {
  const { email } = await newAccount()
  const person = await enter(email)
  const login = await app.call(null, sessionLogin, { body: { idToken: person.token } })
  const asToken = await mine({ ...person, token: login.data.sessionCookie })
  expect(asToken.body.error).toBe('auth/id-token-invalid')
  const asCookie = await app.call(null, sessionLogin, { body: { idToken: login.data.sessionCookie } })
  expect(asCookie.body.error).toBe('auth/id-token-invalid')
})
