interface Kept {
  readonly version: string
  readonly body: Buffer
}

/** Rendered replies, each of one version: those asked for last, within a number of bytes together. */
export class KeptReplies {
  readonly #maxBytes: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  async of(key: string, version: string, render: () => Promise<string>): Promise<Buffer> {
    const known = this.#kept.get(key)
    const body = known?.version === version ? known.body : Buffer.from(await render())
    this.#forget(key)
    this.#kept.set(key, { version, body })
    this.#bytes += body.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#forget(oldest)
    }
    return body
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.body.length ?? 0
    this.#kept.delete(key)
  }
}
