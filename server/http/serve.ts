import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { RoleName } from '../../contract/shared/access.ts'
import type { Received, Route } from '../../contract/shared/route.ts'
import type { SelectedStore } from '../../contract/shared/selection.ts'
import type { Deps } from '../deps.ts'
import type { Who } from '../identity/identity.ts'
import { agentOfRequest } from './agent.ts'
import { authenticate } from './authenticate.ts'
import { authorise } from './authorise.ts'
import { compileObjects } from './compiled-reply.ts'
import { refuseCrossSite } from './cross-site.ts'
import { onlyOnce } from './idempotency.ts'
import { parseInput } from './parse.ts'
import { sendJson } from './send-json.ts'

type Kind<T extends Route> = T['access']['kind']

/** The store the caller chose and the role that the database gives there. */
interface OneStore {
  readonly storeId: string
  readonly role: RoleName
}

export interface GrantedStore extends SelectedStore {
  readonly role: RoleName
}

type Scope<T extends Route> =
  Kind<T> extends 'store' | 'pathStore' | 'menuSlug'
    ? OneStore
    : Kind<T> extends 'agent'
      ? { readonly storeId: string; readonly agentId: string }
      : Kind<T> extends 'selection'
        ? { readonly stores: readonly GrantedStore[] }
        : unknown

/** What a handler gets: parsed input, who calls, and only the stores that the contract grants. */
export type Call<T extends Route> = Received<T> & {
  readonly deps: Deps
  readonly now: Date
  readonly requestId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The Idempotency-Key, when sent. */
  readonly idempotencyKey: string | null
} & (Kind<T> extends 'public' | 'agent' ? unknown : { readonly who: Who }) &
  Scope<T>

/**
 * The reply's data as JSON, in pieces that the handler checked against the contract when it made
 * them: sent as they are (docs/adr/0007-board-texts.md).
 */
export const checkedPieces = Symbol('checked pieces')
export interface Checked {
  readonly [checkedPieces]: readonly Buffer[]
}

/** The handler has sent the reply itself, a file say; `reply.sent` is false until its stream has ended. */
export const sentAlready = Symbol('sent already')

export type Handler<T extends Route> = (
  call: Call<T>,
) => Promise<z.input<T['reply']> | Checked | typeof sentAlready>

/** Joins a call of the contract with the function that answers it. All the plumbing is here. */
export function serve<T extends Route>(
  app: FastifyInstance,
  deps: Deps,
  route: T,
  handler: Handler<T>,
): void {
  compileObjects(route.reply)
  app.route({
    method: route.method,
    url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: route.bodyLimit ?? 64 * 1024,
    config: { route },
    handler: async (request, reply) => {
      refuseCrossSite(deps, request)
      const { kind } = route.access
      const agent = kind === 'agent' ? await agentOfRequest(deps, request) : {}
      const who = kind === 'public' || kind === 'agent' ? null : await authenticate(deps, request)
      const input = parseRequest(route, request)
      const scope = await authorise(deps, route, who, input, request)
      const idempotencyKey = headerText(request, 'idempotency-key')
      const call = {
        ...input,
        ...scope,
        ...agent,
        ...(who ? { who } : {}),
        deps,
        now: deps.now(),
        requestId: request.id,
        request,
        reply,
        idempotencyKey,
        // The shape is the one that `Call<T>` computes from route.access; checked by app.db.test.ts.
      } as unknown as Call<T>
      if (route.idempotency) {
        const answer = await onlyOnce(deps, route, request, who, input, async () =>
          written(route, await handler(call)),
        )
        await sendJson(reply, [answer])
        return reply
      }
      const answer = await handler(call)
      if (answer !== sentAlready) await sendJson(reply, piecesOf(route, answer))
      return reply
    },
  })
}

function written(route: Route, answer: unknown): string {
  // Parsed on the way out: a field that the contract does not name is a fault, not a leak.
  const data = z.parse(route.reply, answer)
  return JSON.stringify(route.envelope === 'bare' ? data : { data })
}

function piecesOf(route: Route, answer: unknown): readonly (string | Buffer)[] {
  if (typeof answer !== 'object' || answer === null || !(checkedPieces in answer))
    return [written(route, answer)]
  return [Buffer.from('{"data":'), ...(answer as Checked)[checkedPieces], Buffer.from('}')]
}

function parseRequest(route: Route, request: FastifyRequest): Received<Route> {
  return {
    params: route.params ? parseInput(route.params, request.params) : undefined,
    query: route.query ? parseInput(route.query, request.query) : undefined,
    body: route.body ? parseInput(route.body, request.body ?? undefined) : undefined,
  } as Received<Route>
}

export function headerText(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
