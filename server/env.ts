import * as z from 'zod/mini'

/** The environment, parsed once at start-up. Names and defaults: README.md, "Environment". */
const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0']),
  z.transform((text) => ['on', 'true', '1'].includes(text)),
)
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(65_535))),
)
const url = z.url()
const text = z.string().check(z.minLength(1))

const environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(url),
  DATABASE_URL: z.optional(text.check(z.regex(/^postgres(ql)?:\/\//))),
  DATA_DIR: z.optional(text),
  ROLE: z._default(z.enum(['all', 'api', 'worker']), 'all'),
  DEMO: z._default(flag, true),
  /** Off: browsers remove the panel's files that they kept for a time without a network. */
  OFFLINE_SHELL: z._default(flag, true),
  APP_ID: z._default(text, 'balcao-web'),
  APP_TOKEN: z._default(text, 'balcao-web-public'),
  ROOT_USER_IDS: z._default(
    z.pipe(
      z.string(),
      z.transform((list) =>
        list
          .split(',')
          .map((id) => id.trim())
          .filter((id) => id !== ''),
      ),
    ),
    [],
  ),
  COOKIE_DOMAIN: z.optional(text),
  TRUST_PROXY: z._default(z.pipe(z.string().check(z.regex(/^\d$/)), z.transform(Number)), 0),
  IDENTITY_PROVIDER: z._default(z.enum(['embedded', 'firebase']), 'embedded'),
  IFOOD_BASE_URL: z.optional(url),
  IFOOD_CLIENT_ID: z.optional(text),
  IFOOD_CLIENT_SECRET: z.optional(text),
  IFOOD_POLL_SECONDS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(3600))),
    ),
    30,
  ),
  IFOOD_POLLING_PATH: z._default(z.string().check(z.regex(/^\/[\w./:-]+$/)), '/events/v1.0/events:polling'),
  ENCRYPTION_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  FIREBASE_PROJECT_ID: z.optional(text),
  FIREBASE_API_KEY: z.optional(text),
  FIREBASE_AUTH_DOMAIN: z.optional(text),
  /** The service account's JSON, or a path to it in GOOGLE_APPLICATION_CREDENTIALS (read by the SDK). */
  FIREBASE_SERVICE_ACCOUNT: z.optional(text.check(z.regex(/^\{/))),
  /** Development only: host:port of the official Auth emulator. */
  FIREBASE_AUTH_EMULATOR_HOST: z.optional(z.string().check(z.regex(/^[\w.-]+:\d+$/))),
  /** A pair of web push; without it one is made and kept in the database. */
  VAPID_PUBLIC_KEY: z.optional(text.check(z.regex(/^[\w-]{87}$/))),
  VAPID_PRIVATE_KEY: z.optional(text.check(z.regex(/^[\w-]{43}$/))),
  VAPID_SUBJECT: z.optional(text.check(z.regex(/^(mailto:.+@.+|https:\/\/.+)$/))),
  /** Hosts of this panel in browsers; a leading dot also allows subdomains. */
  PUSH_SERVICES: z._default(
    z.pipe(
      z.string(),
      z.transform((list) => list.split(',').map((host) => host.trim())),
    ),
    ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'],
  ),
  SMTP_URL: z.optional(text.check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z.optional(text.check(z.regex(/@/))),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
})

export type Env = z.output<typeof environment>

/** What each variable accepts, for the message of a wrong value. */
const accepted: Record<string, string> = {
  NODE_ENV: 'production, development ou test',
  PORT: 'uma porta de 1 a 65535',
  PUBLIC_URL: 'um endereço completo, como https://painel.exemplo.com.br',
  DATABASE_URL: 'postgres://usuario:senha@servidor:5432/banco',
  ROLE: 'all, api ou worker',
  DEMO: 'on ou off',
  OFFLINE_SHELL: 'on ou off',
  TRUST_PROXY: 'quantos servidores ficam à frente, de 0 a 9',
  IDENTITY_PROVIDER: 'embedded ou firebase',
  FIREBASE_SERVICE_ACCOUNT: 'o JSON da conta de serviço',
  FIREBASE_AUTH_EMULATOR_HOST: 'host:porta do emulador',
  IFOOD_BASE_URL: 'um endereço completo',
  IFOOD_POLL_SECONDS: 'segundos, de 1 a 3600',
  IFOOD_POLLING_PATH: 'um caminho que começa com /',
  ENCRYPTION_KEY: '64 dígitos hexadecimais (32 bytes)',
  VAPID_PUBLIC_KEY: '87 caracteres base64url',
  VAPID_PRIVATE_KEY: '43 caracteres base64url',
  VAPID_SUBJECT: 'mailto:pessoa@exemplo.com.br ou https://…',
  SMTP_URL: 'smtp://usuario:senha@servidor:587',
  MAIL_FROM: 'um endereço de e-mail, como Balcão <nao-responda@exemplo.com.br>',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace ou silent',
}

/** All problems at once, as a message for the operator. */
export class EnvironmentError extends Error {
  constructor(problems: readonly string[]) {
    super(`Ambiente inválido:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'EnvironmentError'
  }
}

export function readEnvironment(source: Record<string, string | undefined>): Env {
  // An empty value in a .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = z.safeParse(environment, given)
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => String(issue.path[0])))
    throw new EnvironmentError([...names].map((name) => `${name}: esperado ${accepted[name] ?? 'um valor'}`))
  }
  const problems = [...refusals(result.data, given)]
  if (problems.length > 0) throw new EnvironmentError(problems)
  return result.data
}

function* refusals(env: Env, given: Record<string, string | undefined>): Generator<string> {
  if (env.IDENTITY_PROVIDER === 'firebase') {
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] as const)
      if (env[name] === undefined) yield `${name}: obrigatória com IDENTITY_PROVIDER=firebase`
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY))
    yield 'VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY: informe as duas ou nenhuma'
  const ifood = [env.IFOOD_BASE_URL, env.IFOOD_CLIENT_ID, env.IFOOD_CLIENT_SECRET]
  if (ifood.some(Boolean) && !ifood.every(Boolean)) {
    yield 'IFOOD_BASE_URL, IFOOD_CLIENT_ID e IFOOD_CLIENT_SECRET: informe os três ou nenhum'
  }
  if (env.NODE_ENV !== 'production') return
  if (env.DEMO && given.DEMO !== undefined)
    yield 'DEMO: dados de demonstração são proibidos em produção; use DEMO=off'
  if (given.DEMO === undefined) yield 'DEMO: em produção, diga DEMO=off'
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'ENCRYPTION_KEY',
    'APP_ID',
    'APP_TOKEN',
    'ROOT_USER_IDS',
    'SMTP_URL',
    'MAIL_FROM',
  ] as const) {
    if (given[name] === undefined) yield `${name}: obrigatória em produção`
  }
  for (const name of Object.keys(given)) {
    if (/EMULATOR/i.test(name)) yield `${name}: emuladores são proibidos em produção`
  }
}
