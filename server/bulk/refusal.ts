import { errorMessages } from '../../contract/shared/error-messages.ts'
import type { ErrorCode } from '../../contract/shared/errors.ts'
import { AppError } from '../errors/app-error.ts'

export interface Refusal {
  readonly error: ErrorCode
  readonly message: string
}

/** The most exact sentence that a refusal has: of its one field, else its own, else that of its code. */
export const refusalOf = ({ code, extras }: AppError): Refusal => ({
  error: code,
  message: extras.message ?? extras.details?.[0]?.message ?? errorMessages[code],
})

export const failed: Refusal = refusalOf(
  new AppError('server/failed', { message: 'Não deu agora. Tente de novo.' }),
)
