import { randomUUID } from 'node:crypto'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'
import { addressOf } from '../../server/testing/hostile/inputs.ts'
import type { Example } from '../../server/testing/isolation-examples.ts'
import type { Tenant } from './victims.ts'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** One call over HTTP; status 0: no reply within ten seconds. `raw`: a body that is sent as it is. */
export async function call(
  url: string,
  route: Route,
  { input, key }: Example,
  { token, storeId, raw }: { readonly token?: string; readonly storeId?: string; readonly raw?: string } = {},
): Promise<Reply> {
  const body = raw ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const begun = performance.now()
  try {
    const reply = await fetch(`${url}/api${addressOf(route, input)}`, {
      method: route.method,
      signal: AbortSignal.timeout(10_000),
      headers: {
        ...(token === undefined ? {} : { [headers.userToken]: token }),
        ...(storeId === undefined ? {} : { [headers.storeId]: storeId }),
        ...(key === undefined ? {} : { [headers.idempotencyKey]: randomUUID() }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined || route.method === 'GET' ? {} : { body }),
    })
    return { status: reply.status, text: await reply.text(), ms: performance.now() - begun }
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - begun }
  }
}

/** What an example aims at. */
export const targetOf = ({ storeId, slug, orderId }: Tenant) => ({
  storeId,
  slug,
  orderId,
  groupId: randomUUID(),
  groupSlug: 'nenhum',
})

export type Counts = Record<string, number>

export function count(counts: Counts, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Eight at a time. */
export async function eachAtOnce<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const next = all[Symbol.iterator]()
  const worker = async () => {
    for (let one = next.next(); !one.done; one = next.next()) await work(one.value)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
