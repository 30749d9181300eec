import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { mayRetry, queryClient, readAgain, retryDelay } from './query.ts'

const limited = new ApiError({
  code: 'rate-limit/exceeded',
  message: 'Aguarde alguns segundos e tente de novo.',
  status: 429,
  retryAfterMs: 5_000,
})

test('a read that came too often is repeated after the time that the server names', () => {
  expect(mayRetry(0, limited)).toBe(true)
  expect(mayRetry(4, limited)).toBe(false)
  expect(retryDelay(0, limited)).toBe(5_000)
})

test('a restarting server is asked again ever later, a rejected read is not repeated', () => {
  const away = new ApiError({ code: 'server/failed', message: '', status: 503 })
  expect([0, 1, 2, 9].map((failures) => retryDelay(failures, away))).toEqual([500, 1_000, 2_000, 8_000])
  expect(mayRetry(0, new ApiError({ code: 'order/not-found', message: '', status: 404 }))).toBe(false)
})

test('a change that comes while a screen reads for the first time is on the screen afterwards', async () => {
  const replies: ((names: readonly string[]) => void)[] = []
  const queryKey = ['devices']
  const screen = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<readonly string[]>((resolve) => replies.push(resolve)),
  })
  const leave = screen.subscribe(() => {})
  const again = readAgain({ queryKey })
  replies[0]?.(['before the change'])
  await expect.poll(() => replies.length).toBe(2)
  replies[1]?.(['after it'])
  await again
  expect(screen.getCurrentResult().data).toEqual(['after it'])
  leave()
})
