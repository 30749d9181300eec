import { expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'

const production = {
  NODE_ENV: 'production',
  DEMO: 'off',
  DATABASE_URL: 'postgres://a:b@db/balcao',
  PUBLIC_URL: 'https://painel.example',
  ENCRYPTION_KEY: '3b9f5c0de1a78246f0b7719d54ce3a8812f6049bd7ca3350e86b91fd27a4c86e',
  ROOT_USER_IDS: 'one,two',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Balcão <nao-responda@painel.example>',
  DPO_EMAIL: 'encarregado@painel.example',
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
  ['DPO_EMAIL', { DPO_EMAIL: undefined }],
  ['DPO_EMAIL', { DPO_EMAIL: 'encarregado' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://painel.example' }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: '0'.repeat(64) }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: '0123456789abcdef'.repeat(4) }],
  ['ROOT_USER_IDS', { ROOT_USER_IDS: ',' }],
  ['ROOT_USER_IDS', { ROOT_USER_IDS: 'one' }],
  ['ROOT_USER_IDS', { ROOT_USER_IDS: 'one, one' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: 'com', PUBLIC_URL: 'https://painel.com' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: 'com.br', PUBLIC_URL: 'https://painel.com.br' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: '.herokuapp.com', PUBLIC_URL: 'https://painel.herokuapp.com' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: 'ainel.example' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: 'outra.example' }],
  ['COOKIE_DOMAIN', { COOKIE_DOMAIN: 'painel.example; Path=/x' }],
  ['TRUST_PROXIES', { TRUST_PROXIES: '1' }],
  ['ENCRYPTION_KEYS', { ENCRYPTION_KEYS: 'x' }],
  ['PORT', { PORT: 'abc' }],
  ['ROLE', { ROLE: 'chef' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['IDENTITY_PROVIDER', { IDENTITY_PROVIDER: 'firebase' }],
  ['IFOOD_BASE_URL', { IFOOD_BASE_URL: 'https://ifood.example' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://mapa.example/{z}/{x}.png' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://mapa.example/{z}/{x}/{y}.png; script-src *' }],
  ['MENU_IMPORT_ORIGINS', { MENU_IMPORT_ORIGINS: 'http://127.0.0.1:4010' }],
])('production refuses to start over %s, and names it', (name, change) => {
  const start = () => readEnvironment({ ...production, ...change })
  expect(start).toThrow(EnvironmentError)
  expect(start).toThrow(name)
})

test.each([
  ['https://painel.balcao.com.br', 'balcao.com.br'],
  ['https://painel.balcao.com.br', '.balcao.com.br'],
  ['https://painel.balcao.com.br', 'painel.balcao.com.br'],
])('production at %s shares its session in %s', (PUBLIC_URL, COOKIE_DOMAIN) => {
  expect(readEnvironment({ ...production, PUBLIC_URL, COOKIE_DOMAIN }).COOKIE_DOMAIN).toBe(
    COOKIE_DOMAIN.replace(/^\./, ''),
  )
})

test('production accepts what others leave in the environment', () => {
  const others = {
    PATH: '/bin',
    npm_config_user_agent: 'npm',
    APP_ID: 'x',
    DATABASE_READ_URL: 'x',
    HOME: '/',
  }
  expect(() => readEnvironment({ ...production, ...others })).not.toThrow()
})
