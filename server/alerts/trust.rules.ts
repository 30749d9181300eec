import type { Alert } from '../../contract/alerts/alerts.ts'

interface Judged {
  readonly verdict: Alert['verdict']
  readonly raisedAt: Date
}

/** The last ones decide, so that a kind that learns to be right speaks again. */
const lastCount = 10
/** Fewer say nothing. */
const minJudged = 5

export interface Trust {
  readonly right: number
  readonly judged: number
  readonly muted: { readonly right: number; readonly of: number } | null
}

/** Of one kind in one store, the newest first. Muted: fewer than half of the last ten were right, since `trustedFrom`. */
export function trustOf(alerts: readonly Judged[], trustedFrom: Date | null): Trust {
  const said = alerts.filter(({ verdict }) => verdict === 'right' || verdict === 'wrong')
  const last = said.filter(({ raisedAt }) => !trustedFrom || raisedAt >= trustedFrom).slice(0, lastCount)
  const right = rightOf(last)
  return {
    right: rightOf(said),
    judged: said.length,
    muted: last.length >= minJudged && right * 2 < last.length ? { right, of: last.length } : null,
  }
}

const rightOf = (alerts: readonly Judged[]): number =>
  alerts.filter(({ verdict }) => verdict === 'right').length
