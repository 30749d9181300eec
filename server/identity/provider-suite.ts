import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../contract/shared/durations.ts'
import { changePassword, readMySessions } from '../../contract/identity/account.ts'
import { createAccount, redeemLink, requestPasswordReset } from '../../contract/identity/links.ts'
import {
  checkSession,
  getCustomToken,
  readMyUser,
  revokeSession,
  sessionLogin,
} from '../../contract/identity/identity.ts'
import { readMailbox } from '../../contract/mail/mailbox.ts'
import type { TestApp } from '../testing/app.ts'

interface Signed {
  readonly uid: string
  readonly idToken: string
}

/** What differs between the providers: the browser's side of signing in, and the accounts. */
export interface ProviderUnderTest {
  readonly app: TestApp
  /** Creates an account with a verified address and returns its uid. */
  addAccount(account: { email: string; name: string; password: string }): Promise<string>
  /** Throws an error with the contract's code. */
  signIn(email: string, password: string): Promise<Signed>
  resume(customToken: string): Promise<Signed>
  disable(uid: string): Promise<void>
  /** Tokens that look valid but are not, with a description. */
  forged(good: Signed): Promise<Readonly<Record<string, string>>>
  /** For tokens with times in whole seconds: waits for the next second. */
  nextMoment(): Promise<void>
}

const password = 'Segura#2026'
const otherPassword = 'Melhor#2027'

