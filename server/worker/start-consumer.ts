import type { Logger } from 'pino'
import { isShut } from '../db/connections/pool.ts'
import type {
  Consumer,
  ConsumerState,
  Lane,
  PeriodicConsumer,
  QueueConsumer,
  RunningConsumer,
} from './consumer.ts'
import { Places } from './places.ts'
import { createSleeper } from './sleeper.ts'

/** How long a stop waits for work that has begun; a claim that is cut off expires and is taken up again. */
const stopWithinMs = 5_000

export function startConsumer(consumer: Consumer, log: Logger): RunningConsumer {
  const watch = createWatch(consumer)
  return 'queue' in consumer ? startQueue(consumer, watch, log) : startPeriodic(consumer, watch, log)
}

interface Watch {
  running: number
  readonly progressed: () => void
  readonly succeeded: () => void
  state(): ConsumerState
}

function createWatch(consumer: Consumer): Watch {
  let progressedAt = performance.now()
  let succeededAt: number | null = null
  const limitMs = consumer.everyMs + consumer.timeLimitMs
  return {
    running: 0,
    progressed: () => {
      progressedAt = performance.now()
    },
    succeeded: () => {
      succeededAt = performance.now()
    },
    state() {
      const now = performance.now()
      return {
        name: consumer.name,
        sinceProgressMs: now - progressedAt,
        sinceSuccessMs: succeededAt === null ? null : now - succeededAt,
        stalled: now - progressedAt > limitMs,
        running: this.running,
      }
    },
  }
}

function startPeriodic(consumer: PeriodicConsumer, watch: Watch, log: Logger): RunningConsumer {
  const stopping = new AbortController()
  const { signal } = stopping
  const sleeper = createSleeper()
  const loop = async (): Promise<void> => {
    if (consumer.startAfterMs) await sleeper.sleep(consumer.startAfterMs)
    while (!signal.aborted) {
      const started = performance.now()
      watch.running = 1
      try {
        await consumer.run({ signal, progressed: watch.progressed })
        watch.succeeded()
      } catch (error) {
        if (!signal.aborted && !isShut(error))
          log.warn({ err: error, consumer: consumer.name }, 'a round failed; trying again')
      }
      watch.running = 0
      watch.progressed()
      if (!signal.aborted)
        await sleeper.sleep(Math.max(consumer.everyMs - (performance.now() - started), minPauseMs))
    }
  }
  const ended = loop()
  return {
    wake: sleeper.wake,
    state: () => watch.state(),
    stop: async () => {
      stopping.abort()
      sleeper.wake()
      return isOverWithin(
        stopWithinMs,
        ended.then(() => consumer.release?.()).catch(noteFailure(consumer, log)),
      )
    },
  }
}

const noteFailure =
  (consumer: Consumer, log: Logger) =>
  (error: unknown): void => {
    log.warn({ err: error, consumer: consumer.name }, 'the end of a consumer failed')
  }

/** A round that takes longer than its period still leaves room for others. */
const minPauseMs = 250

function startQueue(consumer: QueueConsumer, watch: Watch, log: Logger): RunningConsumer {
  let stopped = false
  const sleeper = createSleeper()
  const places = new Places(consumer)

  const start = (lane: Lane): void => {
    const leave = places.enter(lane, sleeper.wake)
    watch.running += 1
    const ended = lane
      .run()
      .catch((error: unknown) => {
        log.warn({ err: error, consumer: consumer.name, storeId: lane.storeId }, 'a lane failed')
      })
      .finally(() => {
        watch.running -= 1
        leave()
        sleeper.wake()
      })
    places.note(lane.key, ended)
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        const room = places.room()
        const lanes = room.lanes > 0 ? await consumer.claim(room) : []
        watch.succeeded()
        for (const lane of lanes) start(lane)
        watch.progressed()
        if (lanes.length === 0) await sleeper.sleep(consumer.everyMs)
      } catch (error) {
        watch.progressed()
        if (!isShut(error))
          log.warn({ err: error, consumer: consumer.name }, 'looking for work failed; trying again')
        await sleeper.rest(consumer.everyMs)
      }
    }
  }
  const looking = loop()
  return {
    wake: sleeper.wake,
    state: () => watch.state(),
    stop: async () => {
      stopped = true
      sleeper.wake()
      // What it found last is claimed and runs as well.
      return isOverWithin(
        stopWithinMs,
        looking.then(() => Promise.all(places.ends())),
      )
    },
  }
}

async function isOverWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const sleeper = createSleeper()
  const isOver = await Promise.race([work.then(() => true), sleeper.rest(ms).then(() => false)])
  sleeper.end()
  return isOver
}
