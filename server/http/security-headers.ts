import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'

/**
 * A static panel needs no inline style, and no inline script but those of its own page, each let run by
 * its text's hash.
 */
export const contentSecurityPolicy = (env: Env, inlineScripts: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts.map(hashSource)].join(' '),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...identityOrigins(env)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')

/** What answers a call loads nothing and stands in no frame, should a browser ever show it (OWASP, REST security). */
const ofNoPage = "default-src 'none'; frame-ancestors 'none'"

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Where the hosted provider's SDK signs in and renews; the embedded one is on our own address. */
function identityOrigins(env: Env): string[] {
  if (env.IDENTITY_PROVIDER !== 'firebase') return []
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST
  return emulator
    ? [`http://${emulator}`]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

export function securityHeaders(app: FastifyInstance, deps: Deps): void {
  const policy = contentSecurityPolicy(deps.env)
  const https = deps.env.PUBLIC_URL?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // The rest is about pages; with a dozen files and calls on a slow line it would be felt.
    if (request.url.startsWith('/assets/') || request.url === '/favicon.svg') {
      done()
      return
    }
    void reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) {
      void reply.header('content-security-policy', ofNoPage)
      done()
      return
    }
    void reply.headers({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    // Swagger UI brings its own inline styles and sets its own policy.
    if (!request.url.startsWith('/docs')) void reply.header('content-security-policy', policy)
    done()
  })
}
