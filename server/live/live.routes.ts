import type { FastifyInstance, FastifyRequest } from 'fastify'
import { roleLevel } from '../../contract/shared/access.ts'
import { sessionCookieName } from '../../contract/shared/headers.ts'
import { readEvents } from '../../contract/live/live.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { authenticate } from '../identity/access/authenticate.ts'
import { parseInput } from '../http/parse.ts'
import { callerOfCookie, type Caller } from '../identity/identity.ts'
import { streamsPerUser } from './hub.ts'

const bufferedLimit = 256 * 1024

/** Server-sent events. EventSource sends no headers, so the session cookie authenticates. */
export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${readEvents.path}`,
    config: { route: readEvents },
    handler: async (request, reply) => {
      const caller = await reader(deps, request)
      const after = resumePoint(request)
      if (deps.live.streamsOf(caller.uid) >= streamsPerUser) throw new AppError('live/too-many-streams')
      reply.hijack()
      const raw = reply.raw
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        connection: 'keep-alive',
      })
      // Spreads reconnections after a restart.
      raw.write(`retry: ${1_000 + Math.floor(Math.random() * 3_000)}\n\n`)
      const leave = await deps.live.attach(
        { uid: caller.uid, sessionId: caller.sessionId, isRoot: caller.isRoot, roles: levelsOf(caller) },
        {
          write: (text) => {
            if (raw.destroyed) return false
            raw.write(text)
            return raw.writableLength < bufferedLimit
          },
          close: () => raw.end(),
        },
        after,
      )
      raw.on('close', leave)
      raw.on('error', leave)
      if (raw.destroyed) leave()
    },
  })
}

const levelsOf = (caller: Caller): ReadonlyMap<string, number> =>
  new Map([...caller.access].map(([storeId, role]) => [storeId, roleLevel[role]]))

async function reader(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const cookie = request.cookies[sessionCookieName]
  if (request.headers['x-user-token'] !== undefined || !cookie) return authenticate(deps, request)
  return callerOfCookie(deps, cookie)
}

function resumePoint(request: FastifyRequest): string | null {
  const header = request.headers['last-event-id']
  const raw = typeof header === 'string' && header !== '' ? { after: header } : request.query
  const { after } = parseInput(readEvents.query ?? never(), raw) as { after?: string }
  return after ?? null
}

function never(): never {
  throw new Error('readEvents has a query')
}
