import { Agent } from 'node:https'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { describe, expect, test } from 'vitest'
import { firebaseProviderOver, type HostedAuth } from './firebase-provider.ts'

/**
 * Covers what the emulator cannot: its tokens are unsigned, and it always checks for revocation. So these tests
 * inspect the arguments and build the SDK's errors by hand.
 */
const sessionId = '0190a000-0000-7000-8000-000000000001'
const now = new Date()
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'dona' })}.assinatura`
const toolkit = { uidOfPassword: () => Promise.resolve<string | null>('dona') }

const decoded = (claims: object = {}) => ({
  uid: 'dona',
  auth_time: 1_790_000_000,
  email: 'Dona@Loja.example',
  email_verified: true,
  name: 'Dona',
  phone_number: '+5511999990000',
  firebase: { identities: {}, sign_in_provider: 'password' },
  ...claims,
})

/** Returns the configured answers and records the calls. */
function provider(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: unknown[][] = []
  const auth = new Proxy(
    {},
    {
      get:
        (_target, name: string) =>
        (...given: unknown[]) => {
          asked.push([name, ...given])
          const answer = answers[name]
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
        },
    },
  ) as HostedAuth
  return { asked, door: firebaseProviderOver(auth, toolkit) }
}

const sdkError = (code: string, message = code) => Object.assign(new Error(message), { code })
const verifying = (answer: unknown) => provider({ verifyIdToken: answer }).door.verify(token, now)

describe('a token of the hosted provider', () => {
  test('is always checked for revocation', async () => {
    const { door, asked } = provider({ verifyIdToken: decoded() })
    await door.verify(token, now)
    expect(asked).toEqual([['verifyIdToken', token, true]])
  })

  test('contains who signed in and when, and no session of ours after a sign-in by password', async () => {
    expect(await verifying(decoded())).toEqual({
      uid: 'dona',
      sessionId: null,
      version: null,
      signedInAt: new Date(1_790_000_000_000),
      secondFactor: false,
      profile: { email: 'dona@loja.example', name: 'Dona', phoneNumber: '+5511999990000' },
    })
  })

  test('contains whether a second factor was used', async () => {
    const claims = { firebase: { sign_in_provider: 'password', sign_in_second_factor: 'totp' } }
    expect((await verifying(decoded(claims))).secondFactor).toBe(true)
  })

  test('issued for our custom token contains the session', async () => {
    expect((await verifying(decoded({ balcao_sid: sessionId }))).sessionId).toBe(sessionId)
  })

  test.each([
    ['without an e-mail', { email: undefined }],
    ['with an unverified address', { email_verified: false }],
    ['with a session that is not a uuid', { balcao_sid: "x' or 1=1" }],
    ['with a session that is not a string', { balcao_sid: 7 }],
    ['with a user id that cannot be stored', { uid: 'a/b' }],
  ])('%s is rejected', async (_what, claims) => {
    await expect(verifying(decoded(claims))).rejects.toMatchObject({ code: 'auth/id-token-invalid' })
  })

  test.each([
    '',
    'olá',
    'a.b.c',
    `${part({})}.${part({})}`,
    `${part({})}.${part(null)}.x`,
    `${part([])}.${part({})}.x`,
    `${token}.more`,
    `${token}\u0000`,
  ])('that is malformed (%j) is rejected without calling the SDK', async (text) => {
    const { door, asked } = provider()
    await expect(door.verify(text, now)).rejects.toMatchObject({ code: 'auth/id-token-invalid' })
    expect(asked).toEqual([])
  })

  test.each([
    ['auth/id-token-expired', 'auth/id-token-expired'],
    ['auth/id-token-revoked', 'auth/id-token-revoked'],
    ['auth/user-disabled', 'auth/id-token-revoked'],
    ['auth/user-not-found', 'auth/id-token-revoked'],
    ['auth/argument-error', 'auth/id-token-invalid'],
    ['app/network-error', 'server/overloaded'],
    ['app/network-timeout', 'server/overloaded'],
    ['app/invalid-credential', 'server/overloaded'],
    ['auth/internal-error', 'server/overloaded'],
    ['auth/quota-exceeded', 'server/overloaded'],
  ])('rejected by the SDK with %s maps to %s', async (theirs, ours) => {
    await expect(verifying(sdkError(theirs))).rejects.toMatchObject({ code: ours })
  })

  test('is not rejected because of a misconfiguration, which is an internal error', async () => {
    await expect(verifying(sdkError('auth/insufficient-permission'))).rejects.toMatchObject({
      code: 'auth/insufficient-permission',
    })
  })
})

describe('the real SDK without a network', () => {
  // Every connection fails at once, as without network.
  const httpAgent = new Agent({
    lookup: (_host, _options, done) => done(sdkError('ENOTFOUND', 'no internet'), ''),
  })

  test('signs nobody out: a token that cannot be verified returns 503, not 401', async () => {
    const app = initializeApp({ projectId: 'balcao-prova', httpAgent }, 'offline')
    const door = firebaseProviderOver(getAuth(app), toolkit)
    const header = part({ alg: 'RS256', kid: 'k', typ: 'JWT' })
    const payload = part({
      aud: 'balcao-prova',
      iss: 'https://securetoken.google.com/balcao-prova',
      sub: 'dona',
      auth_time: 1,
    })
    await expect(door.verify(`${header}.${payload}.assinatura`, now)).rejects.toMatchObject({
      code: 'server/overloaded',
    })
    await deleteApp(app)
  })

  test.each([
    ['unsigned', { alg: 'none' }, {}],
    ['signed with a shared secret', { alg: 'HS256', kid: 'k' }, {}],
    ['of another project', {}, { aud: 'outro', iss: 'https://securetoken.google.com/outro' }],
    ['a session cookie', {}, { iss: 'https://session.firebase.google.com/balcao-prova' }],
    [
      'a custom token',
      { kid: undefined },
      {
        aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
        iss: 'conta@balcao-prova.iam.gserviceaccount.com',
      },
    ],
    ['of nobody', {}, { sub: '' }],
  ])('rejects a token that is %s before it fetches any key', async (_what, header, payload) => {
    const app = initializeApp({ projectId: 'balcao-prova', httpAgent }, 'offline')
    const door = firebaseProviderOver(getAuth(app), toolkit)
    const claims = {
      aud: 'balcao-prova',
      iss: 'https://securetoken.google.com/balcao-prova',
      sub: 'dona',
      exp: 9_999_999_999,
    }
    const spoilt = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT', ...header })}.${part({ ...claims, ...payload })}.x`
    await expect(door.verify(spoilt, now)).rejects.toMatchObject({ code: 'auth/id-token-invalid' })
    await deleteApp(app)
  })
})

