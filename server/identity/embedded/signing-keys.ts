import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql, type Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import { isSealed, openText, sealText, type Sealed } from '../sealing.ts'

export const algorithm = 'ES256'
const rotateAfterMs = 30 * 86_400_000
/** Id tokens live one hour, so after two days an older key has no valid tokens left. */
const keepRetiredMs = 2 * 86_400_000

interface SigningKey {
  readonly kid: string
  readonly privateJwk: JWK
}

interface VerifyingKey {
  readonly kid: string
  readonly publicJwk: JWK
}

/** The newest key signs, every stored one verifies. Creates the first key, and the next when due. */
export async function currentKeys(
  db: Kysely<Directory>,
  encryptionKey: string | undefined,
  now: Date,
): Promise<{ signing: SigningKey; all: readonly VerifyingKey[] }> {
  for (let tries = 0; tries < 50; tries += 1) {
    const rows = await db
      .selectFrom('signing_keys')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .execute()
    const newest = rows.find((row) => row.retired_at === null)
    if (newest && now.getTime() - newest.created_at.getTime() < rotateAfterMs) {
      return {
        signing: { kid: newest.kid, privateJwk: opened(newest.private_jwk, encryptionKey) },
        all: rows.map((row) => ({ kid: row.kid, publicJwk: row.public_jwk as JWK })),
      }
    }
    // Another node may be creating it now; the next read will find it.
    if (!(await createNextKey(db, encryptionKey, now)))
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No signing key could be made.')
}

export async function publicKeyNamed(db: Kysely<Directory>, kid: string): Promise<JWK | null> {
  const row = await db
    .selectFrom('signing_keys')
    .select('public_jwk')
    .where('kid', '=', kid)
    .executeTakeFirst()
  return row ? (row.public_jwk as JWK) : null
}

/** One node creates the key; older keys retire and are deleted once all their tokens have expired. */
async function createNextKey(
  db: Kysely<Directory>,
  encryptionKey: string | undefined,
  now: Date,
): Promise<boolean> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwk = sealed(await exportJWK(pair.privateKey), encryptionKey)
  return db.transaction().execute(async (tx) => {
    const made = await sql`
      insert into signing_keys (kid, algorithm, public_jwk, private_jwk, created_at)
      select ${kid}, ${algorithm}, ${JSON.stringify(publicJwk)}::jsonb, ${JSON.stringify(privateJwk)}::jsonb, ${now}
      where pg_try_advisory_xact_lock(7265411) and not exists (
        select from signing_keys
        where retired_at is null and created_at > ${new Date(now.getTime() - rotateAfterMs)})
      returning kid`.execute(tx)
    if (made.rows.length === 0) return false
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .where('kid', '<>', kid)
      .execute()
    await tx
      .deleteFrom('signing_keys')
      .where('retired_at', '<', new Date(now.getTime() - keepRetiredMs))
      .execute()
    return true
  })
}

const sealed = (jwk: JWK, encryptionKey: string | undefined): JWK | Sealed =>
  encryptionKey ? sealText(JSON.stringify(jwk), encryptionKey) : jwk

const opened = (stored: unknown, encryptionKey: string | undefined): JWK =>
  (isSealed(stored) ? JSON.parse(openText(stored, encryptionKey)) : stored) as JWK
