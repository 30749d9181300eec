import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leasesOf } from '../db/tables.ts'
import { beginTurn, timeUntilTurn, tryLease } from '../db/lease.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import type { PeriodicConsumer } from './consumer.ts'
import { inTurns, leaseTimes } from './in-turns.ts'
import { startWorker } from './worker.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A quarter of the real times, for tests that wait for the end of a lease. */
const quick = { forMs: 3_000, lookEveryMs: 750, renewEveryMs: 1_250 }

/** When the last run of this work began, by the clock that counts. */
async function lastRun(name: string): Promise<number> {
  const rows = leasesOf(app.deps).selectFrom('leases').select('last_run_at').where('name', '=', name)
  return (await rows.executeTakeFirstOrThrow()).last_run_at?.getTime() ?? 0
}

/** A worker process of its own, with its own clock, which notes when it ran and counts its looks. */
function worker(
  name: string,
  holder: string,
  everyMs: number,
  { clockAheadMs = 0, times = leaseTimes } = {},
) {
  const runs: number[] = []
  let looks = 0
  const deps = { ...app.deps, now: () => new Date(Date.now() + clockAheadMs) }
  const run = async () => void runs.push(await lastRun(name))
  const part = inTurns(deps, { name, holder, everyMs, run }, times)
  const look: PeriodicConsumer['run'] = async (round) => {
    await part.run(round)
    looks += 1
  }
  const running = startWorker(deps, [{ ...part, run: look, timeLimitMs: 60_000 }])
  return { runs, looks: () => looks, stop: () => running.stop() }
}

test.concurrent('polling of a killed worker is taken over within fifteen seconds', async () => {
  expect(leaseTimes.forMs + leaseTimes.lookEveryMs).toBeLessThanOrEqual(15_000)
  const turn = { name: 'killed', holder: 'dead', forMs: quick.forMs, everyMs: 1_000 }
  expect(await timeUntilTurn(leasesOf(app.deps), turn)).toBe(0)
  expect(await beginTurn(leasesOf(app.deps), turn)).toBe(true)
  const killedAt = await lastRun(turn.name)
  const standby = worker('killed', 'standby', 1_000, { times: quick })
  await until(() => standby.runs.length)
  expect((standby.runs[0] ?? 0) - killedAt).toBeLessThan(2 * quick.forMs)
  await standby.stop()
})

test.concurrent('after an orderly stop another worker takes over at once, and keeps the interval of the marketplace', async () => {
  const first = worker('stopped', 'first', 2_000)
  await until(() => first.runs.length)
  const second = worker('stopped', 'second', 2_000)
  await until(second.looks)
  await first.stop()
  await until(() => second.runs.length)
  const between = (second.runs[0] ?? 0) - (first.runs.at(-1) ?? 0)
  // A timer may be a little early.
  expect(between).toBeGreaterThanOrEqual(1_990)
  expect(between).toBeLessThan(5_500)
  await second.stop()
})

test.concurrent('a worker whose clock is an hour ahead takes nothing from a healthy one', async () => {
  const healthy = worker('skewed', 'healthy', 500)
  await until(() => healthy.runs.length)
  const ahead = worker('skewed', 'ahead', 500, { clockAheadMs: 3_600_000 })
  await until(() => ahead.looks() > 5 && healthy.runs.length > 5)
  expect(ahead.runs).toEqual([])
  await Promise.all([healthy.stop(), ahead.stop()])
})

test.concurrent('a round that lasts longer than the lease keeps it, and a process that was frozen stops when it wakes', async () => {
  let aborted = false
  const name = 'long'
  const lease = leasesOf(app.deps).selectFrom('leases').where('name', '=', name)
  const run = async (signal: AbortSignal) => {
    const ends = await lease.select('until').executeTakeFirstOrThrow()
    await until(() =>
      lease
        .where(sql`clock_timestamp()`, '>', ends.until)
        .select('name')
        .executeTakeFirst(),
    )
    expect(await tryLease(leasesOf(app.deps), name, 60_000, 'thief')).toBe(false)
    // What another process does after this one was frozen for long.
    await leasesOf(app.deps).updateTable('leases').set({ holder: 'other' }).where('name', '=', name).execute()
    await until(() => signal.aborted)
    aborted = true
  }
  const part = inTurns(app.deps, { name, holder: 'long-running', everyMs: 60_000, run }, quick)
  await part.run({ signal: new AbortController().signal, progressed: () => {} })
  expect(aborted).toBe(true)
})

test.concurrent('a clock that was set back by a day stops no polling, not even of a worker that was killed then', async () => {
  const turn = { name: 'set back', holder: 'dead', forMs: 12_000, everyMs: 1_000 }
  await timeUntilTurn(leasesOf(app.deps), turn)
  await beginTurn(leasesOf(app.deps), turn)
  await sql`
    update leases set until = until + interval '1 day', last_run_at = last_run_at + interval '1 day'
    where name = 'set back'`.execute(leasesOf(app.deps))
  expect(await timeUntilTurn(leasesOf(app.deps), turn)).toBeLessThanOrEqual(turn.everyMs)
  await sql`update leases set until = until + interval '1 day' where name = 'set back'`.execute(
    leasesOf(app.deps),
  )
  expect(await timeUntilTurn(leasesOf(app.deps), { ...turn, holder: 'standby' })).toBeLessThanOrEqual(
    turn.everyMs,
  )
  await sql`update leases set until = until + interval '1 day' where name = 'set back'`.execute(
    leasesOf(app.deps),
  )
  expect(await tryLease(leasesOf(app.deps), 'set back', 12_000, 'third')).toBe(true)
})

test.concurrent('of four workers that race for one poller never two poll at once, also while it changes hands', async () => {
  const name = 'raced'
  let inside = 0
  let most = 0
  const looks = [0, 0, 0, 0]
  const polls = [0, 0, 0, 0]
  const racers = looks.map((_, racer) => {
    const run = async () => {
      inside += 1
      most = Math.max(most, inside)
      polls[racer] = (polls[racer] ?? 0) + 1
      const before = [...looks]
      // Every other one that still runs tries to get in.
      await until(() =>
        before.every(
          (count, other) => other === racer || stopped.has(other) || (looks[other] ?? 0) > count + 1,
        ),
      )
      inside -= 1
    }
    const part = inTurns(app.deps, { name, holder: `racer ${racer}`, everyMs: 200, run }, quick)
    const look: PeriodicConsumer['run'] = async (round) => {
      await part.run(round)
      looks[racer] = (looks[racer] ?? 0) + 1
    }
    return startWorker(app.deps, [{ ...part, run: look, timeLimitMs: 60_000 }])
  })
  const stopped = new Set<number>()
  while (stopped.size < racers.length) {
    const holder = await until(() => polls.findIndex((count, racer) => count >= 2 && !stopped.has(racer)) + 1)
    stopped.add(holder - 1)
    await racers[holder - 1]?.stop()
  }
  expect([most, inside]).toEqual([1, 0])
  expect(polls.every((count) => count >= 2)).toBe(true)
})
