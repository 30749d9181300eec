import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import type { Lane, PeriodicConsumer, QueueConsumer } from './consumer.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const ready = async () => {
  const answer = await app.fastify.inject('/health/ready')
  return {
    status: answer.statusCode,
    ...(answer.json() as { data: { ready: boolean; stalled?: string[] } }).data,
  }
}
const periodic = (name: string, run: PeriodicConsumer['run']): PeriodicConsumer => ({
  name,
  everyMs: 10,
  timeLimitMs: 2_000,
  run,
})

describe('a consumer', () => {
  test('that makes no progress within its limit is named by /health/ready; one that fails is not', async () => {
    const hung = Promise.withResolvers<void>()
    app.startWorker([
      periodic('stuck', () => hung.promise),
      periodic('failing', () => Promise.reject(new Error('no'))),
    ])
    expect(await ready()).toMatchObject({ status: 200, ready: true })
    await expect.poll(ready).toEqual({ status: 503, ready: false, stalled: ['stuck'] })
    const metrics = (await app.fastify.inject('/metrics')).body
    expect(metrics).toContain('balcao_consumer_stalled{consumer="stuck"} 1')
    expect(metrics).toContain('balcao_consumer_stalled{consumer="failing"} 0')
    hung.resolve()
    await until(ready, ({ status }) => status === 200)
  })

  test('that starts later begins no round before, and stops at once while it waits', async () => {
    const rounds: number[] = []
    const late = periodic('late', async () => void rounds.push(performance.now()))
    const starting = performance.now()
    app.startWorker([
      { ...late, startAfterMs: 400 },
      { ...periodic('later', () => Promise.resolve()), startAfterMs: 60_000 },
    ])
    await until(() => rounds.length)
    // A timer may be a little early.
    expect((rounds[0] ?? 0) - starting).toBeGreaterThan(390)
    // The later one would wait for a minute, longer than this test may take.
    await app.deps.worker()?.stop()
  })

  test('of a queue runs lanes beside each other, a store no more than its share, slow ones beside the rest', async () => {
    const begun: string[] = []
    const waiting = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']
    const hang = Promise.withResolvers<void>()
    const looks: number[] = []
    const queue: QueueConsumer = {
      name: 'lanes',
      queue: 'outbox',
      everyMs: 10,
      concurrency: 3,
      lanesPerStore: 2,
      slowAfterMs: 100,
      timeLimitMs: 1_000,
      claim: async (room) => {
        looks.push(room.lanes)
        const lanes: Lane[] = []
        for (const key of waiting) {
          const storeId = key.slice(0, 1)
          const here = lanes.filter((lane) => lane.storeId === storeId).length
          if (lanes.length >= room.lanes || room.ofStore(storeId) <= here || begun.includes(key)) continue
          lanes.push({
            key,
            storeId,
            run: async () => {
              begun.push(key)
              if (storeId === 'a') await hang.promise
            },
          })
        }
        return lanes
      },
    }
    app.startWorker([queue])
    await until(() => begun.length >= 5)
    // Two of the store's three hang; the third place serves the others one after the other.
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
    // Both slow lanes have given their places away, and the next look has found the third lane again.
    await until(() => looks.slice(-2).every((lanes) => lanes === queue.concurrency))
    expect(begun).not.toContain('a3')
    hang.resolve()
    await until(() => begun.includes('a3'))
  })
})

describe('the queues', () => {
  test('say on /metrics what is due, since when, and what was given up', async () => {
    const store = await app.addStore()
    const before = new Date(Date.now() - 30_000)
    await withStoreScope(app.db, [store], async (tx) => {
      await enqueue(tx, 'capacity-return', {}, { storeId: store, lane: store, dueAt: before })
      await enqueue(tx, 'channel-pause', {}, { storeId: store, lane: store, dueAt: before })
      await tx
        .updateTable('outbox')
        .set({ dead_at: before })
        .where('store_id', '=', store)
        .where('kind', '=', 'channel-pause')
        .execute()
    })
    await queueMail(app.db, { recipient: 'a@b.example', subject: 's', text: 't', html: 'h' }, before)
    const metrics = (await app.fastify.inject('/metrics')).body
    expect(metrics).toContain('balcao_queue_due{queue="outbox"} 1')
    expect(metrics).toContain('balcao_queue_failed{queue="outbox"} 1')
    expect(metrics).toContain('balcao_queue_due{queue="mail"} 1')
    expect(metrics).toContain('balcao_queue_due{queue="inbox"} 0')
    const oldest = Number(/balcao_queue_oldest_due_seconds\{queue="outbox"\} ([\d.]+)/.exec(metrics)?.[1])
    expect(oldest).toBeGreaterThanOrEqual(30)
  })

  test('a payload that its schema refuses is given up at once, with the reason; an unknown kind is tried again', async () => {
    const store = await app.addStore()
    await withStoreScope(app.db, [store], async (tx) => {
      // @ts-expect-error A kind that the registry does not know.
      await enqueue(tx, 'unheard-of', {}, { storeId: store, lane: store, dueAt: new Date() })
      // @ts-expect-error A payload that the kind does not carry.
      await enqueue(tx, 'menu-pause-end', {}, { storeId: store, lane: randomUUID(), dueAt: new Date() })
    })
    app.startWorker()
    const rows = await until(
      () =>
        withStoreScope(app.db, [store], (tx) =>
          tx.selectFrom('outbox').selectAll().where('store_id', '=', store).orderBy('kind').execute(),
        ),
      (found) => found.every((row) => row.last_error !== null),
    )
    expect(rows.map((row) => [row.kind, row.dead_at !== null])).toEqual([
      ['menu-pause-end', true],
      ['unheard-of', false],
    ])
    expect(rows[0]?.last_error).toContain('pauseId')
  })
})
