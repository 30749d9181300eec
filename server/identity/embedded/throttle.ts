import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { networkOf } from '../../calls/networks.ts'
import { beyond } from '../../db/clock-margin.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Free tries first, then waits that double from 15 s to a quarter of an hour; a quiet hour resets them. Never a lock: a
 * device that this account was used on before is counted apart, so strangers' guesses do not block its owner.
 */
const free = {
  'sign-in': { account: 5, address: 20, strangers: 50 },
  /** A second factor's codes: a caller who is asked for one has the password already. */
  code: { account: 5, address: 20, strangers: 5 },
  /** The current password, asked for inside a session. */
  password: { account: 5 },
  mail: { account: 5, address: 30 },
  link: { address: 20 },
  store: { account: 5, address: 20 },
  pairing: { address: 20 },
  'push-test': { account: 5 },
  'mail-test': { account: 5 },
  'phone-code': { account: 5, address: 20 },
  'support-search': { account: 60 },
  /** Links that strangers open: of a referral, of an ad. */
  'link-click': { address: 60 },
  /** Of one link, wherever its files are asked from. */
  'accountant-file': { account: 60 },
  /** Codes and ids of merchants, checked at a marketplace. */
  channel: { account: 8 },
} as const satisfies Record<string, Limits>

interface Limits {
  readonly account?: number
  readonly address?: number
  readonly strangers?: number
}

const firstWaitSeconds = 15
const maxWaitSeconds = 900
/** Of one account at once: verifying a password costs memory and time. */
const maxInFlight = 3
/** A check takes far less; a process that died leaves its places free after it. */
const checkSeconds = 30

export interface Attempt {
  /** What is attempted; each purpose has its own counters. */
  readonly purpose: keyof typeof free
  /** The account: an e-mail address or a user id. */
  readonly account?: string
  /** Where from: a network address, or the user id of a caller. Without it the account is counted as a whole. */
  readonly address?: string
  /** The device, when this account was signed in to on it before. */
  readonly knownDevice?: string | null
}

interface Counter {
  readonly key: string
  readonly free: number
  readonly inFlight: number
}

function countersOf({ purpose, account, knownDevice, ...from }: Attempt): readonly Counter[] {
  const address = from.address && networkOf(from.address)
  const limits: Limits = free[purpose]
  const ofAccount = (key: string, most: number | undefined): Counter[] =>
    account && most ? [{ key: `${purpose}:${key}`, free: most, inFlight: maxInFlight }] : []
  if (knownDevice) return ofAccount(`device:${account}:${knownDevice}`, limits.account)
  return [
    ...ofAccount(`account:${account}:${address ?? ''}`, limits.account),
    ...ofAccount(`strangers:${account}`, limits.strangers),
    ...(address && limits.address
      ? [{ key: `${purpose}:address:${address}`, free: limits.address, inFlight: 1_000 }]
      : []),
  ]
}

/** Counts every attempt, whether or not it succeeds. rate-limit/exceeded */
export async function throttle(db: QueryExecutorProvider, attempt: Attempt, now: Date): Promise<void> {
  await begin(db, attempt, now)
  await end(db, attempt, 'counted')
}

/**
 * Counts the try, then runs the check: of many at once only as many are checked as the limit allows. A check that
 * answers something true gives the try back. rate-limit/exceeded
 */
export async function limited<T>(
  db: Kysely<Directory>,
  attempt: Attempt,
  now: Date,
  check: () => Promise<T>,
): Promise<T> {
  await begin(db, attempt, now)
  let held = false
  try {
    const outcome = await check()
    held = Boolean(outcome)
    return outcome
  } finally {
    await end(db, attempt, held ? 'given back' : 'counted')
  }
}

/** Starts the account's own counter again, once everything that was asked for has been right. */
export async function forgetFailures(db: Kysely<Directory>, attempt: Attempt): Promise<void> {
  const [own] = countersOf(attempt)
  if (!own) return
  await db
    .updateTable('sign_in_attempts')
    .set({ failures: 0, blocked_until: null })
    .where('key', '=', own.key)
    .execute()
}

/** After the clock was set back: nobody waits for longer than a wait can be, counted from now. */
export async function bringForwardTries(db: Kysely<Directory>, now: Date): Promise<void> {
  await sql`
    update sign_in_attempts set
      blocked_until = case when blocked_until > ${now} then ${after(now, maxWaitSeconds)}::timestamptz end,
      in_flight_until = case when in_flight_until > ${now} then ${after(now, checkSeconds)}::timestamptz end,
      updated_at = ${now}
    where updated_at > ${beyond(now, 0)}`.execute(db)
}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

async function begin(db: QueryExecutorProvider, attempt: Attempt, now: Date): Promise<void> {
  const counters = countersOf(attempt)
  const { rows } = await sql<{ wait: number | null }>`
    select begin_try(${counters.map(({ key }) => key)}::text[], ${counters.map((one) => one.free)}::integer[],
      ${counters.map((one) => one.inFlight)}::integer[], ${firstWaitSeconds}, ${maxWaitSeconds}, ${checkSeconds},
      ${now}) as wait`.execute(db)
  const retryAfterSeconds = rows[0]?.wait ?? null
  if (retryAfterSeconds === null) return
  const message = words[attempt.purpose]
  throw new AppError('rate-limit/exceeded', { retryAfterSeconds, ...(message ? { message } : {}) })
}

/** The way in that strangers cannot block. */
const words: Partial<Record<Attempt['purpose'], string>> = {
  'sign-in':
    'Muitas tentativas de entrar nesta conta. Aguarde um pouco, ou use “Esqueci a senha”: com o link do e-mail você entra na hora.',
}

async function end(
  db: QueryExecutorProvider,
  attempt: Attempt,
  how: 'given back' | 'counted',
): Promise<void> {
  const counters = countersOf(attempt)
  await sql`
    select end_try(${counters.map(({ key }) => key)}::text[], ${counters.map((one) => one.free)}::integer[],
      ${how === 'given back'})`.execute(db)
}
