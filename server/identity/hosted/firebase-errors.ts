import type { ErrorCode } from '../../../contract/shared/errors.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { AppError } from '../../errors/app-error.ts'

/** Reasons for an invalid token, by the SDK's code. Other codes say nothing about the token. */
const tokenCodes: Readonly<Record<string, ErrorCode>> = {
  'auth/id-token-expired': 'auth/id-token-expired',
  'auth/id-token-revoked': 'auth/id-token-revoked',
  'auth/user-disabled': 'auth/id-token-revoked',
  'auth/user-not-found': 'auth/id-token-revoked',
  'auth/argument-error': 'auth/id-token-invalid',
  'auth/invalid-id-token': 'auth/id-token-invalid',
  'auth/invalid-uid': 'auth/id-token-invalid',
  'auth/mismatching-tenant-id': 'auth/id-token-invalid',
}

const passwordCodes = new Set([
  'auth/invalid-password',
  'auth/weak-password',
  'auth/password-does-not-meet-requirements',
])

/** Unreachable, too slow or overloaded; nobody is signed out because of it. */
const unavailable = new Set([
  'app/network-error',
  'app/network-timeout',
  'app/invalid-credential',
  'auth/internal-error',
  'auth/quota-exceeded',
])

/**
 * The SDK reports a failure to fetch Google's public keys as `argument-error`, like a bad token. Only the
 * message distinguishes them (firebase-provider.test.ts verifies it).
 */
const keysNotFetched = /Error fetching|Error while making request/

export function rejectToken(error: unknown): never {
  if (error instanceof Error && keysNotFetched.test(error.message)) throw overloaded(error)
  const code = lookup(tokenCodes, codeOf(error))
  if (code) throw new AppError(code)
  return rejectAccount(error)
}

/** For calls about an account: password rejected, provider unreachable, or an internal error. */
export function rejectAccount(error: unknown): never {
  const code = codeOf(error)
  if (passwordCodes.has(code)) throw new AppError('auth/password-refused')
  // Created by someone else since the link was opened.
  if (code === 'auth/email-already-exists') throw new AppError('auth/link-invalid')
  if (unavailable.has(code)) throw overloaded(error)
  throw error
}

const overloaded = (cause: unknown): AppError => Object.assign(new AppError('server/overloaded'), { cause })

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
