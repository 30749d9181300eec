import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { roleLevel } from '../../contract/shared/access.ts'
import { readEvents } from '../../contract/live/live.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { authenticate } from '../identity/access/authenticate.ts'
import { parseInput } from '../http/parse.ts'
import { callerOfCookie, sessionCookieOf, type Caller } from '../identity/identity.ts'
import { streamsPerUser } from './hub.ts'

const bufferedLimit = 256 * 1024

/** Server-sent events. EventSource sends no headers, so the session cookie authenticates. */
export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${readEvents.path}`,
    config: { route: readEvents },
    handler: async (request, reply) => {
      const caller = await reader(deps, request, reply)
      const after = resumePoint(request)
      // Fastify answers HEAD with the same handler, and nobody would ever end this stream.
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send()
      // The hub adds it before anything is awaited, so that many at once are counted, too.
      if (deps.live.streamsOf(caller.uid) >= streamsPerUser) throw new AppError('live/too-many-streams')
      reply.hijack()
      const raw = reply.raw
      raw.writeHead(200, { ...streamHeaders, connection: 'keep-alive' })
      // Spreads reconnections after a restart.
      raw.write(`retry: ${1_000 + Math.floor(Math.random() * 3_000)}\n\n`)
      let leave = () => {}
      let gone = false
      raw.on('error', () => {})
      raw.on('close', () => {
        gone = true
        leave()
      })
      const sink = {
        write: (text: string) => {
          if (raw.destroyed) return false
          raw.write(text)
          return raw.writableLength < bufferedLimit
        },
        close: () => raw.end(),
      }
      const { uid, sessionId } = caller
      try {
        leave = await deps.live.attach({ uid, sessionId, roles: levelsOf(caller) }, sink, after)
      } catch (error) {
        // The browser comes back with its position.
        request.log.warn({ err: error }, 'a live stream could not be opened')
        raw.destroy()
      }
      if (gone) leave()
    },
  })
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const levelsOf = (caller: Caller): ReadonlyMap<string, number> =>
  new Map([...caller.access].map(([storeId, role]) => [storeId, roleLevel[role]]))

async function reader(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const cookie = sessionCookieOf(deps, request, reply)
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
