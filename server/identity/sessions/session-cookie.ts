import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookieName, sessionHintName } from '../../../contract/shared/headers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'

export function setSessionCookie(
  deps: Deps,
  reply: FastifyReply,
  value: string,
  maxAgeSeconds: number,
): void {
  void reply.setCookie(sessionCookieName, value, { ...attributes(deps), maxAge: maxAgeSeconds })
  void reply.setCookie(sessionHintName, '1', {
    ...attributes(deps),
    httpOnly: false,
    maxAge: maxAgeSeconds,
  })
}

/** Until the session ends, whatever its cookie. */
export const secondsLeft = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): number =>
  Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)

export function clearSessionCookie(deps: Deps, reply: FastifyReply): void {
  void reply.clearCookie(sessionCookieName, attributes(deps))
  void reply.clearCookie(sessionHintName, { ...attributes(deps), httpOnly: false })
}

/** Path, SameSite and sharing across subdomains are fixed (docs/product/README.md); HttpOnly is ours. */
function attributes(deps: Deps) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: deps.env.PUBLIC_URL?.startsWith('https:') ?? false,
    ...(deps.env.COOKIE_DOMAIN ? { domain: deps.env.COOKIE_DOMAIN } : {}),
  }
}

/**
 * The cookie from the body or the browser. Two cookies of the name mean that a sibling site planted one, so
 * both are cleared and rejected.
 */
export function presentedCookie(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  inBody: string | undefined,
): string | null {
  const own = sessionCookieOf(deps, request, reply)
  return inBody ?? own
}

/** The browser's own session cookie, by the same rule. */
export function sessionCookieOf(deps: Deps, request: FastifyRequest, reply: FastifyReply): string | null {
  const named = (request.headers.cookie ?? '')
    .split(';')
    .filter((part) => part.trim().startsWith(`${sessionCookieName}=`))
  if (named.length > 1) {
    clearSessionCookie(deps, reply)
    throw new AppError('auth/duplicate-cookie')
  }
  return request.cookies[sessionCookieName] ?? null
}