describe('a custom token', () => {
  test('contains the session and is created only for an existing, enabled account', async () => {
    const { door, asked } = provider({ getUser: { uid: 'dona', disabled: false }, createCustomToken: 'ct' })
    expect(await door.customToken({ uid: 'dona', sessionId }, now)).toBe('ct')
    expect(asked).toEqual([
      ['getUser', 'dona'],
      ['createCustomToken', 'dona', { balcao_sid: sessionId }],
    ])
  })

  test.each([
    ['disabled', { uid: 'dona', disabled: true }],
    ['gone', sdkError('auth/user-not-found')],
  ])('is rejected if the account is %s', async (_what, getUser) => {
    const { door, asked } = provider({ getUser })
    await expect(door.customToken({ uid: 'dona', sessionId }, now)).rejects.toMatchObject({
      code: 'auth/id-token-revoked',
    })
    expect(asked).toHaveLength(1)
  })
})

describe('an account', () => {
  test('of an unknown address is null; a failed lookup is an error', async () => {
    expect(
      await provider({ getUserByEmail: sdkError('auth/user-not-found') }).door.findByEmail('x@y.example'),
    ).toBeNull()
    await expect(
      provider({ getUserByEmail: sdkError('app/network-error') }).door.findByEmail('x@y.example'),
    ).rejects.toMatchObject({ code: 'server/overloaded' })
  })

  test('is created with a verified address', async () => {
    const { door, asked } = provider({ createUser: { uid: 'nova' } })
    await door.createUser({ uid: 'nova', email: 'a@b.example', name: 'Nova', password: 'Segura#2026' })
    const account = {
      email: 'a@b.example',
      displayName: 'Nova',
      password: 'Segura#2026',
      emailVerified: true,
    }
    expect(asked).toEqual([['createUser', { uid: 'nova', ...account }]])
  })

  test('left over by an interrupted attempt is brought to the same state', async () => {
    const { door, asked } = provider({ createUser: sdkError('auth/uid-already-exists') })
    await door.createUser({ uid: 'nova', email: 'a@b.example', name: 'Nova', password: 'Segura#2026' })
    expect(asked[1]).toEqual([
      'updateUser',
      'nova',
      { email: 'a@b.example', displayName: 'Nova', password: 'Segura#2026', emailVerified: true },
    ])
  })

  test('gets no password that the project’s policy rejects', async () => {
    const weak = sdkError('auth/password-does-not-meet-requirements')
    const { door } = provider({ createUser: weak, updateUser: weak })
    await expect(
      door.createUser({ uid: 'n', email: 'a@b.example', name: 'N', password: 'x' }),
    ).rejects.toMatchObject({
      code: 'auth/password-refused',
    })
    await expect(door.setPassword('dona', 'x')).rejects.toMatchObject({ code: 'auth/password-refused' })
  })

  test('verifies its password only for its own uid', async () => {
    const { door } = provider()
    expect(await door.passwordMatches('dona', 'a@b.example', 'x')).toBe(true)
    expect(await door.passwordMatches('outra', 'a@b.example', 'x')).toBe(false)
  })
})
