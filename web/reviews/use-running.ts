import type { Dispute } from '../../contract/orders/disputes.ts'
import { useTick } from '../browser/ticks.ts'
import { isOverdue } from './disputes/dispute-words.rules.ts'

/** Negotiations that somebody can still move, and those whose time ended without an answer. */
export function useRunning(disputes: readonly Dispute[]): {
  readonly running: readonly Dispute[]
  readonly overdue: readonly Dispute[]
} {
  const ids = useTick((now) =>
    disputes
      .filter((dispute) => isOverdue(dispute, now))
      .map(({ id }) => id)
      .join(' '),
  ).split(' ')
  return {
    running: disputes.filter(({ id }) => !ids.includes(id)),
    overdue: disputes.filter(({ id }) => ids.includes(id)),
  }
}
