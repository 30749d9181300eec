import { QueryClient, queryOptions, type InvalidateQueryFilters } from '@tanstack/react-query'
import { doubledMs } from '../../contract/shared/back-off.ts'
import type { ForgivingRoute, Reply, Route, Sent } from '../../contract/shared/route.ts'
import { afterPaint } from '../browser/after-paint.ts'
import { ApiError } from './api-error.ts'
import { addressOf, ask, type AskOptions, type OptionsOf } from './ask.ts'
import { takeFirstAnswer, type FirstAnswer } from './first-calls.ts'

/** Retries only temporary failures: a lost network, too many calls at once, an overloaded or restarting server. */
export function mayRetry(failures: number, error: unknown): boolean {
  const passing =
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  return passing && failures < 4
}

/** Longer each time, and never before the time that the server names. */
export function retryDelay(failures: number, error: unknown): number {
  const named = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(named, doubledMs(500, failures, 8_000))
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      // Ignore the browser's offline state: the server may run on the local network, without internet.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

interface QueryOptions extends AskOptions {
  /** Fetch after the first paint, which saves some milliseconds of a phone's processor. */
  readonly afterPaint?: boolean
}

/**
 * The query key is the call's name and input, so that a call can be refreshed by name. A query of a call that gives
 * null or nothing on failure holds null then.
 */
export function queryFor<T extends ForgivingRoute>(
  route: T,
  input: Sent<T>,
  options?: QueryOptions,
): ReturnType<typeof optionsOf<T, Reply<T> | null>>
export function queryFor<T extends Route>(
  route: T,
  input: Sent<T>,
  options?: QueryOptions,
): ReturnType<typeof optionsOf<T, Reply<T>>>
export function queryFor<T extends Route>(route: T, input: Sent<T>, options: QueryOptions = {}) {
  return optionsOf<T, Reply<T> | null>(route, input, options)
}

function optionsOf<T extends Route, Data>(
  route: T,
  input: Sent<T>,
  { afterPaint: later = false, ...options }: QueryOptions,
) {
  let first: FirstAnswer | null = null
  return queryOptions({
    queryKey: [route.name, input, options.storeId ?? null],
    queryFn: async ({ signal }) => {
      if (later) await afterPaint()
      // A query writes nothing, so it may leave the store to the selection.
      const asked = [{ ...options, signal }] as unknown as OptionsOf<T>
      // Undefined would be a failed query.
      return ((await ask(route, input, ...asked)) ?? null) as Data
    },
    initialData: () => {
      first = options.storeId === undefined ? takeFirstAnswer(addressOf(route, input as object)) : null
      return first ? (first.body as { data: Data }).data : undefined
    },
    initialDataUpdatedAt: () => first?.at,
  })
}

export const refresh = (route: Route): Promise<void> => readAgain({ queryKey: [route.name] })

/** A first reading that is under way may be older than the change, and the library would take it for the new one. */
export async function readAgain(which: InvalidateQueryFilters): Promise<void> {
  const isFirst = queryClient
    .getQueryCache()
    .findAll(which)
    .some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await queryClient.invalidateQueries(which)
  if (isFirst) await queryClient.invalidateQueries(which)
}
