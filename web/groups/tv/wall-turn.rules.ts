/** How long each part is shown. */
export const partMs = 12_000
/** How long the wall stays where a person moved it or pointed at it. */
export const heldMs = 30_000

export interface Held {
  /** The part that is kept, counted from the first. */
  readonly part: number
  /** Epoch ms. */
  readonly until: number
}

/** The part that is shown: by the clock, so that a wall that slept is where it would be. */
export const partAt = (nowMs: number, parts: number, held: Held | null): number =>
  (held && nowMs < held.until ? held.part : Math.floor(nowMs / partMs)) % Math.max(1, parts)

/** The next or the one before, held. */
export const stepped = (shown: number, by: 1 | -1, parts: number, nowMs: number): Held => ({
  part: (shown + by + parts) % parts,
  until: nowMs + heldMs,
})
