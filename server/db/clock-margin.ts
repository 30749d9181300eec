/**
 * A claim or a next try that lies further ahead than any can was written before the clock was set back. Clocks of
 * processes that share the work may differ by less than a minute, and no process takes that for a clock set back.
 */
const marginMs = 60_000

/** Later than what is written `now` and lies at most this far ahead. */
export const beyond = (now: Date, longestMs: number): Date => new Date(now.getTime() + longestMs + marginMs)
