import * as z from 'zod/mini'
import type { Reply, Route, Sent } from '../contract/shared/route.ts'
import { lookup } from '../contract/shared/lookup.ts'

/** The server rejected the call, with its stable error code. */
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

export type CallServer = <T extends Route>(route: T, input: Sent<T>, waitMs?: number) => Promise<Reply<T>>

const answerMs = 10_000

/** Makes one call of the contract. Any response that is not the server's counts as a lost connection. */
export function serverClient(
  serverUrl: string,
  token: string | null,
  stopping: AbortSignal = new AbortController().signal,
): CallServer {
  return async (route, input, waitMs = answerMs) => {
    const { params, body } = input as { params?: Record<string, string>; body?: unknown }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(lookup(params, name) ?? ''),
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
      // A redirect must not carry the token elsewhere.
      redirect: 'error',
    })
    const result: unknown = await reply.json()
    if (!reply.ok) {
      const { error = '', message = '' } = result as { error?: string; message?: string }
      throw new Refusal(error, reply.status, message)
    }
    return z.parse(route.reply, (result as { data: unknown }).data) as Reply<typeof route>
  }
}
