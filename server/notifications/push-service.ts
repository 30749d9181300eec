import { Agent } from 'node:https'
import webPush from 'web-push'
import type { Env } from '../env.ts'

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

const timeoutMs = 8_000

/** Encrypts (RFC 8291), signs (VAPID) and posts. `ca` is for a service with a self-signed certificate. */
export function createPushService(
  env: Pick<Env, 'PUSH_SERVICES' | 'PUBLIC_URL' | 'VAPID_SUBJECT'>,
  ca?: string,
): PushService {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, ...(ca ? { ca } : {}) })
  return {
    isKnownEndpoint: (endpoint) => {
      const { protocol, host } = new URL(endpoint)
      return (
        protocol === 'https:' &&
        env.PUSH_SERVICES.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))
      )
    },
    send: async (target, text, { keys, seconds, topic }) => {
      try {
        await webPush.sendNotification(
          { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
          text,
          {
            vapidDetails: { subject: subjectOf(env), ...keys },
            TTL: seconds,
            urgency: 'high',
            topic,
            timeout: timeoutMs,
            agent,
          },
        )
        return 'taken'
      } catch (error) {
        if (error instanceof webPush.WebPushError && [404, 410].includes(error.statusCode)) return 'gone'
        throw error instanceof webPush.WebPushError
          ? new Error(`The push service answered ${error.statusCode}.`)
          : error
      }
    },
  }
}

/** The contact that VAPID requires for push services. */
const subjectOf = (env: Pick<Env, 'PUBLIC_URL' | 'VAPID_SUBJECT'>): string =>
  env.VAPID_SUBJECT ??
  (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : 'mailto:suporte@balcao.example')
