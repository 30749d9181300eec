import type { FastifyRequest } from 'fastify'
import { headers } from '../../../contract/shared/headers.ts'
import type { Deps } from '../../deps.ts'
import { auditForgedUser, whoHasToken, type Who } from '../identity.ts'
import { AppError } from '../../errors/app-error.ts'

/** The verified token says who calls; a user id header that differs is refused and written down. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Who> {
  const token = request.headers[headers.userToken]
  if (typeof token !== 'string' || token === '') throw new AppError('auth/missing-session')
  const who = await whoHasToken(deps, token)
  const claimed = request.headers[headers.userId]
  if (claimed !== undefined && claimed !== who.uid) {
    await auditForgedUser(deps, who, String(claimed), request.id)
    throw new AppError('auth/user-mismatch')
  }
  return who
}
