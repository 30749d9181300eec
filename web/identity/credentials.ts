import { readIdentityProvider, signIn, signInWithCustomToken } from '../../contract/identity/identity.ts'
import { ask } from '../api/ask.ts'

/** An id token and how long it lives. */
export interface SignedToken {
  readonly uid: string
  readonly idToken: string
  readonly expiresInSeconds: number
}

/** Who checks passwords for this installation: our server, or Firebase through its own SDK. */
export interface Credentials {
  /** ApiError auth/invalid-credential, auth/second-factor-required, auth/second-factor-invalid. */
  signIn(email: string, password: string, code: string | undefined): Promise<SignedToken>
  /** The session that the server's custom token stands for. */
  resume(customToken: string): Promise<SignedToken>
  /** Forgets what the provider keeps in this browser. */
  signOut(): Promise<void>
}

const embedded: Credentials = {
  signIn: (email, password, code) => ask(signIn, { body: { email, password, ...(code ? { code } : {}) } }),
  resume: (customToken) => ask(signInWithCustomToken, { body: { customToken } }),
  signOut: () => Promise.resolve(),
}

let chosen: Promise<Credentials> | null = null

/** Asked once; the hosted provider's SDK is loaded only where it is used. */
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
