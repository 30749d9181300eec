import type { FastifyRequest } from 'fastify'
import { headers } from '../../../contract/shared/headers.ts'
import type { Deps } from '../../deps.ts'
import { auditForgedUser, callerOfToken, type Caller } from '../identity.ts'
import { AppError } from '../../errors/app-error.ts'

/** The verified token identifies the caller; a different user id header is rejected and audited. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const token = request.headers[headers.userToken]
  if (typeof token !== 'string' || token === '') throw new AppError('auth/missing-session')
  const caller = await callerOfToken(deps, token)
  const claimed = request.headers[headers.userId]
  if (claimed !== undefined && claimed !== caller.uid) {
    await auditForgedUser(deps, caller, String(claimed), request.id)
    throw new AppError('auth/user-mismatch')
  }
  return caller
}
