import type { Logger } from 'pino'
import { Agent, request } from 'undici'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import type { Env } from '../../env.ts'
import { readJsonOr } from '../sanitise/read-json.ts'
import type { Authorisation } from '../marketplace-kind.ts'
import { callBudget, type CallBudget } from './call-budget.ts'
import { MarketplaceError, rejectStatus, type MarketplaceFailure } from '../marketplace-error.ts'

export const platform = 'ifood'

export const failure = (
  kind: MarketplaceFailure,
  detail: string,
  merchants: readonly string[] = [],
): MarketplaceError => new MarketplaceError(platform, kind, detail, merchants)

/** Renewed shortly before it ends, never per call (docs/marketplaces/ifood.md section 1). */
const renewBeforeMs = 60_000
const tries = 3
const maxPauseMs = 2_000

export type IfoodEnv = Pick<
  Env,
  | 'IFOOD_BASE_URL'
  | 'IFOOD_CLIENT_ID'
  | 'IFOOD_CLIENT_SECRET'
  | 'IFOOD_HOMOLOGATION'
  | 'IFOOD_POLLING_PATH'
  | 'IFOOD_POLL_SECONDS'
>

const connectionLimits = {
  connect: { timeout: 1_000 },
  headersTimeout: 5_000,
  bodyTimeout: 5_000,
  // The catalogue of a large shop; an answer beyond it is not kept in memory.
  maxResponseSize: 8 * 1024 * 1024,
}
/** Stores that were authorised one by one share their connections to iFood. */
const sharedAgent = new Agent({ ...connectionLimits, connections: 64 })

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type IfoodCaller = (method: Method, path: string, options?: CallOptions) => Promise<Answer>

export interface Answer {
  readonly status: number
  readonly body: unknown
  /** Milliseconds until a refused call may be made again; null: it does not say. */
  readonly waitMs?: number | null
}

interface CallerParts {
  readonly env: IfoodEnv
  readonly log: Logger
  readonly now: () => Date
  /** Null: our own application's credentials. */
  readonly authorisation: Authorisation | null
}

/** Calls with a token that is kept and renewed; every part of iFood's API goes through it. */
export function createIfoodCaller({ env, log, now, authorisation }: CallerParts): IfoodCaller {
  const agent = authorisation ? sharedAgent : new Agent({ ...connectionLimits, connections: 32 })
  const send = createSender(env, log, agent, callBudget(now))
  let token: { text: string; since: number; until: number } | null = null
  let fetching: Promise<string> | null = null

  const call = async (method: Method, path: string, options: CallOptions = {}): Promise<Answer> => {
    const used = await bearer()
    const answer = await send(method, path, options, used)
    const mayBeNew =
      answer.status === 403 &&
      options.newAccessMs !== undefined &&
      (token?.text !== used || now().getTime() - token.since > options.newAccessMs)
    if (answer.status !== 401 && !mayBeNew) return answer
    // Revoked or ended early: one new token, one more try. Another call may have renewed it meanwhile.
    if (token?.text === used) token = null
    return send(method, path, options, await bearer(used))
  }

  const bearer = async (spent?: string): Promise<string> => {
    if (authorisation) return authorisation.bearer(spent)
    if (token && token.until - renewBeforeMs > now().getTime()) return token.text
    fetching ??= newToken().finally(() => {
      fetching = null
    })
    return fetching
  }

  const newToken = async (): Promise<string> => {
    if (!env.IFOOD_CLIENT_ID || !env.IFOOD_CLIENT_SECRET) throw failure('not-configured', 'no credentials')
    const form = new URLSearchParams({
      grantType: 'client_credentials',
      clientId: env.IFOOD_CLIENT_ID,
      clientSecret: env.IFOOD_CLIENT_SECRET,
    })
    const { status, body } = await send('POST', '/authentication/v1.0/oauth/token', { form })
    const { accessToken, expiresIn } = (body ?? {}) as { accessToken?: unknown; expiresIn?: unknown }
    if (status === 401) throw failure('unauthorised', 'bad credentials')
    rejectFailure({ status, body }, 'token')
    if (typeof accessToken !== 'string') throw failure('unreachable', 'a token reply without a token')
    const since = now().getTime()
    token = {
      text: accessToken,
      since,
      until: since + (typeof expiresIn === 'number' ? expiresIn : 10_800) * 1_000,
    }
    return accessToken
  }

  return call
}

type Send = (method: Method, path: string, options: CallOptions, authorisation?: string) => Promise<Answer>

/** The authentication calls, which need no token. */
export const createIfoodSender = (parts: Pick<CallerParts, 'env' | 'log'>): Send =>
  createSender(parts.env, parts.log, sharedAgent)

function createSender(env: IfoodEnv, log: Logger, agent: Agent, budget: CallBudget = () => null): Send {
  /** Reads are tried again with full jitter; a request with an effect is tried again by the outbox. */
  const send = async (
    method: Method,
    path: string,
    options: CallOptions,
    authorisation?: string,
  ): Promise<Answer> => {
    const mayRepeat = method === 'GET' && options.retry !== false
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await once(method, path, options, authorisation)
        const again = answer.status >= 500 && mayRepeat && attempt < tries
        if (!again) return answer
      } catch (error) {
        if (error instanceof MarketplaceError) throw error
        log.debug({ err: error, path }, 'iFood did not answer')
        if (!mayRepeat || attempt >= tries || options.signal?.aborted) {
          throw failure('unreachable', error instanceof Error ? error.message : 'no answer')
        }
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * doubledMs(200, attempt, maxPauseMs)))
    }
  }

  const once = async (
    method: Method,
    path: string,
    options: CallOptions,
    authorisation?: string,
  ): Promise<Answer> => {
    if (!env.IFOOD_BASE_URL) throw failure('not-configured', 'no base URL')
    const waitMs = budget(path)
    if (waitMs !== null) throw Object.assign(failure('throttled', 'the published limit'), { waitMs })
    const reply = await request(env.IFOOD_BASE_URL + path, {
      method,
      dispatcher: agent,
      ...(options.signal ? { signal: options.signal } : {}),
      headers: {
        accept: 'application/json',
        ...options.headers,
        ...(authorisation ? { authorization: `Bearer ${authorisation}` } : {}),
        ...(options.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.form ? { body: options.form.toString() } : {}),
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    })
    const bytes = Buffer.from(await reply.body.arrayBuffer())
    return {
      status: reply.statusCode,
      body: options.bytes && reply.statusCode < 300 ? bytes : jsonOf(bytes),
      waitMs: waitMsOf(reply.headers['retry-after'] ?? reply.headers['x-ratelimit-reset']),
    }
  }

  return send
}

const jsonOf = (bytes: Buffer): unknown =>
  bytes.length === 0 ? null : readJsonOr(platform, bytes.toString('utf8'), null)

interface CallOptions {
  /** The answer is a file: its body is a Buffer. */
  readonly bytes?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: URLSearchParams
  readonly signal?: AbortSignal | undefined
  /** False: the caller has a better way to repeat it. */
  readonly retry?: boolean
  /** Merchants approved after our token was issued need a new one: asked for if ours is older than this. */
  readonly newAccessMs?: number
}

/** Seconds, in the header that iFood names (docs/marketplaces/ifood.md section 1) or in HTTP's own. */
const waitMsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null

export const rejectFailure = ({ status, waitMs }: Answer, what: string): void =>
  rejectStatus(platform, status, what, waitMs)
