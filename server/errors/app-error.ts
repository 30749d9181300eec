import { errorStatus, type ErrorCode, type ErrorDetail } from '../../contract/shared/errors.ts'

export interface AppErrorExtras {
  readonly details?: readonly ErrorDetail[]
  /** The current value, for a stale version. */
  readonly current?: unknown
  readonly retryAfterSeconds?: number
  /** A pt-BR sentence that is more specific than the code's own. */
  readonly message?: string
  readonly cause?: unknown
}

/** A rejection with a stable code. Anything else that is thrown is an internal error (500). */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extras: AppErrorExtras

  constructor(code: ErrorCode, extras: AppErrorExtras = {}) {
    super(code, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.extras = extras
  }
}
