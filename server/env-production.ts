import { lookup } from '../contract/shared/lookup.ts'

type Given = Readonly<Record<string, string | undefined>>

/** The parsed values that are looked at. */
interface Settings extends Partial<Readonly<Record<(typeof secrets)[number], string | undefined>>> {
  readonly DEMO: boolean
  readonly MENU_IMPORT_ORIGINS: readonly string[]
  readonly ROOT_USER_IDS: readonly string[]
  readonly CALL_LIMIT_FACTOR: number
  readonly IFOOD_HOMOLOGATION: boolean
  readonly ENCRYPTION_KEY?: string | undefined
}

/** Sentences in pt-BR, each beginning with the variable that production does not start with. */
export function* productionRefusals(
  env: Settings,
  given: Given,
  names: readonly string[],
): Generator<string> {
  if (env.DEMO && given.DEMO !== undefined)
    yield 'DEMO: dados de demonstração são proibidos em produção; use DEMO=off'
  if (given.DEMO === undefined) yield 'DEMO: em produção, diga DEMO=off'
  if (env.MENU_IMPORT_ORIGINS.length > 0)
    yield 'MENU_IMPORT_ORIGINS: só para desenvolvimento e demonstração; em produção os cardápios vêm da internet'
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'ENCRYPTION_KEY',
    'ROOT_USER_IDS',
    'SMTP_URL',
    'MAIL_FROM',
    'DPO_EMAIL',
  ] as const) {
    if (given[name] === undefined) yield `${name}: obrigatória em produção`
  }
  if (given.ROOT_USER_IDS !== undefined && env.ROOT_USER_IDS.length < 2)
    yield 'ROOT_USER_IDS: em produção, informe pelo menos dois usuários diferentes, separados por vírgula'
  if (env.CALL_LIMIT_FACTOR > maxCallLimitFactor)
    yield `CALL_LIMIT_FACTOR: em produção, de 1 a ${maxCallLimitFactor}; acima disso não há limite`
  if (env.IFOOD_HOMOLOGATION)
    yield 'IFOOD_HOMOLOGATION: só para a reunião de homologação; em produção o extrato seria inventado'
  yield* openAddresses(given, names)
  yield* guessableSecrets(env)
  yield* oddNames(given, names)
}

const maxCallLimitFactor = 10

function* openAddresses(given: Given, names: readonly string[]): Generator<string> {
  for (const name of names) {
    // The database and the mail server have schemes of their own.
    if (!name.endsWith('_URL') || ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL'].includes(name)) continue
    const value = lookup(given, name)
    if (value !== undefined && value !== 'off' && !value.startsWith('https://'))
      yield `${name}: em produção precisa começar com https://, senão o que passa ali viaja aberto`
  }
}

/** Letters; partners give out longer ones. */
const minSecretLetters = 16
/** A random key has about thirty different bytes of 32, sixteen random hex digits about ten. */
const minDifferent = { bytes: 16, letters: 6 } as const

const secrets = [
  'OPERATOR_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'EVOLUTION_API_KEY',
  'IFOOD_CLIENT_SECRET',
  'IFOOD_CODE_CLIENT_SECRET',
  'KEETA_CLIENT_SECRET',
  'AIQFOME_CLIENT_SECRET',
] as const

function* guessableSecrets(env: Settings): Generator<string> {
  if (env.ENCRYPTION_KEY && isGuessable(Buffer.from(env.ENCRYPTION_KEY, 'hex'), minDifferent.bytes))
    yield 'ENCRYPTION_KEY: não é aleatória; gere uma com: openssl rand -hex 32'
  for (const name of secrets) {
    const secret = env[name]
    if (secret === undefined) continue
    if (secret.length < minSecretLetters)
      yield `${name}: curta demais; em produção, pelo menos ${minSecretLetters} caracteres`
    else if (isGuessable(Buffer.from(secret), minDifferent.letters))
      yield `${name}: fácil de adivinhar; gere outra com: openssl rand -hex 32`
  }
}

/** Few different bytes, or most of them at the same distance from the one before, as in 00 01 02 or abcabc. */
function isGuessable(bytes: Uint8Array, minDifferentBytes: number): boolean {
  if (new Set(bytes).size < minDifferentBytes) return true
  const steps = Array.from(bytes.subarray(1), (byte, at) => byte - (bytes[at] ?? 0))
  const same = Map.groupBy(steps, (step) => step)
  return Math.max(...[...same.values()].map(({ length }) => length)) > steps.length / 2
}

function* oddNames(given: Given, names: readonly string[]): Generator<string> {
  for (const name of Object.keys(given)) {
    const meant = names.includes(name) ? undefined : names.find((ours) => isSlip(name, ours))
    if (meant !== undefined) yield `${name}: não existe; será ${meant}?`
    if (/EMULATOR/i.test(name)) yield `${name}: emuladores são proibidos em produção`
  }
}

/** One letter of four may be wrong, missing or too many; another word in the same place is another variable. */
const isSlip = (name: string, ours: string): boolean => {
  const given = name.toUpperCase()
  const words = given.split('_')
  const ourWords = ours.split('_')
  const isAnother =
    words.length === ourWords.length &&
    words.some((word, at) => editsBetween(word, ourWords[at] ?? '') > Math.max(word.length / 2, 2))
  return !isAnother && editsBetween(given, ours) <= Math.floor(name.length / 4)
}

/** Levenshtein's distance: letters to replace, insert or remove. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, at) => at)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