/** Tests that every provider must pass, through the calls of the real app. */
export function describeProvider(name: string, setUp: () => Promise<ProviderUnderTest>): void {
  describe(`with the ${name} provider`, () => {
    let provider: ProviderUnderTest
    let app: TestApp
    let accounts = 0

    beforeAll(async () => {
      provider = await setUp()
      app = provider.app
    })
    afterAll(() => app.close())

    const newAddress = () => `pessoa-${(accounts += 1)}-${Date.now()}@loja.example`
    const newPerson = async () => {
      const email = newAddress()
      const uid = await provider.addAccount({ email, name: 'Dona', password })
      return { uid, email }
    }
    const mine = ({ uid, idToken }: Signed) =>
      app.call({ uid, sessionId: '', token: idToken }, readMyUser, {})
    const login = ({ idToken }: { idToken: string }) => app.call(null, sessionLogin, { body: { idToken } })
    const customTokenOf = (sessionCookie: string) =>
      app.call(null, getCustomToken, { body: { sessionCookie } })
    const resumed = async (cookie: string) => provider.resume((await customTokenOf(cookie)).data.customToken)
    const open = async (email: string, secret = password) => {
      const signed = await provider.signIn(email, secret)
      return { ...signed, cookie: (await login(signed)).data.sessionCookie }
    }
    const sessionsOf = async ({ uid, idToken }: Signed) =>
      (await app.call({ uid, sessionId: '', token: idToken }, readMySessions, {})).data.sessions
    const linkOf = async (email: string) => {
      const { messages } = (await app.call(null, readMailbox, {})).data
      const mail = messages.find((message) => message.recipient === email)
      return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    }

    test('the correct password signs in', async () => {
      const { uid, email } = await newPerson()
      const answer = await mine(await provider.signIn(email, password))
      expect(answer.data).toMatchObject({ uid, email, name: 'Dona' })
    })

    test('a wrong password and an unknown address get the same error', async () => {
      const { email } = await newPerson()
      const refusal = { code: 'auth/invalid-credential' }
      await expect(provider.signIn(email, otherPassword)).rejects.toMatchObject(refusal)
      await expect(provider.signIn(newAddress(), password)).rejects.toMatchObject(refusal)
    })

    test('a sign-in becomes a session with a cookie that scripts cannot read', async () => {
      const { uid, email } = await newPerson()
      const answer = await login(await provider.signIn(email, password))
      const cookie = String(answer.headers['set-cookie'])
      for (const part of ['b-session=', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(part)
      const { sessionCookie } = answer.data
      const checked = await app.call(null, checkSession, { body: { sessionCookie } })
      expect(checked.data.uid).toBe(uid)
    })

    test('a sign-in older than five minutes cannot become a session', async () => {
      const { email } = await newPerson()
      const signed = await provider.signIn(email, password)
      app.setClock(new Date(Date.now() + 301_000))
      const late = await login(signed)
      app.setClock(null)
      expect([late.status, late.body.error]).toEqual([401, 'auth/recent-sign-in-required'])
    })

    test('the cookie resumes the same session without extending it', async () => {
      const { email } = await newPerson()
      const first = await open(email)
      await provider.nextMoment()
      const again = await resumed(first.cookie)
      expect(again.uid).toBe(first.uid)
      const sessions = await sessionsOf(again)
      expect(sessions).toHaveLength(1)
      expect(sessions).toEqual(await sessionsOf(first))
      expect(sessions[0]?.current).toBe(true)
      app.setClock(new Date(Date.now() + 301_000))
      expect((await login(again)).body.error).toBe('auth/recent-sign-in-required')
      app.setClock(null)
    })

    test('a session ends 86,400 seconds after the sign-in, however often it is resumed', async () => {
      const { email } = await newPerson()
      const { cookie, ...signed } = await open(email)
      const [session] = await sessionsOf(signed)
      const end = Date.parse(session?.expiresAt ?? '')
      expect(end - Date.parse(session?.signedInAt ?? '')).toBe(dayMs)
      expect(Math.abs(end - Date.now() - dayMs)).toBeLessThan(20_000)
      app.setClock(new Date(end - 5_000))
      const late = await resumed(cookie)
      expect((await mine(late)).status).toBe(200)
      app.setClock(new Date(end + 1_000))
      expect((await mine(late)).body.error).toBe('auth/id-token-revoked')
      expect((await customTokenOf(cookie)).status).toBe(401)
      app.setClock(null)
    })

    test('a revoked session is rejected on the next call, and the other one stays valid', async () => {
      const { email } = await newPerson()
      const ended = await open(email)
      await provider.nextMoment()
      const other = await open(email)
      await app.call(null, revokeSession, { body: { sessionCookie: ended.cookie } })
      expect((await mine(ended)).body.error).toBe('auth/id-token-revoked')
      expect((await login(ended)).body.error).toBe('auth/id-token-revoked')
      expect((await customTokenOf(ended.cookie)).status).toBe(401)
      expect((await mine(other)).status).toBe(200)
    })

    test('a token resumed before its session ended is rejected as well', async () => {
      const { email } = await newPerson()
      const { cookie } = await open(email)
      const again = await resumed(cookie)
      await app.call(null, revokeSession, { body: { sessionCookie: cookie } })
      expect((await mine(again)).body.error).toBe('auth/id-token-revoked')
    })

    test('a new password ends the other sessions; the one that set it continues by its new cookie', async () => {
      const { uid, email } = await newPerson()
      const old = await open(email)
      await provider.nextMoment()
      const current = await open(email)
      await provider.nextMoment()
      const change = (currentPassword: string) =>
        app.call({ uid, sessionId: '', token: current.idToken }, changePassword, {
          body: { currentPassword, newPassword: otherPassword },
        })
      expect((await change('Errada#2026')).body.error).toBe('auth/wrong-password')
      const changed = await change(password)
      expect(changed.data.endedSessions).toBe(1)
      const cookies = [changed.headers['set-cookie']].flat().map(String)
      const cookie = /b-session=([^;]+)/.exec(cookies.find((one) => one.startsWith('b-session=')) ?? '')?.[1]
      expect((await mine(old)).body.error).toBe('auth/id-token-revoked')
      expect((await customTokenOf(old.cookie)).status).toBe(401)
      expect((await customTokenOf(current.cookie)).status).toBe(401)
      expect((await mine(await resumed(cookie ?? ''))).status).toBe(200)
      await expect(provider.signIn(email, password)).rejects.toMatchObject({
        code: 'auth/invalid-credential',
      })
    })

    test('a disabled account is rejected at once: token, cookie and password', async () => {
      const { uid, email } = await newPerson()
      const signed = await open(email)
      await provider.disable(uid)
      expect((await mine(signed)).body.error).toBe('auth/id-token-revoked')
      const custom = await customTokenOf(signed.cookie)
      expect([custom.status, custom.body.error]).toEqual([401, 'auth/id-token-revoked'])
      await expect(provider.signIn(email, password)).rejects.toMatchObject({
        code: 'auth/invalid-credential',
      })
    })

    test('any other text as token gets 401, never a server error', async () => {
      const { email } = await newPerson()
      const signed = await open(email)
      const [header = '', payload = ''] = signed.idToken.split('.')
      const tokens: Readonly<Record<string, string>> = {
        ...(await provider.forged(signed)),
        'the session cookie': signed.cookie,
        'a custom token': (await customTokenOf(signed.cookie)).data.customToken,
        garbage: 'garbage',
        dots: '..',
        'two parts': `${header}.${payload}`,
        'a payload that is no JSON': `${header}.bm90LWpzb24.`,
        'a payload that is null': `${header}.bnVsbA.`,
        'a very long text': 'x'.repeat(7_000),
      }
      for (const [what, idToken] of Object.entries(tokens)) {
        const answers = [await mine({ ...signed, idToken }), await login({ idToken })]
        expect([what, ...answers.map((answer) => `${answer.status} ${answer.body.error ?? ''}`)]).toEqual([
          what,
          '401 auth/id-token-invalid',
          '401 auth/id-token-invalid',
        ])
      }
    })

    test('a sign-up by link creates an account that can sign in', async () => {
      const email = newAddress()
      await app.call(null, createAccount, { body: { email, name: 'Nova' } })
      const redeemed = await app.call(null, redeemLink, {
        body: { token: await linkOf(email), name: 'Nova Dona', password },
      })
      expect(redeemed.data.email).toBe(email)
      const answer = await mine(await provider.signIn(email, password))
      expect(answer.data).toMatchObject({ email, name: 'Nova Dona' })
    })

    test('a reset by link sets a new password and ends every session', async () => {
      const { email } = await newPerson()
      const before = await open(email)
      await app.call(null, requestPasswordReset, { body: { email, continueUrl: 'https://painel.example/' } })
      await provider.nextMoment()
      const redeemed = await app.call(null, redeemLink, {
        body: { token: await linkOf(email), password: otherPassword },
      })
      expect(redeemed.status).toBe(200)
      expect((await mine(before)).body.error).toBe('auth/id-token-revoked')
      await expect(provider.signIn(email, password)).rejects.toMatchObject({
        code: 'auth/invalid-credential',
      })
      expect((await mine(await open(email, otherPassword))).status).toBe(200)
    })
  })
}
