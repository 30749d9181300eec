import { Agent, request } from 'node:https'
import webPush from 'web-push'
import type { Env } from '../env.ts'
import { publicAgent } from '../safe-fetch/public-agent.ts'
import { userUrl } from '../safe-fetch/user-url.ts'
import { isPushKey } from './push-key.rules.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly push: PushService
  }
}

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

interface PushOptions {
  readonly keys: VapidKeys
  /** Time to live: the push service drops the notification if it cannot reach the device within this time. */
  readonly seconds: number
  /** A newer notification replaces an undelivered one with the same topic. */
  readonly topic: string
}

/** Client of the browsers' push services. */
export interface PushService {
  /** `gone`: the subscription no longer exists. Throws on failures that may be temporary. */
  send(target: PushTarget, text: string, options: PushOptions): Promise<'taken' | 'gone'>
  /** Whether the endpoint belongs to a known push service. The browser sends it, so it must be checked. */
  isKnownEndpoint(endpoint: string): boolean
}

/** For the whole exchange, so that a service that answers byte by byte holds nothing. */
const timeoutMs = 8_000

/** Encrypts (RFC 8291), signs (VAPID) and posts. `ca` is for a service with a self-signed certificate. */
export function createPushService(
  env: Pick<Env, 'PUSH_SERVICES' | 'PUBLIC_URL' | 'VAPID_SUBJECT'>,
  ca?: string,
): PushService {
  const options = { keepAlive: true, maxSockets: 20, ...(ca ? { ca } : {}) }
  const agents = { public: publicAgent(options), own: new Agent(options) }
  return {
    isKnownEndpoint: (endpoint) => serviceOf(env.PUSH_SERVICES, endpoint) !== null,
    send: async (target, text, { keys, seconds, topic }) => {
      const service = serviceOf(env.PUSH_SERVICES, target.endpoint)
      // Registered before its service was taken off the list.
      if (!service) return 'gone'
      // Kept before keys were checked.
      if (!isPushKey(target.p256dh)) return 'gone'
      const details = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        text,
        { vapidDetails: { subject: subjectOf(env), ...keys }, TTL: seconds, urgency: 'high', topic },
      )
      const status = await post(service.url, agents[service.network], details)
      if (status === 404 || status === 410) return 'gone'
      if (status < 200 || status > 299) throw new Error(`The push service answered ${status}.`)
      return 'taken'
    },
  }
}

interface Service {
  readonly url: URL
  readonly network: 'public' | 'own'
}

/**
 * The service of the list that the endpoint belongs to, or null. An entry with a port is a service of the operator's
 * own, which may be in a private network; every other endpoint is a user's word and leads to the public internet.
 */
function serviceOf(known: Env['PUSH_SERVICES'], endpoint: string): Service | null {
  const own = known.find((host) => /^[a-z0-9.-]+:\d+$/.test(host) && endpoint.startsWith(`https://${host}/`))
  if (own !== undefined) return { url: new URL(endpoint), network: 'own' }
  const url = userUrl(endpoint)
  if (!url) return null
  const listed = known.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host))
  return listed ? { url, network: 'public' } : null
}

/** Posts to the parsed address, so that no second parser reads another host out of its text. Answers the status. */
function post(
  url: URL,
  agent: Agent,
  { method, headers, body }: ReturnType<typeof webPush.generateRequestDetails>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const outgoing = request(url, { method, headers, agent, signal }, (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The contact that VAPID requires for push services. */
const subjectOf = (env: Pick<Env, 'PUBLIC_URL' | 'VAPID_SUBJECT'>): string =>
  env.VAPID_SUBJECT ??
  (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : 'mailto:suporte@balcao.example')
