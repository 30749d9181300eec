import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { ReadSource, Source } from './read-source.ts'

const timeLimitMs = 10_000

/** One thread of this process reads what others wrote; none runs before the first menu. */
let shared: Piscina | null = null
function threads(): Piscina {
  if (shared) return shared
  shared = new Piscina({
    filename: fileURLToPath(new URL('source-thread.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // Its task hears the same error; an event without a listener would end the process.
  shared.on('error', () => {})
  return shared
}

/** A document that takes all time or memory ends its thread, not the server. */
export async function readInThread(source: Source): Promise<ReadSource> {
  try {
    return (await threads().run(source, { signal: AbortSignal.timeout(timeLimitMs) })) as ReadSource
  } catch {
    return { found: null, message: 'Não deu para ler este cardápio: ele é grande ou complicado demais.' }
  }
}
