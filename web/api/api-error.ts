import type { ErrorCode, ErrorDetail } from '../../contract/shared/errors.ts'

/** An error reply or a missing one. `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network/offline'
  readonly status: number
  readonly requestId: string | null
  readonly details: readonly ErrorDetail[]
  /** When the server asks to come back later; null otherwise. */
  readonly retryAfterMs: number | null

  constructor(parts: {
    code: ErrorCode | 'network/offline'
    message: string
    status: number
    requestId?: string
    details?: readonly ErrorDetail[]
    retryAfterMs?: number | null
  }) {
    super(parts.message)
    this.name = 'ApiError'
    this.code = parts.code
    this.status = parts.status
    this.requestId = parts.requestId ?? null
    this.details = parts.details ?? []
    this.retryAfterMs = parts.retryAfterMs ?? null
  }
}

export const offline = (): ApiError =>
  new ApiError({
    code: 'network/offline',
    message: 'Sem conexão com o Balcão. Confira a internet; tentamos de novo sozinhos.',
    status: 0,
  })

/** The user-facing sentence for any error that a call can throw. */
export const errorSentence = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Algo falhou nesta tela. Recarregue a página e tente de novo.'

export const requestIdOf = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null

/** The store has switched off what was asked for: trying again would not help. */
export const isModuleOff = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'module/off'
