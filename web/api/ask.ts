import type { ErrorBody } from '../../contract/shared/errors.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Answer, Route, Sent, StoreWrite } from '../../contract/shared/route.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { appHeaders } from './app-headers.ts'
import { ApiError, offline } from './api-error.ts'
import { takeFirstAnswer, takeFirstCall } from './first-calls.ts'

export interface AskOptions {
  /**
   * The store of the call (`x-store-id`); otherwise the one in its path and, for a read, the first that is shown.
   */
  readonly storeId?: string
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A store's write does not compile without its store. */
export type OptionsOf<T extends Route> = T extends StoreWrite
  ? [options: AskOptions & { readonly storeId: string }]
  : [options?: AskOptions]

/** The signed-in user. Set by web/identity, which this folder must not import. */
export interface Speaker {
  /** A valid id token, renewed shortly before it expires; null when signed out. */
  token(): Promise<string | null>
  uid(): string | null
  /** The person's stores in the order of the lists; empty until they are known. */
  storeIds(): readonly string[]
  /** Only `auth/id-token-revoked` ends a session (docs/product/identity.md, fixed). */
  revoked(): void
  /** The server no longer knows the pair of this page: it is of an earlier release. */
  outdated(): void
}

/** The first of the shown stores among the person's own; undefined if none is known. */
type FirstShown = (own: readonly string[]) => string | undefined

/** Set by web/stores, which this folder must not import. */
let firstShown: FirstShown = () => undefined

export function setFirstShown(read: FirstShown): void {
  firstShown = read
}

let speaker: Speaker = {
  token: () => Promise.resolve(null),
  uid: () => null,
  storeIds: () => [],
  revoked: () => {},
  outdated: () => {},
}

export function setSpeaker(next: Speaker): void {
  speaker = next
}

/**
 * Makes one call of the contract and returns its typed reply, or throws ApiError. A call that says what it gives on
 * failure gives that.
 */
export async function ask<T extends Route>(
  route: T,
  input: Sent<T>,
  ...[options = {}]: OptionsOf<T>
): Promise<Answer<T>> {
  try {
    return await replyTo(route, input, options)
  } catch (error) {
    if (route.onFailure === undefined || !(error instanceof ApiError)) throw error
    return (route.onFailure === 'null' ? null : undefined) as Answer<T>
  }
}

async function replyTo<T extends Route>(route: T, input: Sent<T>, options: AskOptions): Promise<Answer<T>> {
  const first = options.storeId === undefined ? takeFirstAnswer(addressOf(route, input as Parts)) : null
  const body: unknown = first
    ? first.body
    : await (await reach(route, input, options)).json().catch(() => null)
  return (route.envelope === 'bare' ? body : (body as { data: unknown }).data) as Answer<T>
}

/** The call without reading its body, for replies that are not JSON. Throws ApiError on an error status. */
export async function reach<T extends Route>(
  route: T,
  input: Sent<T>,
  options: AskOptions,
): Promise<Response> {
  try {
    return await send(route, input, options)
  } catch (error) {
    if (error instanceof ApiError) logFailure(route, error)
    throw error
  }
}

/** One line that names service and function (docs/product/api.md, fixed), without anything of the input. */
function logFailure({ path, name }: Route, { code, requestId }: ApiError): void {
  const service = path.split('/')[1] ?? ''
  console.warn(`${service}.${name}: ${code}${requestId === null ? '' : ` (${requestId})`}`)
}

async function send<T extends Route>(route: T, input: Sent<T>, options: AskOptions): Promise<Response> {
  const sent = input as Parts & { body?: unknown }
  const token = route.access.kind === 'public' ? null : await speaker.token()
  const uid = speaker.uid()
  const storeId = options.storeId ?? (token && storeOf(route, sent))
  const hasBody = route.method !== 'GET' && (sent.body !== undefined || route.body !== undefined)
  const reply = await fetchOrOffline(addressOf(route, sent), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      accept: route.envelope === 'stream' || route.files ? '*/*' : 'application/json',
      ...appHeaders(),
      ...(storeId ? { [headers.storeId]: storeId as string } : {}),
      ...(token ? { [headers.userToken]: token } : {}),
      ...(token && uid ? { [headers.userId]: uid } : {}),
      ...(options.idempotencyKey ? { [headers.idempotencyKey]: options.idempotencyKey } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  if (!reply.ok) throw failure(reply, await reply.json().catch(() => null))
  return reply
}

/** Of a call whose caller names no store: the one in its path. What is not a read takes no other. */
const storeOf = ({ method }: Route, { params }: Parts): unknown =>
  params?.storeId ?? (method === 'GET' && firstShown(speaker.storeIds()))

interface Parts {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
}

/** The call's URL, with its parameters and query. */
export const addressOf = (route: Route, { params, query }: Parts): string =>
  `/api${pathOf(route.path, params)}${queryOf(query)}`

async function fetchOrOffline(url: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeFirstCall(url) ?? fetch(url, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw offline()
  }
}

function failure({ status, headers: received }: Response, body: unknown): ApiError {
  const seconds = Number(received.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null
  const errorBody = body as Partial<ErrorBody> | null
  if (!errorBody?.error || !errorBody.message) {
    // The reply came from a proxy, not from Balcão.
    return new ApiError({
      code: 'server/failed',
      message: 'O Balcão não respondeu como esperado. Tente de novo em instantes.',
      status,
      retryAfterMs,
    })
  }
  if (errorBody.error === 'auth/id-token-revoked') speaker.revoked()
  const isOutdated = errorBody.error === 'app/wrong-pair'
  if (isOutdated) speaker.outdated()
  return new ApiError({
    code: errorBody.error,
    message: errorBody.message,
    // The page was refused, not the person: session and kept actions wait for the reload, as for a server that is away.
    status: isOutdated ? 503 : status,
    retryAfterMs,
    ...(errorBody.requestId ? { requestId: errorBody.requestId } : {}),
    ...(errorBody.details ? { details: errorBody.details } : {}),
  })
}

function pathOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String((lookup(params, name) ?? '') as string | number)),
  )
}

function queryOf(query: Record<string, unknown> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '')
      given.set(name, String(value as string | number))
  }
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}
