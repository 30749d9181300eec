import { randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
} from 'jose'
import { JOSEError, JWTExpired } from 'jose/errors'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/tables.generated.ts'
import type { Env } from '../env.ts'
import { AppError } from '../http/app-error.ts'
import { isSealed, openText, sealText, type Sealed } from './sealing.ts'

const algorithm = 'ES256'
const issuer = 'balcao'
const audience = 'balcao-panel'
export const idTokenSeconds = 3_600

export interface IdTokenClaims {
  readonly uid: string
  readonly sessionId: string
  /** Users' token_version at the time: a raise ends every token at once. */
  readonly version: number
  readonly signedInAt: Date
}

export interface Keyring {
  sign(claims: IdTokenClaims, now: Date): Promise<string>
  /** auth/id-token-expired, or auth/id-token-invalid for everything else that is wrong. */
  verify(token: string, now: Date): Promise<IdTokenClaims>
}

/** Signing keys live in the database: a restart keeps sessions, and every node verifies every token. */
export async function loadKeyring(parts: {
  db: Kysely<DB>
  env: Pick<Env, 'ENCRYPTION_KEY'>
  now: () => Date
}): Promise<Keyring> {
  const stored = (await newestKey(parts.db)) ?? (await makeKey(parts.db, parts.env.ENCRYPTION_KEY))
  const signer = {
    kid: stored.kid,
    key: await importJWK(opened(stored.privateJwk, parts.env.ENCRYPTION_KEY), algorithm),
  }
  const known = new Map([[stored.kid, await importJWK(stored.publicJwk, algorithm)]])

  const publicKey = async (kid: string) => {
    // A thumbprint: anything else is nobody's, and need not reach the database.
    if (!/^[\w-]{1,64}$/.test(kid)) throw new AppError('auth/id-token-invalid')
    const cached = known.get(kid)
    if (cached) return cached
    // Another node may have rotated; an unknown kid is looked up, a made-up one is not kept.
    const found = await keyNamed(parts.db, kid)
    if (!found) throw new AppError('auth/id-token-invalid')
    const key = await importJWK(found, algorithm)
    known.set(kid, key)
    return key
  }

  return {
    sign: (claims, now) =>
      new SignJWT({ sid: claims.sessionId, ver: claims.version, auth_time: seconds(claims.signedInAt) })
        .setProtectedHeader({ alg: algorithm, kid: signer.kid, typ: 'id+jwt' })
        .setSubject(claims.uid)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + idTokenSeconds)
        .setJti(randomUUID())
        .sign(signer.key),
    verify: async (token, now) => {
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => publicKey(typeof header.kid === 'string' ? header.kid : ''),
          {
            algorithms: [algorithm],
            issuer,
            audience,
            typ: 'id+jwt',
            currentDate: now,
            clockTolerance: 5,
            requiredClaims: ['sub', 'sid', 'ver', 'auth_time', 'exp', 'iat'],
          },
        )
        return claimsOf(payload)
      } catch (error) {
        if (error instanceof JWTExpired) throw new AppError('auth/id-token-expired')
        if (error instanceof JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
          throw new AppError('auth/id-token-invalid')
        }
        throw error
      }
    },
  }
}

function claimsOf(payload: Record<string, unknown>): IdTokenClaims {
  const { sub, sid, ver, auth_time: authTime } = payload
  if (
    typeof sub !== 'string' ||
    typeof sid !== 'string' ||
    typeof ver !== 'number' ||
    typeof authTime !== 'number'
  ) {
    throw new AppError('auth/id-token-invalid')
  }
  if (!/^[0-9a-f-]{36}$/.test(sid) || !/^[\w-]{1,128}$/.test(sub)) throw new AppError('auth/id-token-invalid')
  return { uid: sub, sessionId: sid, version: ver, signedInAt: new Date(authTime * 1_000) }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

interface StoredKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly privateJwk: unknown
}

async function newestKey(db: Kysely<DB>): Promise<StoredKey | null> {
  const row = await db
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk'])
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(1)
    .executeTakeFirst()
  return row ? { kid: row.kid, publicJwk: row.public_jwk as JWK, privateJwk: row.private_jwk } : null
}

async function keyNamed(db: Kysely<DB>, kid: string): Promise<JWK | null> {
  const row = await db
    .selectFrom('signing_keys')
    .select('public_jwk')
    .where('kid', '=', kid)
    .executeTakeFirst()
  return row ? (row.public_jwk as JWK) : null
}

/** Two nodes that start at once agree on the first key written. */
async function makeKey(db: Kysely<DB>, encryptionKey: string | undefined): Promise<StoredKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateJwk = sealed(await exportJWK(pair.privateKey), encryptionKey)
  await sql`
    insert into signing_keys (kid, algorithm, public_jwk, private_jwk)
    select ${kid}, ${algorithm}, ${JSON.stringify(publicJwk)}::jsonb, ${JSON.stringify(privateJwk)}::jsonb
    where pg_try_advisory_xact_lock(7265411) and not exists (select from signing_keys where retired_at is null)`.execute(
    db,
  )
  for (let tries = 0; tries < 50; tries += 1) {
    const stored = await newestKey(db)
    if (stored) return stored
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No signing key could be made.')
}

const sealed = (jwk: JWK, encryptionKey: string | undefined): JWK | Sealed =>
  encryptionKey ? sealText(JSON.stringify(jwk), encryptionKey) : jwk

const opened = (stored: unknown, encryptionKey: string | undefined): JWK =>
  (isSealed(stored) ? JSON.parse(openText(stored, encryptionKey)) : stored) as JWK
