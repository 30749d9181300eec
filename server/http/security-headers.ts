import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A static panel needs no inline script or style (research/reliability.md section 5). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

export function securityHeaders(app: FastifyInstance, deps: Deps): void {
  const https = deps.env.PUBLIC_URL?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'x-request-id': request.id,
    })
    // Swagger UI brings its own inline styles and sets its own policy.
    if (!request.url.startsWith('/docs')) void reply.header('content-security-policy', contentSecurityPolicy)
    if (https) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
}
