import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { sessionSeconds } from '../contract/shared/headers.ts'
import { defaultTimezone } from '../contract/shared/day.ts'
import { withStoreScope } from '../server/db/scope.ts'
import type { Cell, Directory } from '../server/db/tables.ts'
import type { Keyring } from '../server/identity/embedded/keyring.ts'

type DirectoryAndCell = Directory & Cell

/** Rows of people and of stores in one transaction: a bench has one database for both. */
export const withDirectoryAndStores = <T>(
  { directory }: { readonly directory: Kysely<Directory> },
  storeIds: readonly string[],
  work: (tx: Transaction<DirectoryAndCell>) => Promise<T>,
): Promise<T> => withStoreScope(directory as Kysely<DirectoryAndCell>, storeIds, work)

/** Values of a row of `stores` that only its id tells from the others. */
export const benchStore = (id: string) => ({
  id,
  name: 'Bench',
  brand_name: 'Bench',
  menu_slug: `bench-${id}`,
  timezone: defaultTimezone,
  address: '{}',
})

/** Creates a signed-in person with this role in the stores, and returns the id token. */
export async function addBenchPerson(
  tx: Transaction<DirectoryAndCell>,
  keyring: Keyring,
  access: { readonly storeIds: readonly string[]; readonly role: number },
): Promise<string> {
  const now = new Date()
  const [uid, sessionId] = [uuidv7(), uuidv7()]
  await tx
    .insertInto('users')
    .values({ uid, email: `${uid}@balcao.example`, name: 'Bench' })
    .execute()
  const expires = new Date(now.getTime() + sessionSeconds * 1_000)
  await tx
    .insertInto('sessions')
    .values({ id: sessionId, uid, signed_in_at: now, expires_at: expires })
    .execute()
  await tx
    .insertInto('access_entries')
    .values(access.storeIds.map((storeId) => ({ store_id: storeId, uid, role: access.role })))
    .execute()
  return keyring.sign({ uid, sessionId, version: 1, signedInAt: now }, now)
}
