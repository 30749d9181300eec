import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Received, Route } from '../../contract/shared/route.ts'
import { checkedPieces, sentAlready, type Call, type Checked, type ServedRoute } from '../calls/call.ts'
import type { Deps } from '../deps.ts'
import { agentOfRequest } from '../identity/access/agent-of-request.ts'
import { authenticate } from '../identity/access/authenticate.ts'
import { admitSupport, type Caller, type PrintAgent } from '../identity/identity.ts'
import { authorise } from '../identity/access/authorise.ts'
import { rejectCrossSite } from './doors/reject-cross-site.ts'
import { rejectWrongApp } from './doors/reject-wrong-app.ts'
import { onlyOnce } from './idempotency.ts'
import { withMaskedContacts, withMaskedCurrent } from './replies/mask-contacts.ts'
import { CheckedBody } from './bodies/read-large-body.ts'
import { dayMs } from '../../contract/shared/durations.ts'
import { checkedValue, parseInput } from './parse.ts'
import type { CallLimits } from './limits/call-limits.ts'
import { CallCosts } from './doors/call-costs.ts'
import type { Gate } from './doors/gate.ts'
import { sendJson } from './replies/send-json.ts'
import type { SharedAnswers } from './replies/shared-answers.ts'

export interface Serving {
  readonly limits: CallLimits
  readonly shared: SharedAnswers
  readonly reports: Gate
}

type CallHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Handles everything around a call: limits, authentication, parsing, idempotency and the reply. A body is read only
 * once its sender is known, where the call needs that.
 */
export function serve(app: FastifyInstance, deps: Deps, served: ServedRoute, serving: Serving): void {
  const { route } = served
  const own = route.load === 'report' ? { ...deps, ...deps.apart.reports } : deps
  const senders = new WeakMap<FastifyRequest, Sender>()
  app.route({
    method: route.method,
    url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: route.bodyLimit ?? 64 * 1024,
    config: { route } as object,
    onRequest: async (request) => {
      await serving.limits.address(request)
      rejectCrossSite(deps, request)
      rejectWrongApp(deps, route, request)
      // A GET has no body; a report that waits for its turn asks for nothing before it.
      if (route.method !== 'GET') senders.set(request, await identify(own, route, serving.limits, request))
    },
    handler: gated(route, serving.reports, async (request, reply) => {
      const sender = senders.get(request) ?? (await identify(own, route, serving.limits, request))
      const admitted = await admit(own, route, serving.limits, { request, reply, ...sender })
      await answer(deps, served, serving, admitted)
      return reply
    }),
  })
}

interface Sender {
  readonly caller: Caller | null
  readonly agent: PrintAgent | null
}

/** Throws for a sender without the session or token that the call needs, and for one who calls too often. */
async function identify(
  deps: Deps,
  route: Route,
  limits: CallLimits,
  request: FastifyRequest,
): Promise<Sender> {
  const { access } = route
  if (access.kind === 'public') {
    await limits.stranger(request, route)
    return { caller: null, agent: null }
  }
  if (access.kind === 'agent') {
    const agent = await agentOfRequest(deps, request)
    request.noted.storeId = agent.storeId
    return { caller: null, agent }
  }
  const caller = await authenticate(deps, request)
  request.noted.uid = caller.uid
  await limits.user(request, route, caller.uid)
  return { caller, agent: null }
}

interface Exchange extends Sender {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Admitted extends Exchange {
  readonly input: Received<Route>
  /** Stores and roles of the caller in them. */
  readonly scope: object
  readonly call: Call<Route>
}

/** Throws what the caller gets instead of an answer. */
async function admit(
  deps: Deps,
  route: Route,
  limits: CallLimits,
  { request, reply, caller, agent }: Exchange,
): Promise<Admitted> {
  const input = parseRequest(route, request)
  const scope = await authorise(deps, route, caller, input, request)
  await limits.store(request)
  if (caller?.support) await admitSupport(deps, caller, route, request.id)
  const call = {
    ...input,
    ...scope,
    ...agent,
    ...(caller ? { caller } : {}),
    deps,
    now: deps.now(),
    requestId: request.id,
    request,
    reply,
    idempotencyKey: headerText(request, 'idempotency-key'),
    // The shape that `Call<T>` computes from route.access; verified by app.db.test.ts.
  } as unknown as Call<Route>
  return { request, reply, caller, agent, input, scope, call }
}

async function answer(
  deps: Deps,
  { route, handler }: ServedRoute,
  { limits, shared }: Serving,
  { request, reply, caller, input, scope, call }: Admitted,
): Promise<void> {
  const handle = async (): Promise<unknown> => {
    try {
      return withMaskedContacts(route, scope, await handler(call))
    } catch (error) {
      throw withMaskedCurrent(scope, error)
    }
  }
  const text = async (): Promise<string> => written(route, await handle())
  const send = async (): Promise<void> => {
    const given = await handle()
    if (given !== sentAlready) await sendJson(reply, piecesOf(route, given))
  }
  if (route.idempotency) return sendJson(reply, [await onlyOnce(deps, route, request, caller, input, text)])
  if (route.load !== 'report' || !caller) return send()
  if (asksForFile(input)) return limits.heavy(reply, 'export', caller.uid, send)
  return limits.heavy(reply, 'report', caller.uid, async () => {
    if (route.access.kind !== 'selection') return send()
    // Nothing but the stores, the roles in them and the question decides the answer of a report.
    const question = JSON.stringify([route.name, scope, input])
    return sendJson(reply, [await shared.answer(question, text)])
  })
}

/** Before anything is read for the call, so that waiting reports take neither connections nor the process's time. */
function gated(route: Route, reports: Gate, handle: CallHandler): CallHandler {
  if (route.load !== 'report') return handle
  const costs = new CallCosts()
  return (request, reply) => {
    const kind = sizeOf(request)
    return reports.pass(async () => {
      const begun = performance.now()
      try {
        return await handle(request, reply)
      } finally {
        costs.note(kind, performance.now() - begun)
      }
    }, costs.of(kind))
  }
}

/** As far as the question says it: a hundred stores cost more than one, and a year more than a day. */
function sizeOf(request: FastifyRequest): string {
  const { selection, from, to } = request.query as Readonly<Record<string, unknown>>
  const digits = typeof selection === 'string' ? String(selection.length).length : 0
  const days = (Date.parse(String(to)) - Date.parse(String(from))) / dayMs
  return `${digits} ${days > 0 ? String(days).length : 0}`
}

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
    body: route.body ? parseBody(route.body, request.body) : undefined,
  } as Received<Route>
}

const parseBody = (schema: NonNullable<Route['body']>, body: unknown): unknown =>
  body instanceof CheckedBody ? checkedValue(body.checked) : parseInput(schema, body ?? undefined)

function headerText(request: FastifyRequest, name: 'idempotency-key'): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
