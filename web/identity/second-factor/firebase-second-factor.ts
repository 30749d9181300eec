import {
  EmailAuthProvider,
  getMultiFactorResolver,
  multiFactor,
  reauthenticateWithCredential,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
  type User,
} from 'firebase/auth'
import type { HostedSecondFactor } from '../credentials-types.ts'
import { anywhere, asApiError, codeOf, refusal, type Refusals } from '../firebase-refusals.ts'

/** The authenticator app at Firebase. The emulator knows none: held by a test with a double of the SDK. */
export const firebaseSecondFactor = (auth: Auth): HostedSecondFactor => ({
  start: (email, password) =>
    translated(async () => {
      const user = userOf(auth)
      if (appOf(user)) throw refusal('auth/second-factor-on')
      // The provider asks for a sign-in of a moment ago.
      await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
      const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
      return {
        secret: secret.secretKey,
        uri: secret.generateQrCodeUrl(email, 'Balcão'),
        confirm: (code) =>
          translated(() =>
            multiFactor(user).enroll(
              TotpMultiFactorGenerator.assertionForEnrollment(secret, digitsOf(code)),
              'Aplicativo autenticador',
            ),
          ),
      }
    }),
  remove: (email, password, code) =>
    translated(async () => {
      const user = userOf(auth)
      await proveBoth(auth, user, { email, password, code })
      const app = appOf(user)
      if (app) await multiFactor(user).unenroll(app)
    }),
})

/** With a second factor the password alone is answered by a challenge. */
async function proveBoth(
  auth: Auth,
  user: User,
  { email, password, code }: { readonly email: string; readonly password: string; readonly code: string },
): Promise<void> {
  try {
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password))
  } catch (error) {
    if (codeOf(error) !== 'auth/multi-factor-auth-required') throw error
    const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
    const app = resolver.hints.find(isApp)
    if (!app) throw refusal('auth/provider-decides')
    await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(app.uid, digitsOf(code)))
  }
}

const isApp = ({ factorId }: { readonly factorId: string }): boolean =>
  factorId === TotpMultiFactorGenerator.FACTOR_ID

const appOf = (user: User) => multiFactor(user).enrolledFactors.find(isApp)

const digitsOf = (code: string): string => code.replaceAll(/\s/g, '')

function userOf({ currentUser }: Auth): User {
  if (!currentUser) throw refusal('auth/missing-session')
  return currentUser
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asApiError(error, refusals)
  }
}

const refusals: Refusals = {
  ...anywhere,
  'auth/invalid-credential': 'auth/wrong-password',
  'auth/wrong-password': 'auth/wrong-password',
  'auth/invalid-verification-code': 'auth/second-factor-invalid',
  'auth/missing-verification-code': 'auth/second-factor-invalid',
  'auth/totp-challenge-timeout': 'auth/second-factor-invalid',
  'auth/second-factor-already-in-use': 'auth/second-factor-on',
  'auth/maximum-second-factor-count-exceeded': 'auth/second-factor-on',
  // Authenticator apps are not switched on in the project.
  'auth/operation-not-allowed': 'auth/provider-decides',
}
