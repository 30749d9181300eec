import type { Kysely } from 'kysely'
import type { Directory } from '../db/tables.ts'
import type { Env } from '../env.ts'

/** For the operator, in words. */
export class DemoPeopleError extends Error {
  constructor(emails: readonly string[]) {
    super(
      `O banco tem pessoas de demonstração (${emails.join(', ')}), e a senha delas é pública. Use um banco sem a ` +
        `demonstração, ou desative-as: update users set disabled_at = now() where uid like 'demo-%'`,
    )
    this.name = 'DemoPeopleError'
  }
}

/** The demo is a state of the database, whatever DEMO says: in production its people must not be able to sign in. */
export async function rejectDemoPeople(env: Pick<Env, 'NODE_ENV'>, db: Kysely<Directory>): Promise<void> {
  if (env.NODE_ENV !== 'production') return
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('uid', 'like', 'demo-%'), where('email', 'ilike', '%@balcao.example')]))
    .orderBy('email')
    .limit(5)
    .execute()
  if (people.length > 0) throw new DemoPeopleError(people.map(({ email }) => email))
}
