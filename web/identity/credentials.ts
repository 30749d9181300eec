import type { Credentials } from './credentials-types.ts'
import { readIdentityProvider, signIn, signInWithCustomToken } from '../../contract/identity/identity.ts'
import { ask } from '../api/ask.ts'

const embedded: Credentials = {
  signIn: (email, password, code) => ask(signIn, { body: { email, password, ...(code ? { code } : {}) } }),
  resume: (customToken) => ask(signInWithCustomToken, { body: { customToken } }),
  signOut: () => Promise.resolve(),
}

let chosen: Promise<Credentials> | null = null

/** Resolved once; the hosted provider's SDK is loaded only if it is used. */
export function credentials(): Promise<Credentials> {
  chosen ??= choose().catch((error: unknown) => {
    chosen = null
    throw error
  })
  return chosen
}

async function choose(): Promise<Credentials> {
  const setup = await ask(readIdentityProvider, {})
  if (setup.provider === 'embedded' || !setup.firebase) return embedded
  const { firebaseCredentials } = await import('./firebase-credentials.ts')
  return firebaseCredentials(setup.firebase)
}
