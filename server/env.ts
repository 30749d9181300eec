import * as z from 'zod/mini'
import { appPair } from '../contract/shared/app-pair.ts'
import { dayText } from '../contract/shared/day.ts'
import { lookup } from '../contract/shared/lookup.ts'
import { cellRefusals, cellsOf } from './env-cells.ts'
import { cookieDomainRefusals } from './env-cookie-domain.ts'
import { productionRefusals } from './env-production.ts'

/** The environment, parsed once at start-up. Names and defaults: docs/environment.md. */
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
const appWord = z.string().check(z.regex(/^[\w.-]{4,100}$/))

const environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(url),
  DATABASE_URL: z.optional(text.check(z.regex(/^postgres(ql)?:\/\//))),
  /** The same database, where DATABASE_URL goes through a pooler: for migrations and notifications. */
  DATABASE_DIRECT_URL: z.optional(text.check(z.regex(/^postgres(ql)?:\/\//))),
  /** The databases of stores; absent: DATABASE_URL has everything. */
  CELLS: z.optional(
    z.pipe(
      z.string().check(z.refine((list) => cellsOf(list) !== null)),
      z.transform((list) => cellsOf(list) ?? []),
    ),
  ),
  DATA_DIR: z.optional(text),
  /** Where `npm run agent:pack` left the print agent; default dist/agent. */
  AGENT_RELEASE_DIR: z.optional(text),
  ROLE: z._default(z.enum(['all', 'api', 'worker']), 'all'),
  DEMO: z._default(flag, true),
  /** Off: nobody accepts and advances the demo's orders but the visitor. */
  DEMO_STAFF: z._default(flag, true),
  DEMO_WHATSAPP: z._default(flag, true),
  /** Off: browsers remove the panel's files that they kept for a time without a network. */
  OFFLINE_SHELL: z._default(flag, true),
  ROOT_USER_IDS: z._default(
    z.pipe(
      z.string(),
      z.transform((list) =>
        list
          .split(',')
          .map((id) => id.trim())
          .filter((id, index, all) => id !== '' && all.indexOf(id) === index),
      ),
    ),
    [],
  ),
  /** A leading dot means the same as none. */
  COOKIE_DOMAIN: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i)),
      z.transform((domain) => domain.replace(/^\./, '').toLowerCase()),
    ),
  ),
  /** The panel's public pair; default: the built one. */
  APP_ID: z._default(appWord, appPair.id),
  APP_TOKEN: z._default(appWord, appPair.token),
  /** The pair before APP_PAIR_SINCE. */
  APP_ID_BEFORE: z.optional(appWord),
  APP_TOKEN_BEFORE: z.optional(appWord),
  /** The first day of the present pair, in UTC. */
  APP_PAIR_SINCE: z.optional(dayText),
  TRUST_PROXY: z._default(z.pipe(z.string().check(z.regex(/^\d$/)), z.transform(Number)), 0),
  IDENTITY_PROVIDER: z._default(z.enum(['embedded', 'firebase']), 'embedded'),
  IFOOD_BASE_URL: z.optional(url),
  IFOOD_CLIENT_ID: z.optional(text),
  IFOOD_CLIENT_SECRET: z.optional(text),
  /** iFood's distributed application, for owners who connect by a code. */
  IFOOD_CODE_CLIENT_ID: z.optional(text),
  IFOOD_CODE_CLIENT_SECRET: z.optional(text),
  /** Where owners approve our application at iFood. */
  IFOOD_PORTAL_URL: z._default(url, 'https://portal.ifood.com.br'),
  /** In place of the pace that iFood publishes (contract/shared/channel-table.ts). */
  IFOOD_POLL_SECONDS: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(3600))),
    ),
  ),
  IFOOD_POLLING_PATH: z._default(z.string().check(z.regex(/^\/[\w./:-]+$/)), '/events/v1.0/events:polling'),
  /** Figures of iFood's homologation in place of the stores' own. */
  IFOOD_HOMOLOGATION: z._default(flag, false),
  /** Our software at Keeta. */
  KEETA_BASE_URL: z.optional(url),
  KEETA_CLIENT_ID: z.optional(text),
  KEETA_CLIENT_SECRET: z.optional(text),
  /** Our application at aiqfome, where owners sign in, and where they are led back to. */
  AIQFOME_BASE_URL: z.optional(url),
  AIQFOME_CLIENT_ID: z.optional(text),
  AIQFOME_CLIENT_SECRET: z.optional(text),
  AIQFOME_LOGIN_URL: z._default(url, 'https://id.magalu.com'),
  AIQFOME_STORES_URL: z._default(url, 'https://plataforma.aiqfome.com'),
  AIQFOME_REDIRECT_URL: z.optional(url),
  /** Meta's Graph API, with its version. */
  WHATSAPP_BASE_URL: z._default(url, 'https://graph.facebook.com/v23.0'),
  WHATSAPP_APP_ID: z.optional(text),
  WHATSAPP_APP_SECRET: z.optional(text),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string().check(z.regex(/^\S{8,200}$/))),
  /** An Evolution API server; its calls carry this key. */
  EVOLUTION_BASE_URL: z.optional(url),
  EVOLUTION_API_KEY: z.optional(text),
  CALL_LIMIT_FACTOR: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(1_000))),
    ),
    1,
  ),
  OPERATOR_TOKEN: z.optional(z.string().check(z.regex(/^\S{32,200}$/))),
  ENCRYPTION_KEY: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  /** The key before the present one: marketplaces' credentials that it sealed are sealed again when they are read. */
  ENCRYPTION_KEY_BEFORE: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
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
  /** The encarregado (LGPD, art. 41), shown on /termos. */
  DPO_EMAIL: z.optional(z.email()),
  DPO_NAME: z.optional(text.check(z.maxLength(120))),
  /** Where a CEP is looked up, with `{cep}` in it; `off`: people type their address. */
  CEP_URL: z._default(
    z.union([z.literal('off'), z.string().check(z.regex(/^https?:\/\/\S+\{cep\}\S*$/))]),
    'https://viacep.com.br/ws/{cep}/json/',
  ),
  /** The search of a geocoder with Nominatim's answers; absent: no address is sent anywhere. */
  GEOCODER_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s#]+$/))),
  /** Whose map it is, as its licence asks. */
  GEOCODER_ATTRIBUTION: z._default(text.check(z.maxLength(200)), '© colaboradores do OpenStreetMap'),
  /** Tiles of a web map below the delivery zones, with `{z}`, `{x}` and `{y}`; absent: no map, nobody is asked. */
  MAP_TILES_URL: z.optional(
    z.string().check(
      z.regex(/^https?:\/\/[\w.:-]+\/[\w./?&=%~+{}-]+$/),
      z.refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part))),
    ),
  ),
  /** Who made the map, as its licence asks. */
  MAP_TILES_ATTRIBUTION: z.optional(text.check(z.maxLength(200))),
  /** Only outside production: menus may be imported from these origins also when they are on a private network. */
  MENU_IMPORT_ORIGINS: z._default(
    z.pipe(
      z.string().check(z.regex(/^https?:\/\/[^\s/,]+(?:,https?:\/\/[^\s/,]+)*$/)),
      z.transform((list) => list.split(',')),
    ),
    [],
  ),
  /** The ad network's API: Meta's Graph, or the simulator. */
  META_GRAPH_URL: z._default(url, 'https://graph.facebook.com'),
  /** Noted for each store that came by a link and concluded a real order. */
  REFERRAL_REWARD_CENTS: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.transform((text) => Number(text)),
    ),
    5_000,
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
})

