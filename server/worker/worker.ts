import type { Deps } from '../deps.ts'
import type { Consumer, Worker } from './consumer.ts'
import { consumersOf } from './consumers.ts'
import { startConsumer } from './start-consumer.ts'

/** Starts the consumers of one process, each in a loop of its own. */
export function startWorker(
  deps: Deps,
  consumers: readonly Consumer[] = consumersOf({ ...deps, ...deps.apart.jobs }),
): Worker {
  const running = consumers.map((consumer) => ({ consumer, loop: startConsumer(consumer, deps.log) }))
  return {
    wake: (queue) => {
      for (const { consumer, loop } of running)
        if ('queue' in consumer && consumer.queue === queue) loop.wake()
    },
    states: () => running.map(({ loop }) => loop.state()),
    stop: async () => {
      const over = await Promise.all(running.map(({ loop }) => loop.stop()))
      return over.every(Boolean)
    },
  }
}
