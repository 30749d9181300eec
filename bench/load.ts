import { Worker } from 'node:worker_threads'
import type { LoadReport, LoadWish } from './load-client.ts'

/** Clients in a thread of their own; each asks again at once, or after the time that a refusal names. */
export function startLoad(
  wishes: readonly LoadWish[],
  clients: number,
): { readonly stop: () => Promise<LoadReport> } {
  const worker = new Worker(new URL('./load-client.ts', import.meta.url), { workerData: { wishes, clients } })
  return {
    stop: () =>
      new Promise((resolve) => {
        worker.once('message', (report: LoadReport) => {
          resolve(report)
          void worker.terminate()
        })
        worker.postMessage('stop')
      }),
  }
}
