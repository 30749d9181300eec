import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Received, Route } from '../../contract/shared/route.ts'
import { checkedPieces, sentAlready, type Call, type Checked, type ServedRoute } from '../calls/call.ts'
import type { Deps } from '../deps.ts'
import { agentOfRequest } from '../identity/access/agent-of-request.ts'
import { authenticate } from '../identity/access/authenticate.ts'
import { authorise } from '../identity/access/authorise.ts'
import { rejectCrossSite } from './reject-cross-site.ts'
import { onlyOnce } from './idempotency.ts'
import { parseInput } from './parse.ts'
import type { CallLimits } from './call-limits.ts'
import type { Gate } from './gate.ts'
import { sendJson } from './send-json.ts'
import type { SharedAnswers } from './shared-answers.ts'

export interface Serving {
  readonly limits: CallLimits
  readonly shared: SharedAnswers
  readonly reports: Gate
}

type CallHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Handles everything around a call: limits, authentication, parsing, idempotency and the reply. */
export function serve(
  app: FastifyInstance,
  deps: Deps,
  { route, handler }: ServedRoute,
  { limits, shared, reports }: Serving,
): void {
  const handlerDeps = route.load === 'report' ? { ...deps, ...deps.apart.reports } : deps
  app.route({
    method: route.method,
    url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: route.bodyLimit ?? 64 * 1024,
    config: { route } as object,
    handler: gated(route, reports, async (request, reply) => {
      await limits.address(request)
      rejectCrossSite(deps, request)
      const { kind } = route.access
      const agent = kind === 'agent' ? await agentOfRequest(deps, request) : null
      request.noted.storeId = agent?.storeId
      const caller = kind === 'public' || kind === 'agent' ? null : await authenticate(handlerDeps, request)
      request.noted.uid = caller?.uid
      if (caller) await limits.user(request, route, caller.uid)
      const input = parseRequest(route, request)
      const scope = await authorise(handlerDeps, route, caller, input, request)
      await limits.store(request)
      const call = {
        ...input,
        ...scope,
        ...agent,
        ...(caller ? { caller } : {}),
        deps: handlerDeps,
        now: deps.now(),
        requestId: request.id,
        request,
        reply,
        idempotencyKey: headerText(request, 'idempotency-key'),
        // The shape that `Call<T>` computes from route.access; verified by app.db.test.ts.
      } as unknown as Call<Route>
      if (route.idempotency) {
        const text = await onlyOnce(deps, route, request, caller, input, async () =>
          written(route, await handler(call)),
        )
        await sendJson(reply, [text])
        return reply
      }
      const answer = async (): Promise<void> => {
        const given = await handler(call)
        if (given !== sentAlready) await sendJson(reply, piecesOf(route, given))
      }
      if (route.load !== 'report' || !caller) await answer()
      else if (asksForFile(input)) await limits.heavy(reply, 'export', caller.uid, answer)
      else if (kind !== 'selection') await limits.heavy(reply, 'report', caller.uid, answer)
      else {
        // Nothing but the stores, the roles in them and the question decides the answer of a report.
        const read = async () => written(route, await handler(call))
        await limits.heavy(reply, 'report', caller.uid, async () =>
          sendJson(reply, [await shared.answer(JSON.stringify([route.name, scope, input]), read)]),
        )
      }
      return reply
    }),
  })
}

/** Before anything is read for the call, so that waiting reports take neither connections nor the process's time. */
const gated = (route: Route, reports: Gate, handle: CallHandler): CallHandler =>
  route.load === 'report' ? (request, reply) => reports.pass(() => handle(request, reply)) : handle

function asksForFile({ query, body }: Received<Route>): boolean {
  const { format } = { ...(query as object | undefined), ...(body as object | undefined) } as {
    format?: string
  }
  return format !== undefined && format !== 'json'
}

function written(route: Route, answer: unknown): string {
  // Parsed before sending, so that a field outside the contract is an error instead of a leak.
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

function headerText(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
