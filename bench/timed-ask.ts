import { parentPort } from 'node:worker_threads'

export interface Ask {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly ms: number
  readonly bytes: number
}

/** A client in its own thread and heap, so that its garbage collection does not slow the server. */
parentPort?.on('message', ({ url, headers }: Ask) => {
  void (async () => {
    const begun = performance.now()
    const reply = await fetch(url, { headers })
    const body = await reply.arrayBuffer()
    const answered: Answered = {
      status: reply.status,
      ms: performance.now() - begun,
      bytes: body.byteLength,
    }
    parentPort?.postMessage(answered)
  })()
})
