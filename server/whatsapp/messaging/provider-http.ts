import { Agent, request } from 'undici'
import { DriverRefusal } from './messaging-driver.ts'

/** Shared by all lines of this process. An Evolution server takes up to five seconds to create a line. */
const agent = new Agent({
  connect: { timeout: 3_000 },
  headersTimeout: 10_000,
  bodyTimeout: 10_000,
  maxResponseSize: 1024 * 1024,
  connections: 64,
})

export interface ProviderAnswer {
  readonly status: number
  readonly body: unknown
  readonly retryAfterMs: number | null
}

export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Makes one call and never retries: a message sent twice is worse than a late one. Throws a DriverRefusal without a reply. */
export async function callProvider({ method, url, headers, json }: ProviderCall): Promise<ProviderAnswer> {
  const name = `${method} ${new URL(url).pathname}`
  const reply = await request(url, {
    method,
    dispatcher: agent,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  }).catch((error: unknown) => {
    throw new DriverRefusal(wasSent(error) ? 'unreachable' : 'not-reached', `${name}: ${codeOf(error)}`)
  })
  const text = await reply.body.text().catch((error: unknown) => {
    throw new DriverRefusal('unreachable', `${name}: ${codeOf(error)}`)
  })
  const after = Number(reply.headers['retry-after'])
  return {
    status: reply.statusCode,
    body: jsonOrNull(text),
    retryAfterMs: Number.isFinite(after) && after > 0 ? Math.min(after, 3_600) * 1_000 : null,
  }
}

/** Without a connection nothing was sent. After any other failure the provider may have carried out the call. */
const wasSent = (error: unknown): boolean =>
  ![
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(codeOf(error))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer'

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
