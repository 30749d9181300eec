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

const random = '7f3c0b9e51d84a26c8e1f09b2d7a6543'

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
  ['PUBLIC_URL', { PUBLIC_URL: 'HTTP://painel.example' }],
  ['META_GRAPH_URL', { META_GRAPH_URL: 'ftp://graph.example' }],
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
  ['COOKIE_DOMAIN', { PUBLIC_URL: 'https://painel.balcao.com.br' }],
  ['COOKIE_DOMAIN', { PUBLIC_URL: 'https://www.balcao.app' }],
  ['APP_ID', { APP_ID: 'balcao web', APP_TOKEN: 'publica' }],
  ['APP_ID e APP_TOKEN', { APP_TOKEN: 'publica' }],
  ['APP_PAIR_SINCE', { APP_ID_BEFORE: 'balcao-web', APP_TOKEN_BEFORE: 'balcao-web-public' }],
  ['APP_PAIR_SINCE', { APP_PAIR_SINCE: 'ontem' }],
  ['TRUST_PROXIES', { TRUST_PROXIES: '1' }],
  ['ENCRYPTION_KEYS', { ENCRYPTION_KEYS: 'x' }],
  ['PORT', { PORT: 'abc' }],
  ['ROLE', { ROLE: 'chef' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example' }],
  ['IDENTITY_PROVIDER', { IDENTITY_PROVIDER: 'firebase' }],
  ['IFOOD_BASE_URL', { IFOOD_BASE_URL: 'https://ifood.example' }],
  ['GEOCODER_URL', { GEOCODER_URL: 'nominatim.example/search' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://mapa.example/{z}/{x}.png' }],
  ['MAP_TILES_URL', { MAP_TILES_URL: 'https://mapa.example/{z}/{x}/{y}.png; script-src *' }],
  ['MENU_IMPORT_ORIGINS', { MENU_IMPORT_ORIGINS: 'http://127.0.0.1:4010' }],
  ['CALL_LIMIT_FACTOR', { CALL_LIMIT_FACTOR: '1000' }],
  ['CALL_LIMIT_FACTOR', { CALL_LIMIT_FACTOR: '11' }],
  // One after the other, upwards and downwards.
  [
    'ENCRYPTION_KEY',
    { ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex') },
  ],
  [
    'ENCRYPTION_KEY',
    { ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => 250 - 3 * at)).toString('hex') },
  ],
  ['IFOOD_HOMOLOGATION', { IFOOD_HOMOLOGATION: 'on' }],
  ['OPERATOR_TOKEN', { OPERATOR_TOKEN: 'a'.repeat(32) }],
  ['OPERATOR_TOKEN', { OPERATOR_TOKEN: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
  ['OPERATOR_TOKEN', { OPERATOR_TOKEN: 'balcao'.repeat(6) }],
  ['WHATSAPP_APP_SECRET', { WHATSAPP_APP_SECRET: 'x', WHATSAPP_VERIFY_TOKEN: random }],
  ['WHATSAPP_VERIFY_TOKEN', { WHATSAPP_APP_SECRET: random, WHATSAPP_VERIFY_TOKEN: '12345678' }],
  ['EVOLUTION_API_KEY', { EVOLUTION_BASE_URL: 'https://evolution.example', EVOLUTION_API_KEY: 'senha' }],
  [
    'IFOOD_CLIENT_SECRET',
    { IFOOD_BASE_URL: 'https://ifood.example', IFOOD_CLIENT_ID: 'x', IFOOD_CLIENT_SECRET: '0'.repeat(40) },
  ],
  ['IFOOD_CODE_CLIENT_SECRET', { IFOOD_CODE_CLIENT_ID: 'x', IFOOD_CODE_CLIENT_SECRET: 'x' }],
])('production refuses to start over %s, and names it', (name, change) => {
  const start = () => readEnvironment({ ...production, ...change })
  expect(start).toThrow(EnvironmentError)
  expect(start).toThrow(name)
})

test('production speaks to every partner over https only', () => {
  const partners = Object.keys(readEnvironment(production)).concat(
    'IFOOD_BASE_URL',
    'KEETA_BASE_URL',
    'AIQFOME_BASE_URL',
    'AIQFOME_REDIRECT_URL',
    'EVOLUTION_BASE_URL',
    'GEOCODER_URL',
    'MAP_TILES_URL',
  )
  const urls = [...new Set(partners)].filter(
    (name) => name.endsWith('_URL') && !/^(DATABASE|SMTP)_/.test(name),
  )
  expect(urls.toSorted()).toEqual([
    'AIQFOME_BASE_URL',
    'AIQFOME_LOGIN_URL',
    'AIQFOME_REDIRECT_URL',
    'AIQFOME_STORES_URL',
    'CEP_URL',
    'EVOLUTION_BASE_URL',
    'GEOCODER_URL',
    'IFOOD_BASE_URL',
    'IFOOD_PORTAL_URL',
    'KEETA_BASE_URL',
    'MAP_TILES_URL',
    'META_GRAPH_URL',
    'PUBLIC_URL',
    'WHATSAPP_BASE_URL',
  ])
  for (const name of urls) {
    const open = { ...production, [name]: 'http://parceiro.example/{cep}{z}{x}{y}' }
    expect(() => readEnvironment(open), name).toThrow(new RegExp(`${name}: .*https://`))
    expect(() => readEnvironment({ ...open, NODE_ENV: 'development' }), name).not.toThrow(/https/)
  }
})

test('good secrets and a few times the limits are accepted in production', () => {
  const given = {
    OPERATOR_TOKEN: `${random}${random}`,
    WHATSAPP_APP_SECRET: random,
    WHATSAPP_VERIFY_TOKEN: 'Xk-29_fQwL7bTz0p',
    EVOLUTION_BASE_URL: 'https://evolution.example',
    EVOLUTION_API_KEY: 'B6D711FCDE4D4FD5936544120E713976',
    CALL_LIMIT_FACTOR: '10',
    CEP_URL: 'off',
  }
  expect(readEnvironment({ ...production, ...given }).CALL_LIMIT_FACTOR).toBe(10)
})

test.each([
  ['OPERATOR_TOKENS', 'OPERATOR_TOKEN'],
  ['OPERATR_TOKEN', 'OPERATOR_TOKEN'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['MENU_IMPORT_ORIGIN', 'MENU_IMPORT_ORIGINS'],
  ['META_GRAHP_URL', 'META_GRAPH_URL'],
  ['CEP_URLS', 'CEP_URL'],
  ['CALL_LIMITS_FACTOR', 'CALL_LIMIT_FACTOR'],
  ['REFERAL_REWARD_CENTS', 'REFERRAL_REWARD_CENTS'],
  ['AGENT_RELEASES_DIR', 'AGENT_RELEASE_DIR'],
  ['OFFLINE_SHEL', 'OFFLINE_SHELL'],
  ['Public_Url', 'PUBLIC_URL'],
  ['ENCRYPTION_KEY_OLD', 'ENCRYPTION_KEY'],
  ['DEMOS', 'DEMO'],
])('production takes %s for a slip of %s', (slip, meant) => {
  expect(() => readEnvironment({ ...production, [slip]: 'x' })).toThrow(`${slip}: não existe; será ${meant}?`)
})

test.each([
  { PUBLIC_URL: 'https://painel.balcao.com.br' },
  { DPO_EMAIL: 'encarregado@painel.example' },
  { OPERATOR_TOKEN: random },
])('a real installation must say what it is: %o without NODE_ENV is refused', (given) => {
  expect(() => readEnvironment(given)).toThrow(/^Ambiente inválido:\n {2}- NODE_ENV: /)
  for (const NODE_ENV of ['development', 'test'])
    expect(() => readEnvironment({ ...given, NODE_ENV })).not.toThrow()
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

// docs/product/README.md:30 “session cookie”
test.each(['https://balcao.com.br', 'https://balcao.herokuapp.com', 'https://192.0.2.7'])(
  'production at %s has no subdomain to share with, and asks for no COOKIE_DOMAIN',
  (PUBLIC_URL) => {
    expect(readEnvironment({ ...production, PUBLIC_URL }).COOKIE_DOMAIN).toBeUndefined()
  },
)

test('at a subdomain production names the domain to share the session with, and the one to share it with nobody', () => {
  const PUBLIC_URL = 'https://painel.balcao.com.br'
  expect(() => readEnvironment({ ...production, PUBLIC_URL })).toThrow(
    /use balcao\.com\.br para dividir .* ou painel\.balcao\.com\.br para não dividir/,
  )
  expect(readEnvironment({ PUBLIC_URL, NODE_ENV: 'development' }).COOKIE_DOMAIN).toBeUndefined()
})

test('production accepts what others leave in the environment', () => {
  const others =
    'PATH HOME USER SHELL LANG LC_ALL TERM PWD OLDPWD SHLVL LOGNAME HOSTNAME EDITOR PAGER TZ TMPDIR CI DEBUG ' +
    'DISPLAY MAIL COLORTERM HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS ' +
    'YARN_VERSION UV_THREADPOOL_SIZE XDG_DATA_DIRS XDG_DATA_HOME XDG_DATA_DIR XDG_RUNTIME_DIR SSH_AUTH_SOCK PGDATA ' +
    'PGHOST PGPORT PGUSER PGPASSWORD POSTGRES_URL DATABASE_READ_URL REDIS_URL GOOGLE_APPLICATION_CREDENTIALS ' +
    'GCLOUD_PROJECT FIREBASE_CONFIG K_SERVICE KUBERNETES_SERVICE_HOST KUBERNETES_PORT DYNO SOURCE_VERSION AWS_REGION ' +
    'AWS_ROLE_ARN INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS npm_config_user_agent npm_package_name ' +
    'npm_lifecycle_event INIT_CWD COMPOSE_PROJECT_NAME BALCAO_SEEDED LD_LIBRARY_PATH APPDATA PROGRAMDATA OS'
  const given = Object.fromEntries(others.split(' ').map((name) => [name, 'x']))
  expect(readEnvironment({ ...production, ...given })).toMatchObject({ ROLE: 'all' })
})
