import { FirebaseError } from 'firebase/app'
import { errorMessages } from '../../contract/shared/error-messages.ts'
import { errorStatus, type ErrorCode } from '../../contract/shared/errors.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { ApiError, offline } from '../api/api-error.ts'

/** Codes of the provider and what they mean here. */
export type Refusals = Readonly<Record<string, ErrorCode>>

export const anywhere: Refusals = {
  'auth/too-many-requests': 'rate-limit/exceeded',
  'auth/quota-exceeded': 'rate-limit/exceeded',
}

/** The provider's refusal as one of ours; a code that is not named is a fault of ours. */
export function asApiError(error: unknown, refusals: Refusals): ApiError {
  if (error instanceof ApiError) return error
  const code = codeOf(error)
  if (code === 'auth/network-request-failed' || code === 'auth/timeout') return offline()
  const ownCode = lookup(refusals, code)
  if (!ownCode) console.warn('The identity provider refused', code)
  return refusal(ownCode ?? 'server/failed')
}

export const refusal = (code: ErrorCode): ApiError =>
  new ApiError({ code, message: errorMessages[code], status: errorStatus[code] })

export const codeOf = (error: unknown): string => (error instanceof FirebaseError ? error.code : '')
