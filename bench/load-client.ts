import { parentPort, workerData } from 'node:worker_threads'

export interface LoadWish {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Of a call with a body; usually POST. */
  readonly method?: string
  /** A status that counts as an answer. */
  readonly expected?: number
}

export interface LoadReport {
  readonly answered: number
  /** 429 or 503 with Retry-After. */
  readonly refused: number
  readonly failed: number
}

const { wishes, clients } = workerData as { wishes: readonly LoadWish[]; clients: number }
const report = { answered: 0, refused: 0, failed: 0 }
const stopping = new AbortController()

async function client(wish: LoadWish): Promise<void> {
  while (!stopping.signal.aborted) {
    try {
      const reply = await fetch(wish.url, {
        headers: wish.headers,
        signal: stopping.signal,
        ...(wish.body === undefined ? {} : { method: wish.method ?? 'POST', body: wish.body }),
      })
      for await (const _chunk of reply.body ?? []);
      const after = Number(reply.headers.get('retry-after'))
      if (reply.ok || reply.status === wish.expected) report.answered += 1
      else if ((reply.status === 429 || reply.status === 503) && after > 0) {
        report.refused += 1
        await new Promise((resolve) => setTimeout(resolve, after * 1_000).unref())
      } else report.failed += 1
    } catch {
      if (!stopping.signal.aborted) report.failed += 1
    }
  }
}

for (let index = 0; index < clients; index += 1) {
  const wish = wishes[index % wishes.length]
  if (wish) void client(wish)
}
parentPort?.on('message', () => {
  stopping.abort()
  parentPort?.postMessage(report)
})
