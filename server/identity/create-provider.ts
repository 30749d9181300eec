import type { Kysely } from 'kysely'
import type { Directory } from '../db/tables.ts'
import type { Env } from '../env.ts'
import { createEmbeddedProvider } from './embedded/embedded-provider.ts'
import type { Keyring } from './embedded/keyring.ts'
import type { IdentityProvider } from './provider.ts'

/** The provider that IDENTITY_PROVIDER names; firebase-admin is loaded only when used. */
export async function createProvider(parts: {
  db: Kysely<Directory>
  env: Env
  keyring: Keyring
}): Promise<IdentityProvider> {
  if (parts.env.IDENTITY_PROVIDER === 'embedded') return createEmbeddedProvider(parts.db, parts.keyring)
  const { createFirebaseProvider } = await import('./hosted/firebase-provider.ts')
  return createFirebaseProvider(parts.env)
}
