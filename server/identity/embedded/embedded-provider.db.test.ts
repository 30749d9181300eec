import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { signIn, signInWithCustomToken } from '../../../contract/identity/identity.ts'
import { testApp, type Answer } from '../../testing/app.ts'
import { createUser } from '../identity.ts'
import { describeProvider } from '../provider-suite.ts'

describeProvider('embedded', async () => {
  const app = await testApp({ PUBLIC_URL: 'https://painel.example' })
  return {
    app,
    addAccount: (account) => createUser(app.db, account),
    signIn: async (email, password) => dataOf(await app.call(null, signIn, { body: { email, password } })),
    resume: async (customToken) =>
      dataOf(await app.call(null, signInWithCustomToken, { body: { customToken } })),
    disable: async (uid) => {
      await app.db.updateTable('users').set({ disabled_at: app.deps.now() }).where('uid', '=', uid).execute()
    },
    forged,
    nextMoment: () => Promise.resolve(),
  }
})

test('with the embedded provider the page may connect only to its own server', async () => {
  const app = await testApp()
  const { headers } = await app.fastify.inject('/')
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
  await app.close()
})

test('a reply to a call may load nothing, and carries its request id', async () => {
  const app = await testApp()
  const { headers } = await app.fastify.inject('/api/identity/provider')
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  })
  await app.close()
})

function dataOf<T extends typeof signIn | typeof signInWithCustomToken>(
  answer: Answer<T>,
): Answer<T>['data'] {
  if (answer.status === 200) return answer.data
  throw Object.assign(new Error(answer.body.error), { code: answer.body.error })
}

async function forged(good: { uid: string; idToken: string }) {
  const [header = '', payload = '', signature = ''] = good.idToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const protectedHeader = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const strange = await generateKeyPair('ES256')
  const stranger = (change: object) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'ES256', kid: protectedHeader.kid, typ: 'id+jwt' })
      .sign(strange.privateKey)
  return {
    'an unsigned token': new UnsecuredJWT(claims).encode(),
    'a token of another key': await stranger({}),
    'a token of another project': await stranger({
      iss: 'https://securetoken.google.com/outro',
      aud: 'outro',
    }),
    'a token for somebody else': `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'outra' })).toString('base64url')}.${signature}`,
    'a token that was cut': good.idToken.slice(0, -6),
  }
}
