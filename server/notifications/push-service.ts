import { Agent } from 'node:https'
import webPush from 'web-push'
import type { Env } from '../env.ts'

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
  /** Thrown away by the push service when the device was not reached in this time. */
  readonly seconds: number
  /** A later one of the same topic takes the place of one that still waits. */
  readonly topic: string
}

/** The door to the browsers' push services. */
export interface PushService {
  /** `gone`: the device will never be reached again. Throws when it may be later. */
  send(target: PushTarget, text: string, options: PushOptions): Promise<'taken' | 'gone'>
  /** Whether the address belongs to a service that we send to: a person's browser names it. */
  knows(endpoint: string): boolean
}

const timeoutMs = 8_000

/** Encrypts (RFC 8291), signs (VAPID) and posts. `ca`: for a service with a certificate of its own. */
export function createPushService(
  env: Pick<Env, 'PUSH_SERVICES' | 'PUBLIC_URL' | 'VAPID_SUBJECT'>,
  ca?: string,
): PushService {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, ...(ca ? { ca } : {}) })
  return {
    knows: (endpoint) => {
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

/** Whom a push service can write to about us. */
const subjectOf = (env: Pick<Env, 'PUBLIC_URL' | 'VAPID_SUBJECT'>): string =>
  env.VAPID_SUBJECT ??
  (env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : 'mailto:suporte@balcao.example')
