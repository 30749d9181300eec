import type { Logger } from 'pino'
import { Agent, request } from 'undici'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import { publicLookup } from '../../safe-fetch/public-agent.ts'
import { userUrl } from '../../safe-fetch/user-url.ts'
import { MarketplaceError, rejectStatus, type MarketplaceFailure } from '../marketplace-error.ts'
import { readJsonOr } from '../sanitise/read-json.ts'

export const failureAt =
  (platform: string) =>
  (kind: MarketplaceFailure, detail: string): MarketplaceError =>
    new MarketplaceError(platform, kind, detail)

const tries = 3
const maxPauseMs = 2_000
const limits = {
  connections: 64,
  headersTimeout: 5_000,
  bodyTimeout: 5_000,
  // An order of 200 items with 20 options each takes 1.3 MB.
  maxResponseSize: 8 * 1024 * 1024,
}
const publicAgent = new Agent({ ...limits, connect: { timeout: 2_000, lookup: publicLookup } })
/** For the addresses that development trusts by name. */
const trustedAgent = new Agent({ ...limits, connect: { timeout: 1_000 } })

/** The address before `/oauth/token`, or null for one that must not be called. `trusted`: origins on any network. */
export function baseOf(text: string, trusted: readonly string[]): string | null {
  const bare = text.replace(/\/+$/, '')
  const origin = URL.parse(bare)?.origin
  if (origin !== undefined && trusted.includes(origin)) return bare
  const url = userUrl(bare)
  return url && url.search === '' ? bare : null
}

export type Method = 'GET' | 'POST' | 'PUT'

export interface Answer {
  readonly platform: string
  readonly status: number
  readonly body: unknown
}

export interface SentCall {
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: URLSearchParams
  readonly signal?: AbortSignal | undefined
  /** Of another API of the application, before the path. */
  readonly baseUrl?: string
  /** False: the caller has a better way to repeat it. */
  readonly retry?: boolean
}

export type Send = (method: Method, url: string, sent: SentCall) => Promise<Answer>

interface Sender {
  readonly platform: string
  /** Origins that may be on any network. */
  readonly trusted: readonly string[]
  readonly log: Logger
}

/** Reads are tried again with full jitter; a request with an effect is tried again by the outbox. */
export function createSender(sender: Sender): Send {
  const { platform, trusted, log } = sender
  const failure = failureAt(platform)
  return async (method, url, sent) => {
    if (baseOf(url.replace(/\?.*$/, ''), trusted) === null)
      throw failure('not-configured', 'an address that is not called')
    const mayRepeat = method === 'GET' && sent.retry !== false
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await once(method, url, sent, sender)
        if (answer.status < 500 || !mayRepeat || attempt >= tries) return answer
      } catch (error) {
        log.debug({ err: error }, 'an ordering application did not answer')
        if (!mayRepeat || attempt >= tries || sent.signal?.aborted)
          throw failure('unreachable', error instanceof Error ? error.message : 'no answer')
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * doubledMs(200, attempt, maxPauseMs)))
    }
  }
}

async function once(
  method: Method,
  url: string,
  { headers, json, form, signal }: SentCall,
  { platform, trusted }: Sender,
): Promise<Answer> {
  const reply = await request(url, {
    method,
    dispatcher: trusted.includes(new URL(url).origin) ? trustedAgent : publicAgent,
    ...(signal ? { signal } : {}),
    headers: {
      accept: 'application/json',
      ...headers,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form.toString() } : {}),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await reply.body.text()
  return { platform, status: reply.statusCode, body: text === '' ? null : readJsonOr(platform, text, null) }
}

export const rejectFailure = ({ platform, status }: Answer, what: string): void =>
  rejectStatus(platform, status, what)
