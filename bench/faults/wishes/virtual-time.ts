/** Time that passes only when everything that could happen has happened. Ms. */
export class VirtualTime {
  at = 0
  readonly #waiting: { readonly at: number; readonly order: number; readonly run: () => void }[] = []
  #order = 0

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.later(ms, resolve)
    })
  }

  /** A heap by time, and by the order in which it was asked for. */
  later(ms: number, run: () => void): void {
    const heap = this.#waiting
    heap.push({ at: this.at + ms, order: (this.#order += 1), run })
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1
      if (!this.#isBefore(child, parent)) return
      this.#swap(child, parent)
      child = parent
    }
  }

  /** Runs all that is due up to then. */
  async passUntil(end: number): Promise<void> {
    for (;;) {
      await settled()
      const next = this.#waiting[0]
      if (!next || next.at > end) break
      this.#removeFirst()
      this.at = next.at
      next.run()
    }
    this.at = end
  }

  #removeFirst(): void {
    const heap = this.#waiting
    const last = heap.pop()
    if (!last || heap.length === 0) return
    heap[0] = last
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2]
      let first = parent
      if (left < heap.length && this.#isBefore(left, first)) first = left
      if (right < heap.length && this.#isBefore(right, first)) first = right
      if (first === parent) return
      this.#swap(parent, first)
      parent = first
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#waiting[a], this.#waiting[b]]
    if (!one || !other) return false
    return one.at === other.at ? one.order < other.order : one.at < other.at
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#waiting[a], this.#waiting[b]]
    if (!one || !other) return
    this.#waiting[a] = other
    this.#waiting[b] = one
  }
}

/** Every promise that can go on has done so. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
