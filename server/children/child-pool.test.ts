import { afterAll, describe, expect, test } from 'vitest'
import { ChildPool, ChildTaskError } from './child-pool.ts'
import type { Appetite } from './testing/hungry-child.ts'

const limits = {
  children: 2,
  maxWaiting: 6,
  maxWaitingOfKey: 3,
  maxWaitMs: 30_000,
  heapMb: 64,
  maxMemoryMb: 300,
}
const pool = new ChildPool(limits, 1)
afterAll(() => pool.close())

const hungryChild = new URL('./testing/hungry-child.ts', import.meta.url)
const ask = (
  appetite: Appetite,
  { key = 'ana', maxMs = 20_000, ...rest }: { key?: string; maxMs?: number; signal?: AbortSignal } = {},
) => pool.run<unknown>(hungryChild, { appetite }, { key, maxMs, ...rest })

test('a task runs in another process, which sees none of the settings of this one', async () => {
  const pid = await ask('nothing')
  expect(pid).not.toBe(process.pid)
  expect(pid).toBeTypeOf('number')
  expect(await ask('settings')).not.toContain('PATH')
})

describe('a task that never has enough ends alone, and the next one is answered:', () => {
  test.each(['heap', 'native memory'] as const)('%s', async (appetite) => {
    await expect(ask(appetite)).rejects.toThrow(ChildTaskError)
    expect(await ask('nothing')).toBeTypeOf('number')
  })

  test('time', async () => {
    await expect(ask('time', { maxMs: 500 })).rejects.toThrow(ChildTaskError)
    expect(await ask('nothing')).toBeTypeOf('number')
  })
})

test('the memory that a task leaves behind is not missing for the next one', async () => {
  for (const key of ['ana', 'bia', 'caio', 'davi']) expect(await ask('much', { key })).toBeTypeOf('number')
})

test('the time of a task begins with its work, however long its child takes to start', async () => {
  const slow = new ChildPool(limits)
  const slowChild = new URL('./testing/slow-child.ts', import.meta.url)
  expect(await slow.run(slowChild, {}, { key: 'ana', maxMs: 1_000 })).toBeTypeOf('number')
  await slow.close()
})

describe('who sends much', () => {
  test('has one task at a time, and a neighbour behind many of them is answered first', async () => {
    const answered = new AbortController()
    const endless = Array.from({ length: 3 }, () => ask('time', { signal: answered.signal }))
    const ended = Promise.allSettled(endless)
    expect(await ask('nothing', { key: 'bia', maxMs: 10_000 })).toBeTypeOf('number')
    expect(pool.waiting).toBe(2)
    answered.abort()
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  test('is asked to wait while three of them wait, and nobody else is', async () => {
    const first = Array.from({ length: 4 }, () => ask('nothing'))
    await expect(ask('nothing')).rejects.toThrow('rate-limit/exceeded')
    expect(await ask('nothing', { key: 'bia' })).toBeTypeOf('number')
    expect(await Promise.all(first)).toHaveLength(4)
  })
})

test('when too many wait, the next one is rejected', async () => {
  const all = Array.from({ length: 8 }, (_, index) => ask('nothing', { key: `store ${index}` }))
  await expect(ask('nothing', { key: 'one more' })).rejects.toThrow('server/overloaded')
  expect(await Promise.all(all)).toHaveLength(8)
})
