import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '../../db/tables.generated.ts'
import { hashPassword } from '../embedded/passwords.ts'

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly uid?: string
  /** E.164. */
  readonly phoneNumber?: string
}

/** Makes a user of the embedded provider and answers the uid. */
export async function createUser(db: Kysely<DB>, user: NewUser): Promise<string> {
  const uid = user.uid ?? uuidv7()
  await db
    .insertInto('users')
    .values({
      uid,
      email: user.email.trim().toLowerCase(),
      name: user.name,
      phone_number: user.phoneNumber ?? null,
      password_hash: await hashPassword(user.password),
    })
    .execute()
  return uid
}
