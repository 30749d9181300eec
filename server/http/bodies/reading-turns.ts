import type { IncomingMessage } from 'node:http'

/** A turn reads up to 64 KiB of one sender: some 16 MB a second of all. */
const turnMs = 4

/**
 * Reads large bodies of unknown senders a piece at a time, one sender after the other. Node.js reads as fast as they come,
 * which takes the process from everybody else. `requestTimeout` ends those who never finish.
 */
export class ReadingTurns {
  readonly #line = new Set<IncomingMessage>()
  readonly #known = new WeakSet<IncomingMessage>()
  #timer: NodeJS.Timeout | null = null

  /** From here on its bytes come piece by piece, also to those who listen already. */
  add(request: IncomingMessage): void {
    if (this.#known.has(request)) return
    this.#known.add(request)
    request.on('data', () => {
      this.#wait(request)
    })
    request.on('close', () => this.#line.delete(request))
  }

  /** Also reads what nobody else will read. */
  drain(request: IncomingMessage): void {
    this.add(request)
    this.#wait(request)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #wait(request: IncomingMessage): void {
    request.pause()
    this.#line.add(request)
    this.#timer ??= setInterval(() => {
      this.#next()
    }, turnMs).unref()
  }

  #next(): void {
    const [first] = this.#line
    if (!first) return this.stop()
    this.#line.delete(first)
    first.resume()
  }
}