export type Env = z.output<typeof environment>

/** The names of all variables, in the order of the schema. */
export const environmentNames: readonly string[] = Object.keys(environment.shape)

/** What each variable accepts, for the message of a wrong value. */
const accepted: Record<string, string> = {
  NODE_ENV: 'production, development ou test',
  PORT: 'uma porta de 1 a 65535',
  PUBLIC_URL: 'um endereço completo, como https://painel.exemplo.com.br',
  DATABASE_URL: 'postgres://usuario:senha@servidor:5432/banco',
  DATABASE_DIRECT_URL: 'postgres://usuario:senha@servidor:5432/banco, sem o pooler',
  CELLS: 'nomes e bancos das células, como main=postgres://usuario:senha@servidor:5432/banco,b=postgres://…',
  ROLE: 'all, api ou worker',
  DEMO: 'on ou off',
  DEMO_STAFF: 'on ou off',
  DEMO_WHATSAPP: 'on ou off',
  COOKIE_DOMAIN: 'um domínio, como exemplo.com.br',
  APP_ID: 'de 4 a 100 letras, dígitos, pontos, - ou _',
  APP_TOKEN: 'de 4 a 100 letras, dígitos, pontos, - ou _',
  APP_ID_BEFORE: 'de 4 a 100 letras, dígitos, pontos, - ou _',
  APP_TOKEN_BEFORE: 'de 4 a 100 letras, dígitos, pontos, - ou _',
  APP_PAIR_SINCE: 'um dia, como 2026-11-26',
  OFFLINE_SHELL: 'on ou off',
  TRUST_PROXY: 'quantos servidores ficam à frente, de 0 a 9',
  IDENTITY_PROVIDER: 'embedded ou firebase',
  FIREBASE_SERVICE_ACCOUNT: 'o JSON da conta de serviço',
  FIREBASE_AUTH_EMULATOR_HOST: 'host:porta do emulador',
  IFOOD_BASE_URL: 'um endereço completo',
  IFOOD_PORTAL_URL: 'um endereço completo',
  IFOOD_HOMOLOGATION: 'on ou off',
  IFOOD_POLL_SECONDS: 'segundos, de 1 a 3600',
  KEETA_BASE_URL: 'um endereço completo',
  AIQFOME_BASE_URL: 'um endereço completo',
  AIQFOME_LOGIN_URL: 'um endereço completo',
  AIQFOME_STORES_URL: 'um endereço completo',
  AIQFOME_REDIRECT_URL: 'um endereço completo',
  WHATSAPP_BASE_URL: 'um endereço completo',
  WHATSAPP_VERIFY_TOKEN: 'de 8 a 200 caracteres, sem espaços',
  EVOLUTION_BASE_URL: 'um endereço completo',
  CALL_LIMIT_FACTOR: 'por quanto multiplicar os limites de chamadas, de 1 a 1000 (em produção até 10)',
  IFOOD_POLLING_PATH: 'um caminho que começa com /',
  OPERATOR_TOKEN: 'de 32 a 200 caracteres, sem espaços',
  ENCRYPTION_KEY: '64 dígitos hexadecimais (32 bytes)',
  ENCRYPTION_KEY_BEFORE: '64 dígitos hexadecimais (32 bytes)',
  VAPID_PUBLIC_KEY: '87 caracteres base64url',
  VAPID_PRIVATE_KEY: '43 caracteres base64url',
  VAPID_SUBJECT: 'mailto:pessoa@exemplo.com.br ou https://…',
  CEP_URL: 'um endereço com {cep}, como https://viacep.com.br/ws/{cep}/json/, ou off',
  GEOCODER_URL: 'o endereço da busca, como https://nominatim.exemplo.com.br/search',
  GEOCODER_ATTRIBUTION: 'os créditos do mapa, com até 200 letras',
  MAP_TILES_URL: 'um endereço com {z}, {x} e {y}, como https://mapa.exemplo.com.br/{z}/{x}/{y}.png',
  MAP_TILES_ATTRIBUTION: 'os créditos do mapa, com até 200 letras',
  MENU_IMPORT_ORIGINS: 'origens separadas por vírgula, como http://127.0.0.1:4010',
  META_GRAPH_URL: 'um endereço completo, como https://graph.facebook.com',
  REFERRAL_REWARD_CENTS: 'centavos, de 0 a 9999999',
  SMTP_URL: 'smtp://usuario:senha@servidor:587',
  MAIL_FROM: 'um endereço de e-mail, como Balcão <nao-responda@exemplo.com.br>',
  DPO_EMAIL: 'o e-mail do encarregado, como encarregado@exemplo.com.br',
  DPO_NAME: 'o nome do encarregado, com até 120 letras',
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
    throw new EnvironmentError(
      [...names].map((name) => `${name}: esperado ${lookup(accepted, name) ?? 'um valor'}`),
    )
  }
  const problems = [...refusals(result.data, given)]
  if (problems.length > 0) throw new EnvironmentError(problems)
  return result.data
}

