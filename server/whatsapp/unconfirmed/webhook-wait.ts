import type { Deps } from '../../deps.ts'

/** If no webhook arrives within this time, the provider is asked. Until then nothing else is sent to this contact. */
const minWaitMs = 120_000
const slackMs = 30_000
/** Counted from the start of the process. Without it, a server that restarts often would wait longer each time. */
const maxWaitMs = 5 * 60_000

/**
 * When the wait for a message's webhook ends. While this server was down, the provider backed off: its next attempt may
 * take as long again. So we wait for twice the downtime, up to `maxWaitMs`, before a person is asked.
 *
 * @param claimedAt when the message was handed to the provider
 * @param since when this process began to send
 */
export function webhookWaitEnds(claimedAt: Date, since: Date): Date {
  const awayMs = since.getTime() - claimedAt.getTime()
  const retriedBy = awayMs > 0 ? since.getTime() + Math.min(2 * awayMs + slackMs, maxWaitMs) : 0
  return new Date(Math.max(claimedAt.getTime() + minWaitMs, retriedBy))
}

const startedAt = new WeakMap<Deps, Date>()

/** When this process began to send. */
export function sendingSince(deps: Deps): Date {
  const since = startedAt.get(deps) ?? deps.now()
  startedAt.set(deps, since)
  return since
}
