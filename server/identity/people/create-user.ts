import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Directory } from '../../db/tables.ts'
import { hashPassword } from '../embedded/passwords.ts'

interface NewUser {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly uid?: string
  /** E.164. */
  readonly phoneNumber?: string
}

/** Creates a user of the embedded provider and returns the uid. */
export async function createUser(db: Kysely<Directory>, { password, ...user }: NewUser): Promise<string> {
  const uid = user.uid ?? uuidv7()
  await insertUser(db, { ...user, uid, passwordHash: await hashPassword(password) })
  return uid
}

export async function insertUser(
  db: Kysely<Directory>,
  user: Omit<NewUser, 'password'> & { readonly uid: string; readonly passwordHash: string },
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      uid: user.uid,
      email: user.email.trim().toLowerCase(),
      name: user.name,
      phone_number: user.phoneNumber ?? null,
      password_hash: user.passwordHash,
    })
    .execute()
}
