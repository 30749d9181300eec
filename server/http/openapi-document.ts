import * as z from 'zod/mini'
import { allRoutes } from '../../contract/all.ts'
import { commonErrors, errorStatus, type ErrorCode } from '../../contract/shared/errors.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of every call of the contract. */
export function openApiDocument(): Json {
  const byPath = Map.groupBy(allRoutes, ({ path }) => `/api${path}`)
  const paths = Object.fromEntries(
    [...byPath].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Balcão API',
      version: '1',
      description:
        'Replies are `{ data }`; errors are `{ error, message, requestId, details? }`. Money is integer centavos, instants are RFC 3339 UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    components: {
      securitySchemes: {
        idToken: { type: 'apiKey', in: 'header', name: headers.userToken },
        agentToken: { type: 'http', scheme: 'bearer' },
        sessionCookie: { type: 'apiKey', in: 'cookie', name: 'b-session' },
      },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}

function operation(route: Route): Json {
  return {
    operationId: route.name,
    summary: route.summary,
    description: accessText(route),
    parameters: parameters(route),
    ...securityOf(route),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
          },
        }
      : {}),
    responses: { 200: success(route), ...failures(route) },
  }
}

function securityOf({ access }: Route): Json {
  if (access.kind === 'public') return {}
  return { security: [access.kind === 'agent' ? { agentToken: [] } : { idToken: [] }] }
}

function success(route: Route): Json {
  const schema = jsonSchema(route.reply, 'output')
  if (route.envelope === 'stream') {
    return { description: 'Server-sent events', content: { 'text/event-stream': { schema } } }
  }
  const files = Object.fromEntries(
    (route.files ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  if (route.envelope === 'file') return { description: 'A file', content: files }
  const body =
    route.envelope === 'bare' ? schema : { type: 'object', required: ['data'], properties: { data: schema } }
  return { description: 'OK', content: { 'application/json': { schema: body }, ...files } }
}

function failures(route: Route): Json {
  const codes = new Set<ErrorCode>([...commonErrors, ...route.errors])
  if (route.access.kind !== 'public' && route.access.kind !== 'agent')
    codes.add('auth/missing-session').add('auth/id-token-revoked')
  if (route.leavesBehind) codes.add('support/leaves-behind')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = errorStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, named]) => [
      status,
      {
        description: named.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function parameters(route: Route): Json[] {
  const found: Json[] = []
  for (const [place, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    if (!schema) continue
    const object = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    for (const [name, property] of Object.entries(object.properties ?? {})) {
      found.push({
        name,
        in: place,
        required: place === 'path' || (object.required ?? []).includes(name),
        schema: property,
      })
    }
  }
  if (route.access.kind === 'store') {
    found.push({
      name: headers.storeId,
      in: 'header',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    })
  }
  if (route.idempotency) {
    found.push({
      name: headers.idempotencyKey,
      in: 'header',
      required: route.idempotency === 'required',
      schema: { type: 'string', maxLength: 200 },
    })
  }
  return found
}

function accessText(route: Route): string {
  const { access } = route
  switch (access.kind) {
    case 'public':
      return 'Anyone.'
    case 'user':
      return 'Any signed-in user.'
    case 'agent':
      return 'A print agent, by its own token (Authorization: Bearer).'
    case 'store':
      return `At least ${access.role} of the store in ${headers.storeId}.`
    case 'pathStore':
    case 'menuSlug':
      return `At least ${access.role} of the store in the path.`
    case 'selection':
      return `At least ${access.role} of every selected store.`
  }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string', description: 'A pt-BR sentence that a person can act on' },
    requestId: { type: 'string' },
    details: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    current: { description: 'The current value, for a stale version' },
  },
}
