/** What a call costs at a gate, learnt from how long the same kind of call took. One of up to 50 ms costs 1. */
export class CallCosts {
  readonly #took = new Map<string, number[]>()

  /** Places at the gate; 1 for a kind that was not seen yet. */
  of(kind: string): number {
    const took = this.#took.get(kind)
    // The fastest: the others waited for their neighbours.
    return took ? Math.max(1, Math.ceil(Math.min(...took) / msOfOne)) : 1
  }

  note(kind: string, ms: number): void {
    this.#took.set(kind, [...(this.#took.get(kind) ?? []).slice(1 - kept), ms])
  }
}

const msOfOne = 50
/** Few enough to forget a quiet night soon. */
const kept = 9
