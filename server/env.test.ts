import { expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'

const production = {
  NODE_ENV: 'production',
  DEMO: 'off',
  DATABASE_URL: 'postgres://a:b@db/balcao',
  PUBLIC_URL: 'https://painel.example',
  ENCRYPTION_KEY: 'ab'.repeat(32),
  APP_ID: 'id',
  APP_TOKEN: 'token',
  ROOT_USER_IDS: 'one,two',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Balcão <nao-responda@painel.example>',
}

test('without any variable the defaults suit development', () => {
  expect(readEnvironment({})).toMatchObject({
    PORT: 3000,
    DEMO: true,
    ROLE: 'all',
    IFOOD_POLL_SECONDS: 30,
    ROOT_USER_IDS: [],
  })
})

test('a complete production environment is accepted', () => {
  expect(readEnvironment(production).ROOT_USER_IDS).toEqual(['one', 'two'])
})

test('the hosted provider is accepted in production with its project and key, and never with an emulator', () => {
  const hosted = {
    ...production,
    IDENTITY_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: 'balcao',
    FIREBASE_API_KEY: 'chave',
  }
  expect(readEnvironment(hosted).IDENTITY_PROVIDER).toBe('firebase')
  // Any such variable, because the SDK reads the process's environment directly.
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_EMULATOR_HUB', 'PUBSUB_EMULATOR_HOST'])
    expect(() => readEnvironment({ ...hosted, [name]: '127.0.0.1:9099' })).toThrow(name)
})

test.each([
  ['DEMO', { DEMO: 'on' }],
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: undefined }],
  ['ROOT_USER_IDS', { ROOT_USER_IDS: undefined }],
  ['FIREBASE_AUTH_EMULATOR_HOST', { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }],
  ['PORT', { PORT: 'abc' }],
  ['ROLE', { ROLE: 'chef' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['IDENTITY_PROVIDER', { IDENTITY_PROVIDER: 'firebase' }],
  ['IFOOD_BASE_URL', { IFOOD_BASE_URL: 'https://ifood.example' }],
])('production refuses to start over %s, and names it', (name, change) => {
  const start = () => readEnvironment({ ...production, ...change })
  expect(start).toThrow(EnvironmentError)
  expect(start).toThrow(name)
})
