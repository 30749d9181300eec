import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { sessionSeconds } from '../../../contract/shared/headers.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Presented } from '../provider.ts'

/**
 * The session of a hosted sign-in (uid and time), created on first use together with our copy of the person.
 * It ends 86,400 s after the actual sign-in, and we can end it at any time.
 */
export async function hostedSession(deps: Deps, presented: Presented): Promise<string> {
  const { uid, signedInAt, profile } = presented
  const known = await deps.directory
    .selectFrom('sessions')
    .select('id')
    .where('uid', '=', uid)
    .where('signed_in_at', '=', signedInAt)
    .where('hosted', '=', true)
    .executeTakeFirst()
  if (known) return known.id
  await keepHostedPerson(deps.directory, {
    uid,
    email: profile?.email ?? '',
    name: profile?.name ?? '',
    phoneNumber: profile?.phoneNumber ?? null,
  })
  const made = await deps.directory
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      uid,
      signed_in_at: signedInAt,
      expires_at: new Date(signedInAt.getTime() + sessionSeconds * 1_000),
      second_factor: presented.secondFactor,
      hosted: true,
      created_at: deps.now(),
    })
    // Two concurrent calls of a fresh sign-in share one session.
    .onConflict((conflict) =>
      conflict.columns(['uid', 'signed_in_at']).where('hosted', '=', true).doUpdateSet({ hosted: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Our copy of a hosted person, which sessions and access reference. */
export async function keepHostedPerson(
  db: Kysely<Directory>,
  person: { uid: string; email: string; name: string; phoneNumber: string | null },
): Promise<void> {
  const { uid, email, name, phoneNumber } = person
  try {
    await db
      .insertInto('users')
      .values({ uid, email, name, phone_number: phoneNumber, provider: 'firebase' })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet({ email }))
      .execute()
  } catch (error) {
    // The address belongs to another account (imported without its uid), whose access must not be inherited.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'users_email_key')
      throw new AppError('auth/id-token-invalid')
    throw error
  }
}
