import type { Credentials, SignedToken } from './credentials-types.ts'
import { initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
  type UserCredential,
} from 'firebase/auth'
import type { readIdentityProvider } from '../../contract/identity/identity.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { anywhere, asApiError, codeOf, refusal, type Refusals } from './firebase-refusals.ts'
import { firebaseSecondFactor } from './second-factor/firebase-second-factor.ts'

export type FirebaseSetup = NonNullable<Reply<typeof readIdentityProvider>['firebase']>

/** Passwords and codes go only to Firebase. Nothing is stored in the browser: the cookie is ours. */
export function firebaseCredentials(setup: FirebaseSetup): Credentials {
  const { apiKey, authDomain, projectId, emulatorUrl } = setup
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: inMemoryPersistence,
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return {
    signIn: async (email, password, code) => {
      try {
        return await tokenOf(await signInWithEmailAndPassword(auth, email, password))
      } catch (error) {
        if (codeOf(error) === 'auth/multi-factor-auth-required')
          return secondStep(auth, error as MultiFactorError, code)
        throw asApiError(error, signInRefusals)
      }
    },
    resume: async (customToken) => {
      try {
        return await tokenOf(await signInWithCustomToken(auth, customToken))
      } catch (error) {
        throw asApiError(error, resumeRefusals)
      }
    },
    signOut: () => signOut(auth),
    secondFactor: firebaseSecondFactor(auth),
  }
}

async function secondStep(
  auth: Auth,
  error: MultiFactorError,
  code: string | undefined,
): Promise<SignedToken> {
  const resolver = getMultiFactorResolver(auth, error)
  const app = resolver.hints.find((hint) => hint.factorId === TotpMultiFactorGenerator.FACTOR_ID)
  // Only SMS is set up, but the panel asks for authenticator codes.
  if (!app) throw refusal('auth/provider-decides')
  if (!code) throw refusal('auth/second-factor-required')
  try {
    const assertion = TotpMultiFactorGenerator.assertionForSignIn(app.uid, code.replaceAll(/\s/g, ''))
    return await tokenOf(await resolver.resolveSignIn(assertion))
  } catch (failed) {
    throw asApiError(failed, signInRefusals)
  }
}

async function tokenOf({ user }: UserCredential): Promise<SignedToken> {
  const { token, expirationTime, issuedAtTime } = await user.getIdTokenResult()
  // Use the provider's clock for both: this computer's may be wrong.
  const expiresInSeconds = Math.floor((Date.parse(expirationTime) - Date.parse(issuedAtTime)) / 1_000)
  return { uid: user.uid, idToken: token, expiresInSeconds }
}

const signInRefusals: Refusals = {
  ...anywhere,
  'auth/invalid-credential': 'auth/invalid-credential',
  'auth/user-not-found': 'auth/invalid-credential',
  'auth/wrong-password': 'auth/invalid-credential',
  'auth/user-disabled': 'auth/invalid-credential',
  'auth/invalid-email': 'auth/invalid-credential',
  'auth/invalid-verification-code': 'auth/second-factor-invalid',
  'auth/missing-verification-code': 'auth/second-factor-required',
  'auth/password-does-not-meet-requirements': 'auth/password-refused',
}

const resumeRefusals: Refusals = {
  ...anywhere,
  'auth/invalid-custom-token': 'auth/custom-token-invalid',
  'auth/custom-token-mismatch': 'auth/custom-token-invalid',
  'auth/user-disabled': 'auth/id-token-revoked',
  'auth/user-not-found': 'auth/id-token-revoked',
}
