import * as z from 'zod/mini'
import type { Reply, Route, Sent } from '../contract/shared/route.ts'

/** The server's refusal, by its stable code. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
  }
}

export type AskServer = <T extends Route>(route: T, input: Sent<T>, waitMs?: number) => Promise<Reply<T>>

const answerMs = 10_000

/** One call of the contract. Anything but an answer of the server's is a lost network. */
export function serverClient(
  serverUrl: string,
  token: string | null,
  stopping: AbortSignal = new AbortController().signal,
): AskServer {
  return async (route, input, waitMs = answerMs) => {
    const { params, body } = input as { params?: Record<string, string>; body?: unknown }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    )
    const reply = await fetch(new URL(`/api${path}`, serverUrl), {
      method: route.method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body ?? {}),
      signal: AbortSignal.any([stopping, AbortSignal.timeout(waitMs)]),
      // A token must not follow a redirect to somewhere else.
      redirect: 'error',
    })
    const said: unknown = await reply.json()
    if (!reply.ok) {
      const { error = '', message = '' } = said as { error?: string; message?: string }
      throw new Refusal(error, reply.status, message)
    }
    return z.parse(route.reply, (said as { data: unknown }).data) as Reply<typeof route>
  }
}
