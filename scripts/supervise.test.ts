import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { supervise, type Running } from './supervise.ts'

/** A part whose runs the test ends. */
function part() {
  const runs: { end: (why: string) => void; stopped: boolean }[] = []
  const failures: Error[] = []
  return {
    runs,
    failures,
    name: 'O servidor',
    waitsFor: (error: unknown) => error instanceof Error && error.message === 'sem espaço',
    start: async (): Promise<Running> => {
      const failure = failures.shift()
      if (failure) throw failure
      const ended = Promise.withResolvers<string>()
      const run = { end: ended.resolve, stopped: false }
      runs.push(run)
      return {
        ended: ended.promise,
        stop: async () => {
          run.stopped = true
          ended.resolve('sinal SIGTERM')
        },
      }
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = (ms = 60) => vi.advanceTimersByTimeAsync(ms)

function watched(one: ReturnType<typeof part>) {
  const said: string[] = []
  let gaveUp = 0
  const supervised = supervise(one, {
    say: (line) => said.push(line),
    giveUp: () => {
      gaveUp += 1
    },
    pauseMs: 1,
    maxPauseMs: 4,
  })
  return { said, supervised, gaveUp: () => gaveUp }
}

test('a part that ends is started again, and one line says why it ended', async () => {
  const server = part()
  const { said, supervised } = watched(server)
  await supervised.up()
  server.runs[0]?.end('sinal SIGKILL')
  await settle()
  await supervised.up()
  expect(server.runs).toHaveLength(2)
  expect(said).toEqual(['O servidor parou (sinal SIGKILL). Iniciando de novo.'])
  await supervised.stop()
  expect(server.runs.map((run) => run.stopped)).toEqual([true, true])
  await settle()
  expect(server.runs).toHaveLength(2)
})

test('a part that is being started again while everything stops is stopped as soon as it runs', async () => {
  const database = part()
  const { supervised } = watched(database)
  await supervised.up()
  const slow = Promise.withResolvers<void>()
  const start = database.start
  database.start = () => slow.promise.then(start)
  database.runs[0]?.end('sinal SIGKILL')
  await settle()
  let isOver = false
  void supervised.stop().then(() => (isOver = true))
  slow.resolve()
  await settle()
  expect([isOver, database.runs.map((run) => run.stopped)]).toEqual([true, [true, true]])
})

test('a part that ends ten times in a minute is given up with a sentence', async () => {
  const server = part()
  const { said, supervised, gaveUp } = watched(server)
  await supervised.up()
  for (let count = 0; count < 400 && gaveUp() === 0; count += 1) {
    server.runs.at(-1)?.end('código 1')
    await settle(10)
  }
  expect(gaveUp()).toBe(1)
  expect(server.runs).toHaveLength(10)
  expect(said.at(-1)).toBe('O servidor parou 10 vezes em um minuto (código 1). O Balcão vai parar.')
  await supervised.stop()
})

test('a start that fails is tried again, and a full disk is waited for however long it lasts', async () => {
  const database = part()
  const { said, supervised, gaveUp } = watched(database)
  await supervised.up()
  database.failures.push(...Array.from({ length: 12 }, () => new Error('sem espaço')), new Error('outro'))
  database.runs[0]?.end('o processo terminou')
  await settle(200)
  await supervised.up()
  expect(database.runs).toHaveLength(2)
  expect(gaveUp()).toBe(0)
  expect(said).toEqual(['O servidor parou (o processo terminou). Iniciando de novo.', 'sem espaço', 'outro'])
  await supervised.stop()
})

test('the failure of the first start is thrown, and nothing is tried again', async () => {
  const server = part()
  server.failures.push(new Error('porta ocupada'))
  const { said, supervised } = watched(server)
  await expect(supervised.up()).rejects.toThrow('porta ocupada')
  await supervised.stop()
  expect([said, server.runs]).toEqual([[], []])
})
