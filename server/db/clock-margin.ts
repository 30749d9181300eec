/**
 * A claim or a next try that lies further ahead than any can was written before the clock was set back. Clocks of
 * processes that share the work may differ by less than a minute, and no process takes that for a clock set back.
 */
const marginMs = 60_000

/** The latest time that work of `now` can have, and a margin. */
export const beyond = (now: Date, maxMs: number): Date => new Date(now.getTime() + maxMs + marginMs)
