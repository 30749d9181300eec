import type { IncomingOrder } from './order-batch.ts'

const maxAheadMs = 366 * 86_400_000

/**
 * The moment whose business day an order counts on, when that is not the one it was made: the begin of its window, or
 * what was promised. A time that nobody can have meant is ignored, so that an order never hides in a far year.
 */
export function scheduledFor({
  timing,
  created_at: createdAt,
  promised_at: promisedAt,
  detail,
}: Pick<IncomingOrder, 'timing' | 'created_at' | 'promised_at'> & {
  readonly detail: Pick<IncomingOrder['detail'], 'schedule'>
}): string | null {
  const start = detail.schedule?.start ?? promisedAt
  if (timing !== 'SCHEDULED' || start === null) return null
  const ahead = Date.parse(start) - Date.parse(createdAt)
  return ahead > 0 && ahead <= maxAheadMs ? new Date(start).toISOString() : null
}
