import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'

/**
 * Helmet's headers, by kind of reply (docs/adr/0019-headers-and-compression.md). The panel's own inline scripts are allowed
 * by the hash of their text. A reply without cache-control gets `no-store`.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { env }: Pick<Deps, 'env'>,
  inlineScripts: readonly string[],
): Promise<void> {
  const policies = policiesFor(env, inlineScripts)
  await app.register(helmet, { global: false })
  app.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(request.url)
    void reply.helmet(policies[kind])
    if (kind === 'file') void reply.header('content-security-policy', "frame-ancestors 'none'")
    else void reply.header('x-request-id', request.id)
    if (kind === 'page' || kind === 'docs')
      void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done()
  })
}

type ReplyKind = 'file' | 'call' | 'page' | 'docs'

function kindOf(url: string): ReplyKind {
  if (url.startsWith('/assets/') || url === '/favicon.svg') return 'file'
  if (url.startsWith('/api/')) return 'call'
  return url.startsWith('/docs') ? 'docs' : 'page'
}

function policiesFor(env: Env, inlineScripts: readonly string[]) {
  const https = env.PUBLIC_URL?.startsWith('https:') ?? false
  // A page loads a dozen files, so more headers on each would be noticeable on a slow line.
  const file = {
    ...unused,
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
  }
  // The reply to a call loads nothing and may not be framed, should a browser ever display it (OWASP, REST security).
  const call = {
    ...file,
    contentSecurityPolicy: policy({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }),
  }
  // Swagger UI has inline styles and sets its own policy.
  const docs = {
    ...file,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
  }
  return { file, call, docs, page: { ...docs, contentSecurityPolicy: policy(panel(env, inlineScripts)) } }
}

type Directives = Readonly<Record<string, string[]>>

const policy = (directives: Directives) => ({ useDefaults: false, directives })

/** The panel needs no inline styles, and no inline scripts except those of its page. */
const panel = (env: Env, inlineScripts: readonly string[]): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...inlineScripts.map(hashSource)],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'", 'data:', ...tileOrigins(env)],
  'connect-src': ["'self'", ...identityOrigins(env)],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
})

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const tileOrigins = ({ MAP_TILES_URL: url }: Env): string[] =>
  url ? [new URL(url.replaceAll(/[{}]/g, '')).origin] : []

/** The hosts where the hosted provider's SDK signs in and renews; the embedded one uses our own. */
function identityOrigins(env: Env): string[] {
  if (env.IDENTITY_PROVIDER !== 'firebase') return []
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST
  return emulator
    ? [`http://${emulator}`]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/** Headers of Helmet that current browsers ignore, or that repeat the policy. */
const unused = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
} as const
