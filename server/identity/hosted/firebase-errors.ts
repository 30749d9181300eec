import type { ErrorCode } from '../../../contract/shared/errors.ts'
import { AppError } from '../../errors/app-error.ts'

/** What is wrong with a token, by the SDK's own code. Whatever is not here says nothing about it. */
const aboutTheToken: Readonly<Record<string, ErrorCode>> = {
  'auth/id-token-expired': 'auth/id-token-expired',
  'auth/id-token-revoked': 'auth/id-token-revoked',
  'auth/user-disabled': 'auth/id-token-revoked',
  'auth/user-not-found': 'auth/id-token-revoked',
  'auth/argument-error': 'auth/id-token-invalid',
  'auth/invalid-id-token': 'auth/id-token-invalid',
  'auth/invalid-uid': 'auth/id-token-invalid',
  'auth/mismatching-tenant-id': 'auth/id-token-invalid',
}

const aboutThePassword = new Set([
  'auth/invalid-password',
  'auth/weak-password',
  'auth/password-does-not-meet-requirements',
])

/** Not reached, too slow, or too busy to answer: nobody is signed out over it. */
const unavailable = new Set([
  'app/network-error',
  'app/network-timeout',
  'app/invalid-credential',
  'auth/internal-error',
  'auth/quota-exceeded',
])

/**
 * The SDK calls a failure to fetch Google's public keys `argument-error`, like a bad token; only
 * its words tell them apart (firebase-provider.test.ts holds the SDK to them).
 */
const keysNotFetched = /Error fetching|Error while making request/

export function rejectToken(error: unknown): never {
  if (error instanceof Error && keysNotFetched.test(error.message)) throw overloaded(error)
  const code = aboutTheToken[codeOf(error)]
  if (code) throw new AppError(code)
  return rejectAccount(error)
}

/** For calls about an account: its password refused, the provider not there, or a fault of ours. */
export function rejectAccount(error: unknown): never {
  const code = codeOf(error)
  if (aboutThePassword.has(code)) throw new AppError('auth/password-refused')
  // Made by somebody else since the link was opened.
  if (code === 'auth/email-already-exists') throw new AppError('auth/link-invalid')
  if (unavailable.has(code)) throw overloaded(error)
  throw error
}

const overloaded = (cause: unknown): AppError => Object.assign(new AppError('server/overloaded'), { cause })

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
