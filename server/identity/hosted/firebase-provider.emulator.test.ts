import { getApps } from 'firebase-admin/app'
import { getAuth, type Auth } from 'firebase-admin/auth'
import { expect, test } from 'vitest'
import { readIdentityProvider, signIn, signInWithCustomToken } from '../../../contract/identity/identity.ts'
import { firebaseCredentials } from '../../../web/identity/firebase-credentials.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { describeProvider } from '../provider-suite.ts'

/** Set by scripts/test-firebase.ts for this process; the SDK reads it itself. */
const emulator = process.env.FIREBASE_AUTH_EMULATOR_HOST ?? ''
if (emulator === '')
  throw new Error('Run these by `npm test -- --only=firebase`: they need the Auth emulator.')

const environment = {
  PUBLIC_URL: 'https://painel.example',
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-balcao',
  FIREBASE_API_KEY: 'demo',
  FIREBASE_AUTH_EMULATOR_HOST: emulator,
}

// The browser's side is the panel's own file over the official SDK.
const browser = firebaseCredentials({
  apiKey: 'demo',
  authDomain: 'demo-balcao.firebaseapp.com',
  projectId: 'demo-balcao',
  emulatorUrl: `http://${emulator}`,
})

describeProvider('firebase', async () => {
  const app = await testApp(environment)
  return {
    app,
    addAccount: async ({ email, name, password }) => {
      const user = await admin().createUser({ email, displayName: name, password, emailVerified: true })
      return user.uid
    },
    signIn: (email, password) => browser.signIn(email, password, undefined),
    resume: (customToken) => browser.resume(customToken),
    disable: async (uid) => {
      await admin().updateUser(uid, { disabled: true })
    },
    forged: async (good) => ({
      // The emulator issues and accepts unsigned tokens; firebase-provider.test.ts rejects them.
      'a token of another project': changed(good.idToken, {
        aud: 'outro',
        iss: 'https://securetoken.google.com/outro',
      }),
      'a token for nobody': changed(good.idToken, { sub: '' }),
      'a session that is no id': changed(good.idToken, { balcao_sid: '1 or 1=1' }),
      'the session cookie of Firebase': await admin().createSessionCookie(good.idToken, {
        expiresIn: 3_600_000,
      }),
    }),
    // The provider compares whole seconds, and the emulator reads the machine's clock.
    nextMoment: async () => {
      const before = second()
      await until(() => second() > before)
    },
  }
})

const withApp = async (work: (app: TestApp) => Promise<void>) => {
  const app = await testApp(environment)
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

test('our own sign-in calls refer to the hosted provider, and the panel learns which one it is', () =>
  withApp(async (app) => {
    const body = { email: 'dona@loja.example', password: 'Segura#2026' }
    expect((await app.call(null, signIn, { body })).body.error).toBe('auth/provider-decides')
    const custom = await app.call(null, signInWithCustomToken, { body: { customToken: 'x' } })
    expect([custom.status, custom.body.error]).toEqual([422, 'auth/provider-decides'])
    const setup = await app.call(null, readIdentityProvider, {})
    expect(setup.data).toMatchObject({
      provider: 'firebase',
      firebase: { emulatorUrl: `http://${emulator}` },
    })
    const { headers } = await app.fastify.inject('/')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' http://${emulator};`)
  }))

test('a forged custom token signs nobody in', async () => {
  await expect(browser.resume('made-up')).rejects.toMatchObject({ code: 'auth/custom-token-invalid' })
})

const second = () => Math.floor(Date.now() / 1_000)

/** The app that the provider under test created in this process. */
function admin(): Auth {
  const app = getApps().find(({ name }) => name === 'balcao')
  if (!app) throw new Error('The provider has made no app.')
  return getAuth(app)
}

function changed(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const before = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const after = Buffer.from(JSON.stringify({ ...before, ...claims })).toString('base64url')
  return `${header}.${after}.${signature}`
}
