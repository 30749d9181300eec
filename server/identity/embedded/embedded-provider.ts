import type { Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import { insertUser } from '../people/create-user.ts'
import type { Keyring } from './keyring.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { IdentityProvider } from '../provider.ts'
import { hashOfSecret, newSecret } from './secrets.ts'

const customTokenSeconds = 60

/** Credentials in our own users table: Argon2id, ES256 id tokens, custom tokens stored hashed. */
export function createEmbeddedProvider(db: Kysely<Directory>, keyring: Keyring): IdentityProvider {
  const hashOf = async (uid: string): Promise<string | null> => {
    const row = await db.selectFrom('users').select('password_hash').where('uid', '=', uid).executeTakeFirst()
    return row?.password_hash ?? null
  }
  return {
    kind: 'embedded',
    verify: async (idToken, now) => {
      const claims = await keyring.verify(idToken, now)
      // The session's row records whether a second factor was used.
      return { ...claims, secondFactor: false, profile: null }
    },
    customToken: async ({ sessionId }, now) => {
      const token = newSecret()
      await db
        .insertInto('custom_tokens')
        .values({
          token_hash: hashOfSecret(token),
          session_id: sessionId,
          expires_at: new Date(now.getTime() + customTokenSeconds * 1_000),
        })
        .execute()
      return token
    },
    findByEmail: async (email) => {
      const row = await db
        .selectFrom('users')
        .select(['uid', 'name'])
        .where((where) => where(where.fn<string>('lower', ['email']), '=', email))
        .executeTakeFirst()
      return row ?? null
    },
    createUser: async ({ password, ...user }) => {
      const passwordHash = await hashPassword(password)
      return (tx) => insertUser(tx, { ...user, passwordHash })
    },
    setPassword: async (uid, password) => {
      const passwordHash = await hashPassword(password)
      return async (tx) => {
        await tx.updateTable('users').set({ password_hash: passwordHash }).where('uid', '=', uid).execute()
      }
    },
    passwordMatches: async (uid, _email, password) => passwordMatches(await hashOf(uid), password),
    // There is nothing besides our sessions.
    revokeAll: () => Promise.resolve(),
  }
}
