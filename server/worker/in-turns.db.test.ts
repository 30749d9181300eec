import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginTurn, timeUntilTurn, tryLease } from '../db/lease.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { inTurns } from './in-turns.ts'
import { startWorker } from './worker.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A worker process of its own, with its own clock, which notes when it ran. */
function worker(name: string, holder: string, everyMs: number, clockAheadMs = 0) {
  const runs: number[] = []
  const deps = { ...app.deps, now: () => new Date(Date.now() + clockAheadMs) }
  const run = async () => void runs.push(performance.now())
  const running = startWorker(deps, [
    { ...inTurns(deps, { name, holder, everyMs, run }), timeLimitMs: 60_000 },
  ])
  return { runs, stop: () => running.stop() }
}

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('polling of a killed worker is taken over within fifteen seconds', async () => {
  const turn = { name: 'killed', holder: 'dead', forMs: 12_000, everyMs: 1_000 }
  expect(await timeUntilTurn(app.db, turn)).toBe(0)
  expect(await beginTurn(app.db, turn)).toBe(true)
  const killedAt = performance.now()
  const standby = worker('killed', 'standby', 1_000)
  await expect.poll(() => standby.runs.length, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
  expect((standby.runs[0] ?? 0) - killedAt).toBeLessThan(15_000)
  await standby.stop()
}, 40_000)

test('after an orderly stop another worker takes over at once, and keeps the interval of the marketplace', async () => {
  const first = worker('stopped', 'first', 4_000)
  await expect.poll(() => first.runs.length, { timeout: 5_000, interval: 20 }).toBe(1)
  const second = worker('stopped', 'second', 4_000)
  await settle(300)
  await first.stop()
  await expect.poll(() => second.runs.length, { timeout: 10_000, interval: 20 }).toBe(1)
  const between = (second.runs[0] ?? 0) - (first.runs[0] ?? 0)
  expect(between).toBeGreaterThanOrEqual(3_990)
  expect(between).toBeLessThan(7_500)
  await second.stop()
}, 30_000)

test('a worker whose clock is an hour ahead takes nothing from a healthy one', async () => {
  const healthy = worker('skewed', 'healthy', 500)
  await expect.poll(() => healthy.runs.length, { timeout: 5_000, interval: 20 }).toBeGreaterThan(0)
  const ahead = worker('skewed', 'ahead', 500, 3_600_000)
  await settle(5_000)
  expect(ahead.runs).toEqual([])
  expect(healthy.runs.length).toBeGreaterThan(5)
  await Promise.all([healthy.stop(), ahead.stop()])
})

test('a round that lasts longer than the lease keeps it, and a process that was frozen stops when it wakes', async () => {
  let aborted = false
  const name = 'long'
  const part = inTurns(app.deps, {
    name,
    holder: 'long-running',
    everyMs: 60_000,
    run: async (signal) => {
      await settle(13_500)
      expect(await tryLease(app.db, name, 60_000, 'thief')).toBe(false)
      // What another process does after this one was frozen for long.
      await app.db.updateTable('leases').set({ holder: 'other' }).where('name', '=', name).execute()
      for (let look = 0; look < 80 && !signal.aborted; look += 1) await settle(100)
      aborted = signal.aborted
    },
  })
  await part.run({ signal: new AbortController().signal, progressed: () => {} })
  expect(aborted).toBe(true)
}, 40_000)
