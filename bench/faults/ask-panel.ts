import { headers } from '../../contract/shared/headers.ts'
import type { Reply, Route, Sent } from '../../contract/shared/route.ts'
import type { Product } from './product.ts'

export type AskPanel = ReturnType<typeof askPanel>

/** Calls the product as the panel does. Rejects what is not taken. */
export function askPanel({ url, reader }: Pick<Product, 'url' | 'reader'>) {
  return async <T extends Route>(
    route: T,
    storeId: string,
    input: Sent<T>,
    key?: string,
  ): Promise<Reply<T>> => {
    const { params, query, body } = input as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: object
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params?.[name] ?? '')
    const reply = await fetch(`${url}/api${path}?${new URLSearchParams(query).toString()}`, {
      method: route.method,
      headers: {
        'content-type': 'application/json',
        [headers.userToken]: reader.token,
        [headers.userId]: reader.uid,
        [headers.storeId]: storeId,
        ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(15_000),
    })
    const answer = (await reply.json()) as { data?: Reply<T>; error?: string }
    if (reply.status !== 200) throw new Error(`${route.name}: ${String(reply.status)} ${answer.error ?? ''}`)
    return answer.data as Reply<T>
  }
}
