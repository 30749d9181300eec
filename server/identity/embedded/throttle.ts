import { sql, type Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Free attempts first, then waits that double up to a quarter of an hour; a quiet hour resets them. Never a
 * lock: an account is throttled per address, and for all unknown addresses together only after many failures,
 * so that a stranger's guesses do not block the owner at a known address.
 */
const freeTries = { account: 5, address: 30, strangers: 50 }
const longestWaitSeconds = 900

export interface Attempt {
  /** What is attempted; each purpose has its own counters. */
  readonly purpose: 'sign-in' | 'mail' | 'link' | 'password' | 'store' | 'pairing'
  readonly email: string
  readonly address: string
  /** The person has signed in from this address before. */
  readonly knownAddress?: boolean
}

function keysOf(attempt: Attempt): { key: string; free: number }[] {
  const { purpose, email, address } = attempt
  const prefix = purpose === 'sign-in' ? '' : `${purpose}:`
  return [
    ...(email ? [{ key: `${prefix}account:${email}:${address}`, free: freeTries.account }] : []),
    { key: `${prefix}address:${address}`, free: freeTries.address },
    ...(email && !attempt.knownAddress
      ? [{ key: `${prefix}strangers:${email}`, free: freeTries.strangers }]
      : []),
  ]
}

/** Rejects after too many attempts, and counts this one whether or not it succeeds. */
export async function throttle(db: Kysely<Directory>, attempt: Attempt, now: Date): Promise<void> {
  await rejectWhileThrottled(db, attempt, now)
  await countTry(db, attempt, now)
}

export async function rejectWhileThrottled(
  db: Kysely<Directory>,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const blocked = await db
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where(
      'key',
      'in',
      keysOf(attempt).map(({ key }) => key),
    )
    .where('blocked_until', '>', now)
    .orderBy('blocked_until', 'desc')
    .executeTakeFirst()
  if (!blocked?.blocked_until) return
  const retryAfterSeconds = Math.max(1, Math.ceil((blocked.blocked_until.getTime() - now.getTime()) / 1_000))
  throw new AppError('rate-limit/exceeded', { retryAfterSeconds })
}

/** Counts an attempt: a failed one, or any attempt where all count (mails). */
export async function countTry(db: Kysely<Directory>, attempt: Attempt, now: Date): Promise<void> {
  for (const { key, free } of keysOf(attempt)) {
    await sql`
      insert into sign_in_attempts as a (key, failures, updated_at) values (${key}, 1, ${now})
      on conflict on constraint sign_in_attempts_pkey do update set
        failures = case when a.updated_at < ${now}::timestamptz - interval '1 hour' then 1 else a.failures + 1 end,
        blocked_until = case
          when a.updated_at < ${now}::timestamptz - interval '1 hour' or a.failures + 1 < ${free} then null
          else ${now}::timestamptz
            + least(${longestWaitSeconds}, power(2, least(a.failures + 1 - ${free}, 12))) * interval '1 second'
        end,
        updated_at = ${now}`.execute(db)
  }
}

export async function forgetFailures(db: Kysely<Directory>, attempt: Attempt): Promise<void> {
  const [account] = keysOf(attempt)
  if (account) await db.deleteFrom('sign_in_attempts').where('key', '=', account.key).execute()
}

/** True if the person signed in from this address within the last 90 days. */
export async function isKnownAddress(
  db: Kysely<Directory>,
  uid: string | undefined,
  address: string,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid ?? '')
    .where('address', '=', address)
    .where('signed_in_at', '>', new Date(now.getTime() - 90 * 86_400_000))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
