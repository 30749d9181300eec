import { ApiError } from './api-error.ts'

const pauseMs = 1_000
/** Longer than the server keeps a run that a crash cut off. */
const patienceMs = 20_000

/** Waits for an earlier sending of the same key, and asks again, so that nobody has to press twice. */
export async function onceInProgress<T>(call: () => Promise<T>, pause: number = pauseMs): Promise<T> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isRunning = error instanceof ApiError && error.code === 'idempotency/in-progress'
      if (!isRunning || performance.now() > until) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
