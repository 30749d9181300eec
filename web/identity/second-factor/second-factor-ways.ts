import {
  confirmSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../contract/identity/account.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { credentials } from '../credentials.ts'
import type { HostedEnrolment, HostedSecondFactor } from '../credentials-types.ts'

/** Where the second factor is kept. Each function throws ApiError. */
export interface SecondFactorWay {
  start(password: string): Promise<{ readonly secret: string; readonly uri: string }>
  /** The recovery codes; null: there are none, and every session has ended. */
  confirm(code: string): Promise<readonly string[] | null>
  /** True if every session has ended. */
  remove(password: string, code: string): Promise<boolean>
}

export const ownSecondFactor: SecondFactorWay = {
  start: (password) => ask(startSecondFactor, { body: { password } }),
  confirm: async (code) => (await ask(confirmSecondFactor, { body: { code } })).recoveryCodes,
  remove: async (password, code) => {
    await ask(removeSecondFactor, { body: { password, code } })
    return false
  },
}

/** At the hosted provider, which is asked by this browser. */
export function hostedSecondFactor(email: string): SecondFactorWay {
  let enrolment: HostedEnrolment | null = null
  return {
    start: async (password) => {
      enrolment = await (await hosted()).start(email, password)
      return enrolment
    },
    confirm: async (code) => {
      await enrolment?.confirm(code)
      return null
    },
    remove: async (password, code) => {
      await (await hosted()).remove(email, password, code)
      return true
    },
  }
}

async function hosted(): Promise<HostedSecondFactor> {
  const { secondFactor } = await credentials()
  if (secondFactor) return secondFactor
  throw new ApiError({
    code: 'auth/provider-decides',
    message: 'O serviço de entrada não oferece a segunda etapa.',
    status: 422,
  })
}
