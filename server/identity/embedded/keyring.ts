import { randomUUID } from 'node:crypto'
import { importJWK, jwtVerify, SignJWT, type CryptoKey } from 'jose'
import { JOSEError, JWTExpired } from 'jose/errors'
import type { Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { algorithm, currentKeys, publicKeyNamed } from './signing-keys.ts'

declare module '../../deps.ts' {
  interface Deps {
    readonly keyring: Keyring
  }
}

const issuer = 'balcao'
const audience = 'balcao-panel'
export const idTokenSeconds = 3_600

interface IdTokenClaims {
  readonly uid: string
  readonly sessionId: string
  /** users.token_version at the time; increasing it invalidates every token at once. */
  readonly version: number
  readonly signedInAt: Date
}

export interface Keyring {
  sign(claims: IdTokenClaims, now: Date): Promise<string>
  /** auth/id-token-expired, or auth/id-token-invalid for every other reason. */
  verify(token: string, now: Date): Promise<IdTokenClaims>
}

/** How long a node caches the keys, and so how long a deleted key may still verify. */
const refreshEveryMs = 60_000

interface Held {
  readonly readAt: number
  readonly signer: { readonly kid: string; readonly key: CryptoKey | Uint8Array }
  readonly known: ReadonlyMap<string, CryptoKey | Uint8Array>
}

/**
 * Signing keys are stored in the database: sessions survive a restart, every node verifies every token, and
 * keys rotate automatically every 30 days (signing-keys.ts).
 */
export async function loadKeyring(parts: {
  db: Kysely<Directory>
  env: Pick<Env, 'ENCRYPTION_KEY'>
  now: () => Date
}): Promise<Keyring> {
  const look = async (now: Date): Promise<Held> => {
    const { signing, all } = await currentKeys(parts.db, parts.env.ENCRYPTION_KEY, now)
    return {
      readAt: now.getTime(),
      signer: { kid: signing.kid, key: await importJWK(signing.privateJwk, algorithm) },
      known: new Map(
        await Promise.all(
          all.map(async (key) => [key.kid, await importJWK(key.publicJwk, algorithm)] as const),
        ),
      ),
    }
  }
  let held = await look(parts.now())
  const current = async (now: Date): Promise<Held> => {
    if (Math.abs(now.getTime() - held.readAt) >= refreshEveryMs) held = await look(now)
    return held
  }

  const publicKey = async (kid: string, now: Date) => {
    // Key ids are thumbprints; anything else needs no database lookup.
    if (!/^[\w-]{1,64}$/.test(kid)) throw new AppError('auth/id-token-invalid')
    const cached = (await current(now)).known.get(kid)
    if (cached) return cached
    // Another node may have rotated within this minute. An unknown kid is not cached.
    const found = await publicKeyNamed(parts.db, kid)
    if (!found) throw new AppError('auth/id-token-invalid')
    return importJWK(found, algorithm)
  }

  return {
    sign: async (claims, now) => {
      const { signer } = await current(now)
      return new SignJWT({
        sid: claims.sessionId,
        ver: claims.version,
        auth_time: seconds(claims.signedInAt),
      })
        .setProtectedHeader({ alg: algorithm, kid: signer.kid, typ: 'id+jwt' })
        .setSubject(claims.uid)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + idTokenSeconds)
        .setJti(randomUUID())
        .sign(signer.key)
    },
    verify: async (token, now) => {
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => publicKey(typeof header.kid === 'string' ? header.kid : '', now),
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
