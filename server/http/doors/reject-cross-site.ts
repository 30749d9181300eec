import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Rejects cross-site browser calls that carry the person's cookie: checks Sec-Fetch-Site, or Origin in browsers
 * that do not send it (OWASP CSRF sheet). Callers other than browsers send neither and have no ambient cookie.
 */
export function rejectCrossSite(deps: Deps, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw new AppError('auth/cross-site')
  }
  const origin = request.headers.origin
  if (origin !== undefined && !ownOrigin(deps, request, origin)) throw new AppError('auth/cross-site')
}

function ownOrigin(deps: Deps, request: FastifyRequest, origin: string): boolean {
  if (deps.env.PUBLIC_URL) return origin === new URL(deps.env.PUBLIC_URL).origin
  return origin === `http://${request.headers.host ?? ''}`
}
