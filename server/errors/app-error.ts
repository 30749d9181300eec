import { errorStatus, type ErrorCode, type ErrorDetail } from '../../contract/shared/errors.ts'

export interface AppErrorExtras {
  readonly details?: readonly ErrorDetail[]
  /** The value as it stands now, for a stale version. */
  readonly current?: unknown
  readonly retryAfterSeconds?: number
  /** A pt-BR sentence that says more than the code's own, when the case is known better. */
  readonly message?: string
}

/** A refusal with a stable code. Anything else that is thrown is a fault of ours (500). */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extras: AppErrorExtras

  constructor(code: ErrorCode, extras: AppErrorExtras = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.extras = extras
  }
}
