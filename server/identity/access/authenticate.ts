import type { FastifyRequest } from 'fastify'
import { headers } from '../../../contract/shared/headers.ts'
import type { Deps } from '../../deps.ts'
import { callerOfToken, countRefusal, type Caller } from '../identity.ts'
import { AppError } from '../../errors/app-error.ts'

/** The verified token identifies the caller; a different user id header is rejected and audited. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const token = request.headers[headers.userToken]
  if (typeof token !== 'string' || token === '') throw new AppError('auth/missing-session')
  const caller = await callerOfToken(deps, token)
  const claimed = request.headers[headers.userId]
  if (claimed !== undefined && claimed !== caller.uid) {
    const who = { uid: caller.uid, requestId: request.id, address: request.ip, at: deps.now() }
    await countRefusal(deps.directory, { ...who, action: 'identity/forged-user-id' }, String(claimed))
    throw new AppError('auth/user-mismatch')
  }
  return caller
}
