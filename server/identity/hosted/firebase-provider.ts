import { applicationDefault, cert, getApps, initializeApp, type App } from 'firebase-admin/app'
import { getAuth, type Auth, type DecodedIdToken } from 'firebase-admin/auth'
import type { Env } from '../../env.ts'
import { createIdentityToolkit, type IdentityToolkit } from './identity-toolkit.ts'
import { AppError } from '../../errors/app-error.ts'
import { codeOf, rejectAccount, rejectToken } from './firebase-errors.ts'
import type { IdentityProvider, Presented, WriteRows } from '../provider.ts'

/** Our session's id in tokens issued for our custom tokens; a person cannot set claims. */
const sessionClaim = 'balcao_sid'

/** The part of the SDK that is used. */
export type HostedAuth = Pick<
  Auth,
  | 'verifyIdToken'
  | 'createCustomToken'
  | 'getUser'
  | 'getUserByEmail'
  | 'createUser'
  | 'updateUser'
  | 'revokeRefreshTokens'
>

/** Firebase Auth / Identity Platform stores the credentials and signs the tokens. */
export function createFirebaseProvider(env: Env): IdentityProvider {
  return firebaseProviderOver(getAuth(appOf(env)), createIdentityToolkit(env))
}

export function firebaseProviderOver(auth: HostedAuth, toolkit: IdentityToolkit): IdentityProvider {
  return {
    kind: 'firebase',
    verify: async (idToken) => {
      if (!looksSigned(idToken)) throw new AppError('auth/id-token-invalid')
      // Without `true` the SDK checks only the signature, not revocation.
      return presentedBy(await auth.verifyIdToken(idToken, true).catch(rejectToken))
    },
    customToken: async ({ uid, sessionId }) => {
      // Signed locally; for a deleted account it would create a new one.
      const user = await auth.getUser(uid).catch(rejectToken)
      if (user.disabled) throw new AppError('auth/id-token-revoked')
      return auth.createCustomToken(uid, { [sessionClaim]: sessionId }).catch(rejectAccount)
    },
    findByEmail: async (email) => {
      try {
        const user = await auth.getUserByEmail(email)
        return { uid: user.uid, name: user.displayName ?? '' }
      } catch (error) {
        if (['auth/user-not-found', 'auth/invalid-email'].includes(codeOf(error))) return null
        return rejectAccount(error)
      }
    },
    createUser: async ({ uid, email, name, password }) => {
      const account = { email, displayName: name, password, emailVerified: true }
      try {
        await auth.createUser({ uid, ...account })
      } catch (error) {
        // An earlier attempt with the same link created it before it was interrupted.
        if (codeOf(error) !== 'auth/uid-already-exists') return rejectAccount(error)
        await auth.updateUser(uid, account).catch(rejectAccount)
      }
      return noRows
    },
    setPassword: async (uid, password) => {
      // The address is verified, by a link of ours or by a session that required it.
      await auth.updateUser(uid, { password, emailVerified: true }).catch(rejectAccount)
      return noRows
    },
    passwordMatches: async (uid, email, password) => (await toolkit.uidOfPassword(email, password)) === uid,
    revokeAll: (uid) => auth.revokeRefreshTokens(uid).catch(rejectAccount),
  }
}

const noRows: WriteRows = () => Promise.resolve()

const appName = 'balcao'

/** Once per process. The emulator needs no credentials; the SDK finds it by its own variable. */
function appOf(env: Env): App {
  const made = getApps().find((app) => app.name === appName)
  if (made) return made
  const projectId = env.FIREBASE_PROJECT_ID ?? ''
  if (env.FIREBASE_AUTH_EMULATOR_HOST) return initializeApp({ projectId }, appName)
  const account = env.FIREBASE_SERVICE_ACCOUNT
  const credential = account ? cert(parsedAccount(account)) : applicationDefault()
  return initializeApp({ projectId, credential }, appName)
}

function parsedAccount(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    // The parser's message would show a piece of the key.
    throw new Error('FIREBASE_SERVICE_ACCOUNT: não é um JSON válido')
  }
}

/** Two readable JSON objects and a signature; some other shapes crash the SDK. */
function looksSigned(token: string): boolean {
  const [header, payload, signature, ...more] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0)
    return false
  return [header, payload].every(isObjectPart) && /^[\w-]*$/.test(signature)
}

function isObjectPart(part: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function presentedBy(decoded: DecodedIdToken): Presented {
  const claims: Readonly<Record<string, unknown>> = decoded
  const sessionId = claims[sessionClaim] ?? null
  const firebase = claims.firebase as { readonly sign_in_second_factor?: unknown } | undefined
  const email = text(claims.email)?.toLowerCase() ?? null
  if (!/^[\w-]{1,128}$/.test(decoded.uid)) throw new AppError('auth/id-token-invalid')
  if (sessionId !== null && !isUuid(sessionId)) throw new AppError('auth/id-token-invalid')
  // Anyone with the panel's public key can sign up with an address that is not theirs.
  if (sessionId === null && (!email || claims.email_verified !== true))
    throw new AppError('auth/id-token-invalid')
  return {
    uid: decoded.uid,
    sessionId,
    version: null,
    signedInAt: new Date(decoded.auth_time * 1_000),
    secondFactor: firebase?.sign_in_second_factor !== undefined,
    profile: email
      ? { email, name: text(claims.name) ?? email, phoneNumber: text(claims.phone_number) }
      : null,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