/** Variables that make sense only together. */
const together: readonly (readonly [names: readonly (keyof Env)[], words: string])[] = [
  [['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'], 'as duas ou nenhuma'],
  [['IFOOD_BASE_URL', 'IFOOD_CLIENT_ID', 'IFOOD_CLIENT_SECRET'], 'os três ou nenhum'],
  [['IFOOD_CODE_CLIENT_ID', 'IFOOD_CODE_CLIENT_SECRET'], 'os dois ou nenhum'],
  [['KEETA_BASE_URL', 'KEETA_CLIENT_ID', 'KEETA_CLIENT_SECRET'], 'os três ou nenhum'],
  [
    ['AIQFOME_BASE_URL', 'AIQFOME_CLIENT_ID', 'AIQFOME_CLIENT_SECRET', 'AIQFOME_REDIRECT_URL'],
    'os quatro ou nenhum',
  ],
  [['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'], 'os dois ou nenhum'],
  [['EVOLUTION_BASE_URL', 'EVOLUTION_API_KEY'], 'os dois ou nenhum'],
]

function* refusals(env: Env, given: Record<string, string | undefined>): Generator<string> {
  if (env.IDENTITY_PROVIDER === 'firebase') {
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'] as const)
      if (env[name] === undefined) yield `${name}: obrigatória com IDENTITY_PROVIDER=firebase`
  }
  for (const [names, words] of together) {
    const set = names.map((name) => Boolean(env[name]))
    if (set.some(Boolean) && !set.every(Boolean))
      yield `${names.slice(0, -1).join(', ')} e ${names.at(-1) ?? ''}: informe ${words}`
  }
  yield* cellRefusals(env)
  yield* appPairRefusals(env, given)
  if (env.PUBLIC_URL) yield* cookieDomainRefusals(env.PUBLIC_URL, env.COOKIE_DOMAIN, env.NODE_ENV)
  if (given.NODE_ENV === undefined && isInstallation(env))
    yield 'NODE_ENV: diga production; sem ela, o correio de testes e a descrição do sistema ficam abertos (em testes: development)'
  if (env.NODE_ENV === 'production') yield* productionRefusals(env, given, environmentNames)
}

function* appPairRefusals(env: Env, given: Record<string, string | undefined>): Generator<string> {
  if ((given.APP_ID === undefined) !== (given.APP_TOKEN === undefined))
    yield 'APP_ID e APP_TOKEN: informe os dois ou nenhum'
  const before = [env.APP_ID_BEFORE, env.APP_TOKEN_BEFORE, env.APP_PAIR_SINCE]
  if (before.some(Boolean) && !before.every(Boolean))
    yield 'APP_ID_BEFORE, APP_TOKEN_BEFORE e APP_PAIR_SINCE: informe os três ou nenhum'
}

/** Settings that only people who serve others need. */
const isInstallation = ({ PUBLIC_URL: url, DPO_EMAIL, OPERATOR_TOKEN }: Env): boolean =>
  (url?.startsWith('https://') ?? false) || DPO_EMAIL !== undefined || OPERATOR_TOKEN !== undefined
