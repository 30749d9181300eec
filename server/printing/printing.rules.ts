import type { PrintJobState } from '../../contract/printing/printing.ts'

export const ticketLabels = (ticket: string): string =>
  ({ kitchen: 'Via da cozinha', delivery: 'Via completa', test: 'Teste' })[ticket] ?? ticket

/** Tries at one printer before its stand-in takes over. */
export const triesBeforeFallback = 3
/** How long a job that was handed out is its agent's alone. */
export const leaseMs = 60_000

/** After the n-th failed try; as often as that costs nobody anything. */
export const nextTryMs = (attempts: number): number => Math.min(2_000 * 2 ** (attempts - 1), 15_000)

export interface JobTimes {
  readonly state: string
  readonly expires_at: Date
  readonly lease_until: Date | null
}

/** A job that is too old has expired whoever looks, also while nothing runs. */
export function shownState(job: JobTimes, now: Date): PrintJobState {
  const over = job.expires_at <= now
  const waits = job.state === 'queued' || job.state === 'failed'
  const lost = job.state === 'sent' && (job.lease_until === null || job.lease_until <= now)
  return over && (waits || lost) ? 'expired' : (job.state as PrintJobState)
}

/** Only a ticket of a scheduled order is queued for later; one that failed is `failed` until its next try. */
export const waitsForItsTime = (job: { readonly state: string; readonly due_at: Date }, now: Date): boolean =>
  job.state === 'queued' && job.due_at > now

export interface OrderJob {
  readonly ticket: string
  readonly state: PrintJobState
  readonly queuedAt: Date
  readonly endedAt: Date | null
  readonly dismissed: boolean
}

/** Worst first, of what no later ticket of the kind has made good. */
const worst: readonly PrintJobState[] = ['failed', 'expired', 'queued', 'sent', 'printed']

export function orderState(jobs: readonly OrderJob[]): PrintJobState | null {
  const open = jobs.filter((job) => job.state === 'printed' || !(job.dismissed || madeGood(job, jobs)))
  return worst.find((state) => open.some((job) => job.state === state)) ?? null
}

function madeGood(job: OrderJob, jobs: readonly OrderJob[]): boolean {
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
