import type { Deps } from '../../deps.ts'

/**
 * Handed over with no answer for so long: the provider's webhooks would have told of it by now, and what is still open is asked.
 * Until then nothing else goes to this person.
 */
const unsureMs = 120_000
const slackMs = 30_000
/** After a process began: one that begins again and again would wait ever longer, and its customer with it. */
const longestMs = 5 * 60_000

/**
 * A provider that found this server away tries again after twice as long, and so do we, up to five minutes: its word comes
 * before a person is asked.
 */
export function doubtEnds(claimedAt: Date, since: Date): Date {
  const awayMs = since.getTime() - claimedAt.getTime()
  const told = awayMs > 0 ? since.getTime() + Math.min(2 * awayMs + slackMs, longestMs) : 0
  return new Date(Math.max(claimedAt.getTime() + unsureMs, told))
}

const firstLooks = new WeakMap<Deps, Date>()

/** When this process began to send. */
export function workingSince(deps: Deps): Date {
  const since = firstLooks.get(deps) ?? deps.now()
  firstLooks.set(deps, since)
  return since
}
