import { doubledMs } from '../../contract/shared/back-off.ts'
import type { PrintJobState } from '../../contract/printing/printing.ts'
import { lookup } from '../../contract/shared/lookup.ts'

export const ticketLabels = (ticket: string): string =>
  lookup({ kitchen: 'Via da cozinha', delivery: 'Via completa', test: 'Teste' }, ticket) ?? ticket

/** Failed tries on a printer before its fallback takes over. */
export const triesBeforeFallback = 3
/** How long a job is reserved for the agent that fetched it. */
export const leaseMs = 60_000

export const maxRetryMs = 15_000
/** Delay after the n-th failed try; retrying often is cheap. */
export const nextTryMs = (attempts: number): number => doubledMs(2_000, attempts - 1, maxRetryMs)

export interface JobTimes {
  readonly state: string
  readonly expires_at: Date
  readonly lease_until: Date | null
  readonly handed_at: Date | null
}

/** Overdue jobs are shown as expired even before the worker expires them. */
export function shownState(job: JobTimes, now: Date): PrintJobState {
  const over = job.expires_at <= now
  const waits = job.state === 'queued' || job.state === 'failed'
  if (job.state === 'sent' && job.handed_at !== null) return 'handed'
  const lost = job.state === 'sent' && (job.lease_until === null || job.lease_until <= now)
  return over && (waits || lost) ? 'expired' : (job.state as PrintJobState)
}

/**
 * Only tickets of scheduled orders are queued for later; a failed ticket stays `failed` until its next
 * try.
 */
export const isScheduledForLater = (
  job: { readonly state: string; readonly due_at: Date },
  now: Date,
): boolean => job.state === 'queued' && job.due_at > now

export interface OrderJob {
  readonly ticket: string
  readonly state: PrintJobState
  readonly queuedAt: Date
  readonly endedAt: Date | null
  readonly dismissed: boolean
}

/** Worst first. Failures count only until a later ticket of the same kind is printed. */
const worstFirst: readonly PrintJobState[] = ['failed', 'expired', 'queued', 'sent', 'handed', 'printed']

export function orderState(jobs: readonly OrderJob[]): PrintJobState | null {
  const open = jobs.filter((job) => job.state === 'printed' || !(job.dismissed || isSuperseded(job, jobs)))
  return worstFirst.find((state) => open.some((job) => job.state === state)) ?? null
}

function isSuperseded(job: OrderJob, jobs: readonly OrderJob[]): boolean {
  if (job.state !== 'failed' && job.state !== 'expired') return false
  return jobs.some(
    (other) =>
      other.state === 'printed' &&
      other.ticket === job.ticket &&
      other.endedAt !== null &&
      other.endedAt > job.queuedAt &&
      other.queuedAt > job.queuedAt,
  )
}
