import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/tables.generated.ts'
import { AppError } from '../http/app-error.ts'

/** Free tries, then waits that double up to a quarter of an hour; a quiet hour forgets. Never a lock. */
const freeTries = { account: 5, address: 30 }
const longestWaitSeconds = 900

export interface Attempt {
  readonly email: string
  readonly address: string
}

const keysOf = (attempt: Attempt): { key: string; free: number }[] => [
  // Account and address together: a stranger's guesses do not slow the owner elsewhere.
  { key: `account:${attempt.email}:${attempt.address}`, free: freeTries.account },
  { key: `address:${attempt.address}`, free: freeTries.address },
]

export async function refuseWhileThrottled(db: Kysely<DB>, attempt: Attempt, now: Date): Promise<void> {
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

export async function countFailure(db: Kysely<DB>, attempt: Attempt, now: Date): Promise<void> {
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

export async function forgetFailures(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('key', '=', `account:${attempt.email}:${attempt.address}`)
    .execute()
}
